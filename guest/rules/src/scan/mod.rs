//! Reads identifiers, numbers and words off a text, in one pass.
