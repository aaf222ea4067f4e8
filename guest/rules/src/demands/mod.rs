//! Texts that must be known verbatim after a pass.
