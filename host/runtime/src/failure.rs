//! Why a decision was not made though its arguments were sound.

use std::time::Duration;
use wasmtime::Trap;

/// A decision that was not made. The window stays as it was; the next call is not affected.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Failure {
    /// All places for decisions were taken for as long as the caller may wait
    #[error("no place for a decision became free within {} ms", wait.as_millis())]
    Busy {
        /// How long it waited
        wait: Duration,
    },
    /// More input than a call may have
    #[error("the input is too large: {given} bytes, {allowed} are allowed")]
    InputTooLarge {
        /// The input, in bytes
        given: usize,
        /// What is allowed, in bytes
        allowed: usize,
    },
    /// The policy used up the fuel that its input gives it
    #[error("the policy ran out of fuel: {allowed} units")]
    OutOfFuel {
        /// What it had
        allowed: u64,
    },
    /// The policy took longer than a decision may take
    #[error("the policy ran out of time: {} ms", allowed.as_millis())]
    OutOfTime {
        /// What it had
        allowed: Duration,
    },
    /// The policy asked for more memory than it may have
    #[error("the policy ran out of memory: it asked for {asked} bytes, {allowed} are allowed")]
    OutOfMemory {
        /// What it asked for, in bytes
        asked: usize,
        /// What is allowed, in bytes
        allowed: usize,
    },
    /// The policy asked for a larger table than it may have
    #[error("the policy ran out of table: it asked for {asked} elements, {allowed} are allowed")]
    OutOfTable {
        /// What it asked for, in elements
        asked: usize,
        /// What is allowed, in elements
        allowed: usize,
    },
    /// The policy called itself too deep
    #[error("the policy overflowed its stack: {allowed} bytes")]
    StackOverflow {
        /// What it had, in bytes
        allowed: usize,
    },
    /// The policy answered with more than it may
    #[error("the answer is too large: {allowed} bytes are allowed")]
    OutputTooLarge {
        /// What is allowed, in bytes
        allowed: usize,
    },
    /// The answer is not of the type that the contract gives it, such as text that is not UTF-8
    #[error("the answer cannot be read")]
    AnswerUnreadable,
    /// The policy ended in a trap
    #[error("{code}")]
    Trap {
        /// Which
        code: Trap,
    },
    /// The policy is one of world `policy` and has no functions of the desk
    #[error("the policy does not offer the desk")]
    NoDesk,
    /// The pool did not give an instance
    #[error("no instance of the policy could be made")]
    NoInstance,
}

impl Failure {
    /// A stable name for machines
    pub fn code(&self) -> &'static str {
        match self {
            Failure::Busy { .. } => "busy",
            Failure::InputTooLarge { .. } => "input-too-large",
            Failure::OutOfFuel { .. } => "out-of-fuel",
            Failure::OutOfTime { .. } => "out-of-time",
            Failure::OutOfMemory { .. } => "out-of-memory",
            Failure::OutOfTable { .. } => "out-of-table",
            Failure::StackOverflow { .. } => "stack-overflow",
            Failure::OutputTooLarge { .. } => "output-too-large",
            Failure::AnswerUnreadable => "answer-unreadable",
            Failure::Trap { .. } => "trap",
            Failure::NoDesk => "no-desk",
            Failure::NoInstance => "no-instance",
        }
    }
}
