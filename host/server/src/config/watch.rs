//! Changes of the configuration apply while the server runs.

use super::Config;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

/// How often the file is looked at. It is read and not watched for events: those tell nothing where a folder of
/// configurations is swapped by a link, as orchestrators do.
const LOOK: Duration = Duration::from_secs(1);

/// Reads the file again and again, and gives each sound change to `apply`. An unsound one is told once, and what holds
/// goes on to hold.
pub async fn watch(path: PathBuf, apply: impl Fn(Config) + Send + 'static) {
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut last = text_of(&path);
    loop {
        looks.tick().await;
        let text = text_of(&path);
        if text == last {
            continue;
        }
        match Config::read(&path) {
            Ok(config) => {
                tracing::info!(path = %path.display(), "the configuration was changed");
                metrics::counter!("anchorhold_config_changes_total", "outcome" => "applied").increment(1);
                apply(config);
            }
            Err(error) => {
                let cause = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
                tracing::error!(%error, cause, "the changed configuration is not taken; the one before holds");
                metrics::counter!("anchorhold_config_changes_total", "outcome" => "refused").increment(1);
            }
        }
        last = text;
    }
}

fn text_of(path: &Path) -> Option<String> {
    std::fs::read_to_string(path).ok()
}
