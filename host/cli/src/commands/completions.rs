//! `anchorhold completions`

use crate::exit::{CommandError, Ended};
use crate::{Arguments, output};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print the completions of this command for a shell.
#[derive(Args)]
#[command(after_help = "\
Examples:
  anchorhold completions bash > ~/.local/share/bash-completion/completions/anchorhold
  anchorhold completions fish > ~/.config/fish/completions/anchorhold.fish")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Runs it
    pub fn run(&self) -> Result<Ended, CommandError> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "anchorhold", &mut script);
        output::write_bytes(&script)?;
        Ok(Ended::Permitted)
    }
}
