//! The rules of Anchorhold: what each element of a window is worth, whether a compaction may begin, and whether what
//! it made may be installed.
//!
//! Every function here is total and depends on nothing but its arguments.
//!
//! # What this crate does not do
//! It reads no clock, file, network or environment, keeps nothing between two calls, and knows no framework's format:
//! that is the work of `anchorhold-transcripts`, and the contract's types are those of `wit/`.
#![no_std]

extern crate alloc;

pub mod admit;
pub mod chains;
pub mod classify;
pub mod effects;
pub mod plan;
pub mod recall;

pub mod demands;
pub mod inference;
pub mod scan;

pub mod validate;

pub mod request;
pub mod settings;
pub mod window;

pub mod admission;
pub mod classification;
pub mod verdict;

pub mod about;
pub mod digest;
pub mod error;
pub mod gathered;
pub mod json;
pub mod marker;
pub mod names;
pub mod tokens;
