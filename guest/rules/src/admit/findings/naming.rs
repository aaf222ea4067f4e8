//! The names in a summary that the window does not hold, each with the name of the window that it resembles.

use super::abbreviation;
use super::context::Context;
use super::distance;
use super::items::Item;
use crate::scan::{Family, Kind, tokens};
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

/// A name that the window does not hold
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// Its place among the items of the summary
    pub item: usize,
    /// Whether it can only be a name: no word of a language and no name that everybody knows has its shape
    pub hard: bool,
    /// Whether it is a place: a path, a file or a URL
    pub is_place: bool,
    /// The name of the window that it resembles
    pub twin: Option<Twin>,
}

/// A name of the window
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Twin {
    /// The name
    pub text: String,
    /// The element in which it stands
    pub element: usize,
    /// How far it is, the nearer the smaller
    distance: usize,
}

/// More names than these are not looked at: a summary with so many faults is sent back for the first ones
const MOST: usize = 24;

/// The names of the summary that neither the window nor anything beside it holds
pub fn unknown(context: &Context<'_, '_>) -> Vec<Unknown> {
    let summary = &context.summary;
    let mut seen = BTreeSet::new();
    let mut found: Vec<Unknown> = Vec::new();
    // Whether what is read stands between backticks; they pair within a line.
    let mut ticked = false;
    let mut end_before = 0usize;
    for (place, item) in summary.items.iter().enumerate() {
        if found.len() >= MOST {
            break;
        }
        let between = summary.text.as_bytes().get(end_before..item.span.start).unwrap_or_default();
        end_before = item.span.end;
        for byte in between {
            match byte {
                b'\n' => ticked = false,
                b'`' => ticked = !ticked,
                _ => {}
            }
        }
        if !is_name(summary.text, item, ticked) || !seen.insert(item.hash) || is_held(context, place, item) {
            continue;
        }
        let name = item.of_text(summary.text);
        found.push(Unknown {
            item: place,
            hard: is_hard(name, item.kind, ticked)
                && !is_placeholder(summary.text, item)
                && !is_restyled(context, name),
            is_place: item.kind.family() == Family::Path,
            twin: None,
        });
    }
    if !found.is_empty() {
        find_twins(context, &mut found);
    }
    found
}

fn is_name(text: &str, item: &Item, ticked: bool) -> bool {
    match item.kind.family() {
        Family::Identifier | Family::Path => !is_clock(item.of_text(text)),
        Family::Prose => ticked && item.kind == Kind::Word && item.of_text(text).contains('-'),
        Family::Number | Family::Opaque => false,
    }
}

/// `16h30` is a time of day
fn is_clock(name: &str) -> bool {
    name.split_once(['h', 'H']).is_some_and(|(hours, minutes)| {
        let is_part = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        is_part(hours) && is_part(minutes)
    })
}

/// Whether the window, or what was given beside it, holds a name
fn is_held(context: &Context<'_, '_>, place: usize, item: &Item) -> bool {
    // A path counts as known under its last part as well, which proves nothing about the path.
    let has_parts = item.kind.family() == Family::Path && item.of_text(context.summary.text).contains(['/', '\\']);
    if !has_parts && context.term_of(place).is_some_and(|term| context.window.holds(term)) {
        return true;
    }
    let name = item.of_text(context.summary.text);
    let bare = name.trim_start_matches('#').trim_start_matches("./").trim_end_matches('/');
    if stands(context, bare) || abbreviation::is_of_window(context, item) {
        return true;
    }
    match item.kind {
        Kind::Path | Kind::Url => {
            let other = if bare.contains('\\') {
                bare.replace("\\\\", "/").replace('\\', "/")
            } else {
                bare.replace('/', "\\")
            };
            let numbered = bare.split_once('/').filter(|(first, _)| first.bytes().all(|byte| byte.is_ascii_digit()));
            let of_remote = bare
                .strip_prefix("origin/")
                .or_else(|| bare.strip_prefix("upstream/"))
                .or_else(|| bare.split_once('@').and_then(|(_, host)| Some(host.split_once(':')?.1)));
            let repository = of_remote.map(|rest| rest.trim_end_matches(".git"));
            repository.is_some_and(|rest| rest.contains('/') && stands(context, rest))
                || numbered.is_some_and(|(_, rest)| stands(context, rest))
                || stands(context, &other)
                || stands(context, &other.replace('\\', "\\\\"))
                || is_put_together(context, bare)
        }
        // `WP14-WP20` is a span of two codes.
        Kind::Code if bare.contains('-') && bare.split('-').all(is_coded) => {
            bare.split('-').all(|part| stands(context, part))
        }
        Kind::Variable if bare.starts_with('$') => stands(context, bare.trim_start_matches('$')),
        // `Features.Yash` of a window that says `func (f Features) Yash`.
        Kind::Symbol if bare.contains(['.', ':']) => {
            bare.split(['.', ':']).filter(|part| part.len() > 1).all(|part| stands(context, part))
        }
        _ => false,
    }
}

