//! The exports of the component: each takes records, moves their strings into the types of the rules, and moves those
//! of the answer back.

mod bindings;
mod cases;
mod exports;
mod give;
mod runtime;
mod take;
