//! The server from its start to its end.

use crate::config::{Config, ConfigError, watch};
use crate::decisions::Decisions;
use crate::policies::{Policies, PoliciesError};
use crate::routes;
use crate::state::Server;
use crate::stores::Stores;
use crate::telemetry;
use anchorhold_flow::CompiledCache;
use std::future::IntoFuture;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch as signal;
use tokio::time::{sleep, timeout};

/// How often times are summed up
const SUMMED_UP: Duration = Duration::from_secs(5);

/// Why the server does not run
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// What it is told is unsound
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// No policy can decide
    #[error(transparent)]
    Policies(#[from] PoliciesError),
    /// The folder of the stores cannot be made
    #[error("cannot make the folder `{path}` for the stores")]
    Folder {
        /// The folder
        path: String,
        /// Why
        source: io::Error,
    },
    /// It cannot listen there
    #[error("cannot listen at {address}")]
    Listen {
        /// Where
        address: SocketAddr,
        /// Why
        source: io::Error,
    },
    /// Logs or figures cannot be set up
    #[error("cannot set up logs and figures")]
    Telemetry(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The system gives no randomness for a token
    #[error("the system gives no randomness")]
    NoRandomness(#[from] getrandom::Error),
    /// The system gives no threads, or ended the listening
    #[error("the server failed")]
    System(#[from] io::Error),
}

/// Serves until the process is told to end. `listens` is told the address once requests are taken; `embedded` is the
/// component that decides where no other is named.
///
/// # Errors
/// Where it cannot begin, or the system ends it.
pub fn serve(
    path: &Path,
    embedded: &'static [u8],
    cache: Option<CompiledCache>,
    listens: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let config = Config::read(path)?;
    let metrics = telemetry::install(&config.telemetry).map_err(ServeError::Telemetry)?;
    std::fs::create_dir_all(&config.data)
        .map_err(|source| ServeError::Folder { path: config.data.display().to_string(), source })?;
    let places = config.limits.places(thread::available_parallelism().map_or(1, usize::from));
    let policies = Arc::new(Policies::new(&config, embedded, cache, places)?);
    let decisions = Decisions::new(Arc::clone(&policies), places, &config.limits);
    let server = Server::new(&config, decisions, Stores::new(&config.data), metrics);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(run(path, &config, server, policies, listens));
    // A decision under way ends by its own wall clock; nothing is installed by this process, so nothing is half done.
    runtime.shutdown_timeout(Duration::from_secs(1));
    ended
}

async fn run(
    path: &Path,
    config: &Config,
    server: Server,
    policies: Arc<Policies>,
    listens: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|source| ServeError::Listen { address: config.listen, source })?;
    // Before anybody knows that it serves: who was told where it listens may also tell it to end.
    let told = told_to_end()?;
    listens(listener.local_addr()?);
    let tenants = Arc::clone(&server.tenants);
    tokio::spawn(watch(path.to_owned(), move |config| tenants.change(&config)));
    tokio::spawn(policies.follow());
    let metrics = server.metrics.clone();
    tokio::spawn(async move {
        // Times are summed up now and then, so that they take no room where nobody asks for them.
        loop {
            sleep(SUMMED_UP).await;
            metrics.run_upkeep();
        }
    });
    let (stop, mut stopped) = signal::channel(false);
    let ending = server.clone();
    tokio::spawn(async move {
        told.await;
        // Whoever spreads requests over several servers can see that this one takes no more.
        ending.stop();
        tracing::info!("told to end: requests under way go on");
        let _ = stop.send(true);
    });
    let mut begun = stopped.clone();
    let routes = routes::all(server, config.limits.request_bytes_max);
    let serving = axum::serve(listener, routes).with_graceful_shutdown(async move {
        let _ = stopped.wait_for(|stops| *stops).await;
    });
    let grace = config.limits.shutdown_grace();
    let mut serving = pin!(serving.into_future());
    tokio::select! {
        ended = &mut serving => return Ok(ended?),
        _ = begun.wait_for(|stops| *stops) => {}
    }
    match timeout(grace, serving).await {
        Ok(ended) => Ok(ended?),
        Err(_) => {
            tracing::warn!("requests were still under way at the end of the grace");
            Ok(())
        }
    }
}

/// What waits for Ctrl-C or, on Unix, for SIGTERM. From its making on neither ends the process by itself.
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        Ok(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
    }
    #[cfg(windows)]
    {
        let mut interrupt = tokio::signal::windows::ctrl_c()?;
        Ok(async move {
            interrupt.recv().await;
        })
    }
}