/// Whether a part of a code has letters and digits of its own
fn is_coded(part: &str) -> bool {
    part.bytes().any(|byte| byte.is_ascii_alphabetic()) && part.bytes().any(|byte| byte.is_ascii_digit())
}

/// `<worktreeHash>` stands for a name and is none
fn is_placeholder(text: &str, item: &Item) -> bool {
    text.get(..item.span.start).is_some_and(|before| before.ends_with('<'))
}

/// Whether a name is made of words that stand in the window side by side, or as a name of another style: `unchanged_lines`
/// of `unchanged lines`, `agent_added_lines` of `agentAddedLines`. It misleads, but nobody takes it for another thing.
fn is_restyled(context: &Context<'_, '_>, name: &str) -> bool {
    let mut phrase = String::new();
    let mut before = ' ';
    for letter in name.chars() {
        let begins = letter.is_ascii_uppercase() && before.is_ascii_lowercase();
        if begins || matches!(letter, '_' | '-') {
            phrase.push(' ');
        }
        if !matches!(letter, '_' | '-') {
            phrase.push(letter.to_ascii_lowercase());
        }
        before = letter;
    }
    let words: Vec<&str> = phrase.split(' ').filter(|word| !word.is_empty()).collect();
    if words.len() < 2 || words.iter().any(|word| word.bytes().any(|byte| byte.is_ascii_digit())) {
        return false;
    }
    let camel: String = words
        .iter()
        .enumerate()
        .map(|(place, word)| if place == 0 { (*word).into() } else { capitalized(word) })
        .collect();
    let pascal: String = words.iter().map(|word| capitalized(word)).collect();
    [words.join(" "), words.join("_"), words.join("-"), camel, pascal]
        .iter()
        .any(|form| form != name && stands(context, form))
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// Whether a path is put together of a directory of the window and of what stands there without it: the working directory
/// and a path that begins in it, or any directory and the name of a file that is never given with another one
fn is_put_together(context: &Context<'_, '_>, path: &str) -> bool {
    let Some((directory, file)) = path.rsplit_once('/') else { return false };
    if !file.is_empty() && stands(context, directory) && stands_alone(context, file) {
        return true;
    }
    let is_whole = path.starts_with(['/', '~']) || path.as_bytes().get(1) == Some(&b':');
    let mut borders = path.match_indices('/').map(|(at, _)| at).filter(|at| *at > 0);
    is_whole
        && borders.any(|at| {
            let (root, rest) =
                (path.get(..at).unwrap_or_default(), path.get(at.saturating_add(1)..).unwrap_or_default());
            rest.contains('/') && stands(context, rest) && is_root(context, root)
        })
}

/// Whether the texts hold a directory as a whole, with nothing below it
fn is_root(context: &Context<'_, '_>, directory: &str) -> bool {
    texts(context).any(|text| {
        occurs(text, directory, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'/' | b'-' | b'.'))
    })
}

/// Whether the texts hold a name, with nothing that could belong to it on either side
pub fn stands(context: &Context<'_, '_>, name: &str) -> bool {
    !name.is_empty()
        && texts(context).any(|text| occurs(text, name, |byte| byte.is_ascii_alphanumeric() || byte == b'_'))
}

/// Whether the texts hold the name of a file, and never with a directory before it
fn stands_alone(context: &Context<'_, '_>, file: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'/' | b'\\' | b'-');
    let mut alone = false;
    for text in texts(context) {
        if occurs(text, file, |byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            if !all_alone(text, file) {
                return false;
            }
            alone |= occurs(text, file, is_part);
        }
    }
    alone
}

fn all_alone(text: &str, file: &str) -> bool {
    memchr::memmem::find_iter(text.as_bytes(), file.as_bytes())
        .all(|at| !matches!(at.checked_sub(1).and_then(|at| text.as_bytes().get(at)), Some(b'/' | b'\\')))
}

pub fn occurs(text: &str, name: &str, is_part: impl Fn(u8) -> bool) -> bool {
    memchr::memmem::find_iter(text.as_bytes(), name.as_bytes()).any(|at| {
        let before = at.checked_sub(1).and_then(|at| text.as_bytes().get(at));
        let after = text.as_bytes().get(at.saturating_add(name.len()));
        // In text that was escaped twice a line end is a backslash and an `n`.
        let escaped = matches!(before, Some(b'n' | b't' | b'r'))
            && at.checked_sub(2).and_then(|at| text.as_bytes().get(at)) == Some(&b'\\');
        (escaped || !before.is_some_and(|byte| is_part(*byte))) && !after.is_some_and(|byte| is_part(*byte))
    })
}

/// All texts that a summary may speak of
pub fn texts<'t>(context: &'t Context<'_, '_>) -> impl Iterator<Item = &'t str> {
    let request = context.request;
    let window = request.window.iter().map(|element| element.text.as_ref());
    let tools = request.window.iter().filter_map(|element| element.call()).map(|call| call.tool.as_ref());
    let beside = request.external.iter().chain(&request.open_work).map(|text| text.as_ref());
    let plan = request.plan.iter().map(|step| step.text.as_ref());
    let state = request.state.iter().flat_map(|assertion| [assertion.key.as_ref(), assertion.value.as_ref()]);
    let pins = request.pins.iter().map(|pin| pin.text.as_ref());
    let ledger = request.ledger.iter().flat_map(|effect| {
        let keys = [effect.idempotency_key.as_deref(), effect.arguments.as_deref(), effect.outcome.as_deref()];
        [effect.id.as_ref(), effect.action.as_ref(), effect.target.as_ref()]
            .into_iter()
            .chain(keys.into_iter().flatten())
    });
    let host = core::iter::once(context.host_text);
    window.chain(tools).chain(beside).chain(plan).chain(state).chain(pins).chain(ledger).chain(host)
}

