//! The share of sessions that a canary serves.

use anchorhold_runtime::Digest;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A share of the sessions, in thousandths
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Share {
    permille: u32,
}

/// A text that is no share
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no share: give a percentage from 0 to 100, such as `5%` or `0.5%`")]
pub struct BadShare(pub String);

impl Share {
    /// So many thousandths, at most all
    pub fn of_permille(permille: u32) -> Share {
        Share { permille: permille.min(1000) }
    }

    /// Whether a session belongs to the share. It is the same at every call, in every process and for every version of
    /// this program, and a larger share holds every session of a smaller one. The candidate takes part, so that the same
    /// sessions do not try out every version.
    pub fn holds(self, candidate: Digest, session: &str) -> bool {
        let digest = Digest::of(&[candidate.as_bytes().as_slice(), session.as_bytes()].concat());
        let [a, b, c, d, ..] = *digest.as_bytes();
        u64::from(u32::from_be_bytes([a, b, c, d])) * 1000 < u64::from(self.permille) << 32
    }
}

impl FromStr for Share {
    type Err = BadShare;

    fn from_str(text: &str) -> Result<Share, BadShare> {
        let bad = || BadShare(text.to_owned());
        let number = text.strip_suffix('%').ok_or_else(bad)?.trim();
        let (whole, tenth) = number.split_once('.').unwrap_or((number, "0"));
        let number_of = |text: &str, digits_max: usize| {
            let is_number = text.len() <= digits_max && text.bytes().all(|byte| byte.is_ascii_digit());
            if is_number { text.parse::<u32>().map_err(|_| bad()) } else { Err(bad()) }
        };
        let (whole, tenth) = (number_of(whole, 3)?, number_of(tenth, 1)?);
        let permille = whole * 10 + tenth;
        if permille <= 1000 { Ok(Share { permille }) } else { Err(bad()) }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.permille / 10, self.permille % 10) {
            (whole, 0) => write!(formatter, "{whole}%"),
            (whole, tenth) => write!(formatter, "{whole}.{tenth}%"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that cannot go on must stop")]
mod tests {
    use super::Share;
    use anchorhold_runtime::Digest;

    #[test]
    fn a_share_holds_about_so_many_sessions_and_always_the_same() {
        let candidate = Digest::of(b"candidate");
        let held = |share: Share| (0..10_000).filter(|n| share.holds(candidate, &format!("session-{n}"))).count();
        for (text, least, most) in [("0%", 0, 0), ("5%", 400, 600), ("0.5%", 25, 75), ("100%", 10_000, 10_000)] {
            let count = held(text.parse().expect("a share"));
            assert!((least..=most).contains(&count), "{text}: {count}");
        }
        let (small, large): (Share, Share) = ("5%".parse().expect("a share"), "6%".parse().expect("a share"));
        assert!((0..10_000).all(|n| {
            let session = n.to_string();
            !small.holds(candidate, &session) || large.holds(candidate, &session)
        }));
    }

    #[test]
    fn shares_are_read_as_they_are_shown() {
        for text in ["0%", "5%", "0.5%", "99.9%", "100%"] {
            assert_eq!(text.parse::<Share>().expect("a share").to_string(), text);
        }
        for wrong in ["5", "101%", "-1%", "0.05%", "%", "1e2%", "100.1%"] {
            assert!(wrong.parse::<Share>().is_err(), "{wrong}");
        }
    }
}
