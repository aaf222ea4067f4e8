//! The names of all cases, as WIT and JSON write them.
