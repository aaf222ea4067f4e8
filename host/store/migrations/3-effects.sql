-- An effect is looked up by its key as well as by its identity; what is in flight is found without reading the rest.
CREATE INDEX effects_by_key ON effects (session, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX effects_in_flight ON effects (session) WHERE status IN ('intended', 'fired');
