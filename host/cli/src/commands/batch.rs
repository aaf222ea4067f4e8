//! `anchorhold batch`

use crate::exit::{CommandError, Ended};
use crate::options::Global;
use crate::{host, serving};
use anchorhold_flow::Tokens;
use clap::{Args, ValueEnum};
use std::io::{self, BufReader, BufWriter};

/// Answer calls on standard input, one JSON object a line, with one line each, in order.
#[derive(Args)]
#[command(after_help = "\
Example:
  echo '{\"call\": \"plan\", \"request\": {\"window\": [{\"id\": \"m1\", \"kind\": \"user-request\", \"text\": \"ship 4.2\"}],
         \"budget\": {\"limit_tokens\": 8000}}}' | tr -d '\\n' | anchorhold batch

Calls whose names begin with `effects.` are about the ledger in the store: `effects.judge`, `effects.record`,
`effects.settle`, `effects.abandon`, `effects.list`.

Each answer is {\"ok\": …}, {\"input_error\": …} or {\"failure\": …}; whatever a line holds, the next one is answered.
The exit status tells only whether the batch itself came to its end.")]
pub struct Batch {
    /// Where the sizes of elements come from that a request does not say: `policy` estimates them, `o200k` counts them
    #[arg(long, value_enum, default_value_t = TokensOption::Policy)]
    tokens: TokensOption,
}

#[derive(Clone, Copy, ValueEnum)]
enum TokensOption {
    Policy,
    O200k,
}

impl Batch {
    /// Runs it
    pub fn run(&self, global: &Global) -> Result<Ended, CommandError> {
        const BUFFER_BYTES: usize = 1 << 16;
        let tokens = match self.tokens {
            TokensOption::Policy => Tokens::AsGiven,
            TokensOption::O200k => Tokens::Counted,
        };
        let mut batch = anchorhold_flow::Batch::new(serving::desk(global, "")?, tokens);
        if let Ok(place) = host::store_path(global) {
            batch = batch.with_store(place);
        }
        let mut input = BufReader::with_capacity(BUFFER_BYTES, io::stdin().lock());
        let mut output = BufWriter::with_capacity(BUFFER_BYTES, io::stdout().lock());
        batch.run(&mut input, &mut output)?;
        Ok(Ended::Permitted)
    }
}