/// Whether only a name can have this shape
fn is_hard(name: &str, kind: Kind, ticked: bool) -> bool {
    let digits = name.bytes().filter(u8::is_ascii_digit).count();
    let letters = name.bytes().filter(u8::is_ascii_alphabetic).count();
    match kind {
        Kind::Uuid | Kind::Ulid | Kind::Digest | Kind::Email | Kind::Address | Kind::Flag => true,
        Kind::Variable => letters >= 4,
        Kind::Url | Kind::Host => true,
        Kind::Version => digits >= 3,
        Kind::Code => {
            // `AAVM8M` stands for a booking; in small letters it could be a word with a number.
            let capitals =
                name.len() >= 5 && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
            !is_known_code(name) && (digits >= 3 || letters >= 2 && digits >= 2 || (ticked || capitals) && digits >= 1)
        }
        Kind::Symbol => name.contains('_') || ticked || humps(name) >= 3 && digits == 0,
        Kind::Path => is_hard_path(name, ticked),
        Kind::Word => ticked,
        _ => false,
    }
}

/// Whether a path cannot be words with strokes between them, and leaves nothing out
fn is_hard_path(path: &str, ticked: bool) -> bool {
    let inner = path.trim_end_matches('/');
    let marked = inner.contains(['.', '_', '~', '\\'])
        || inner.starts_with('/')
        || inner.bytes().any(|byte| byte.is_ascii_digit());
    !path.contains("...") && (ticked || marked && inner.contains(['/', '\\']))
}

/// Standards and machines that nobody has to read off a window
fn is_known_code(name: &str) -> bool {
    const KNOWN: [&str; 14] =
        ["utf", "sha", "md", "base", "iso", "rfc", "ipv", "x", "amd", "arm", "http", "tls", "oauth", "python"];
    let stem = name.trim_end_matches(|last: char| last.is_ascii_digit() || matches!(last, '-' | '_' | '.'));
    KNOWN.iter().any(|known| stem.eq_ignore_ascii_case(known))
}

fn humps(name: &str) -> usize {
    let lower_upper =
        |two: &&[u8]| matches!(two, [left, right] if left.is_ascii_lowercase() && right.is_ascii_uppercase());
    name.as_bytes().windows(2).filter(lower_upper).count().saturating_add(1)
}

/// Looks through the window once more for what the unknown names resemble
fn find_twins(context: &Context<'_, '_>, unknown: &mut [Unknown]) {
    for (element, content) in context.request.window.iter().enumerate() {
        let text: &str = &content.text;
        for token in tokens(text) {
            let is_candidate = match token.kind.family() {
                Family::Identifier | Family::Path => true,
                Family::Prose => token.kind == Kind::Word && token.of(text).contains('-'),
                Family::Number | Family::Opaque => false,
            };
            if is_candidate {
                for one in unknown.iter_mut() {
                    offer(context, one, token.kind, token.of(text), element);
                }
            }
        }
    }
}

/// Takes `name` as the twin of `unknown` if it is nearer than what it has
fn offer(context: &Context<'_, '_>, unknown: &mut Unknown, kind: Kind, name: &str, element: usize) {
    let Some(item) = context.summary.items.get(unknown.item) else { return };
    let sought = item.of_text(context.summary.text);
    let is_place = kind.family() == Family::Path;
    let distance = match (unknown.is_place, is_place) {
        (true, true) => distance::of_places(sought, name),
        (false, false) => distance::of_names(sought, abbreviation::head(sought, name).unwrap_or(name)),
        // `#7112` beside `…/issues/7121`
        (false, true) => name
            .rsplit('/')
            .next()
            .and_then(|last| distance::of_names(sought.trim_start_matches('#'), last))
            .filter(|_| sought.len() >= 5),
        (true, false) => None,
    };
    let Some(distance) = distance.filter(|distance| *distance > 0) else { return };
    if unknown.twin.as_ref().is_none_or(|twin| distance < twin.distance) {
        unknown.hard |= is_numbered(sought) && is_numbered(name);
        unknown.twin = Some(Twin { text: name.into(), element, distance });
    }
}

/// Whether a name is letters and a number of two digits or more, as `J-77` is
fn is_numbered(name: &str) -> bool {
    name.split_once('-').is_some_and(|(letters, number)| {
        (1..=6).contains(&letters.len())
            && letters.bytes().all(|byte| byte.is_ascii_uppercase())
            && number.len() >= 2
            && number.bytes().all(|byte| byte.is_ascii_digit())
    }) && !is_known_code(name)
}
