//! Whether a pass may begin, and what it owes.
//!
//! A plan is worked out in one direction: `crate::validate` takes the request as it is or names what is wrong with it;
//! `survey` says what each element is worth and which elements stand or fall together; `layout` decides what stays;
//! `carry` writes down what must be known without asking; `refusals` looks at the whole and says why not, if not.

mod brief;
mod carry;
mod draft;
mod duties;
mod layout;
mod literal;
mod losses;
pub mod refusals;
mod survey;
mod units;

pub(crate) use brief::repeated_instruction;
pub(crate) use carry::{FIRST_LINE_TOKENS, SUMMARY_HEADING, summary_heading};
pub(crate) use draft::Draft;
pub(crate) use survey::share;

use crate::error::InputError;
use crate::request::Request;
use crate::verdict::{Refusal, Verdict};

/// Decides whether a pass may begin, and what it owes
///
/// # Errors
/// `request` breaks a stated rule.
pub fn plan(request: &Request<'_>) -> Result<Verdict, InputError> {
    let draft = Draft::of(request)?;
    let refusals = refusals::all(&draft);
    Ok(match Refusal::of(refusals, &draft) {
        Some(refusal) => Verdict::Refuse(refusal),
        None => Verdict::Proceed(draft.into_plan()),
    })
}
