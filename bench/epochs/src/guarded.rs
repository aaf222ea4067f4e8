//! The guarded arm: the policy plans and admits; what leaves goes to the archive and stays in an index of the originals.

use crate::arm::{Arm, Pass};
use crate::index::{Index, RETURNED};
use crate::session::size;
use crate::summary;
use crate::vectors::Space;
use anchorhold_rules::admission::{Admission, Candidate, NextElement, Receipts, Seal};
use anchorhold_rules::admit::admit;
use anchorhold_rules::plan::plan;
use anchorhold_rules::request::{Budget, BuiltIndex, IndexState, InstalledText, PassMode, ProbeOutcome, Request};
use anchorhold_rules::settings::Preset;
use anchorhold_rules::tokens::estimate;
use anchorhold_rules::verdict::Treatment;
use anchorhold_rules::verdict::{Disposition, Duty, Plan, Reason, Remedy, Verdict};
use anchorhold_rules::window::{Effect, Element, ElementKind, Standing};
use anchorhold_store::{Digest, Leaving, NewPass, PassMode as KeptMode, PassProgress, Store};
use tempfile::TempDir;

/// Which index is asked
pub enum Search {
    /// The one that the other arms have too
    Same(Index),
    /// That of the store: what left, written with each pass
    Store,
}

/// Compacts as the policy says
pub struct Guarded {
    budget: u32,
    seed: u64,
    kept: Vec<Element<'static>>,
    ledger: Vec<Effect<'static>>,
    installed: Vec<InstalledText>,
    search: Search,
    store: Store,
    folder: TempDir,
}

/// The session, by its name in the store
const SESSION: &str = "session";

/// A pass that may be installed
struct Ready {
    plan: Plan,
    seal: Seal,
}

impl Guarded {
    /// An empty window
    ///
    /// # Errors
    /// Where the store or the index cannot be made.
    pub fn new(budget: u32, seed: u64, search: Search) -> Result<Guarded, String> {
        let folder = TempDir::new().map_err(|error| error.to_string())?;
        let store = Store::open(&folder.path().join("store.db")).map_err(|error| error.to_string())?;
        Ok(Guarded { budget, seed, kept: Vec::new(), ledger: Vec::new(), installed: Vec::new(), search, store, folder })
    }

    fn tokens(&self) -> u32 {
        self.kept.iter().map(size).sum()
    }

    fn request(&self, epoch: u32, limit_tokens: u32) -> Request<'static> {
        let budget = Budget { limit_tokens, reserve_tokens: 0, overhead_tokens: 0, limit_bytes: None };
        let mut request = Request::new(self.kept.clone(), budget, Preset::Standard);
        request.sequence = u64::from(epoch) + 1;
        request.current_epoch = epoch;
        request.ledger = self.ledger.clone();
        request.installed = self.installed.clone();
        request.index = IndexState::Built(BuiltIndex { queries_logged: true, ..BuiltIndex::default() });
        request
    }

    /// Plans and admits as a host does. `None`: the policy has nothing to gain. The flag tells that the budget was raised.
    fn pass(&mut self, epoch: u32) -> Result<Option<(Ready, bool)>, String> {
        let mut request = self.request(epoch, self.budget);
        let mut is_over = false;
        for _ in 0..12 {
            let plan = match plan(&request).map_err(|error| format!("{error:?}"))? {
                Verdict::Proceed(plan) => plan,
                Verdict::Refuse(refusal) => {
                    if refusal.reasons.iter().any(|reason| matches!(reason, Reason::NothingToGain { .. })) {
                        return Ok(None);
                    }
                    let remedy = refusal.remedies.first().ok_or("a refusal without a remedy")?;
                    is_over |= matches!(remedy, Remedy::RaiseBudget(_));
                    self.follow(&mut request, remedy)?;
                    continue;
                }
            };
            match admit(&request, &receipts(&plan), &self.candidate(&plan)).map_err(|error| format!("{error:?}"))? {
                Admission::Admitted(seal) => return Ok(Some((Ready { plan, seal }, is_over))),
                Admission::Retry(_) => request.attempts += 1,
                Admission::Refused(_) if request.mode == PassMode::Spill => break,
                Admission::Refused(_) => request.mode = PassMode::Spill,
            }
        }
        Err("a pass did not end".to_owned())
    }

    /// Does what a remedy says
    fn follow(&self, request: &mut Request<'static>, remedy: &Remedy) -> Result<(), String> {
        match remedy {
            Remedy::Probe(places) => self.probe(request, places)?,
            Remedy::Keep(places) => {
                for place in places {
                    if let Some(element) = request.window.get_mut(*place) {
                        element.pin = Some(Standing::Active);
                    }
                }
            }
            Remedy::RaiseBudget(tokens) => request.budget.limit_tokens = *tokens,
            _ => request.mode = PassMode::Spill,
        }
        Ok(())
    }

    /// Asks the index for what would leave, in the words that the policy gives
    fn probe(&self, request: &mut Request<'static>, places: &[usize]) -> Result<(), String> {
        let duties = anchorhold_rules::recall::probes(request).map_err(|error| format!("{error:?}"))?;
        let all = leaving(&self.kept, |_| Some(("", true)));
        let shelf = match &self.search {
            Search::Same(_) => None,
            Search::Store => Some(self.store.shelf(SESSION, &all).map_err(|error| error.to_string())?),
        };
        for place in places {
            let Some(element) = request.window.get(*place) else { continue };
            let Some(duty) = duties.iter().find(|duty| duty.element == *place) else { continue };
            let mut outcome = ProbeOutcome { element: element.id.clone(), query: "".into(), returned: false };
            for query in &duty.queries {
                outcome.query = query.clone().into();
                outcome.returned = match (&self.search, &shelf) {
                    (Search::Same(index), _) => index.search(query)?.iter().any(|(id, _)| *id == element.id),
                    (Search::Store, None) => false,
                    (Search::Store, Some(shelf)) => {
                        let text = Digest::of(element.text.as_bytes());
                        let found = shelf.ask(query, RETURNED).map_err(|error| error.to_string())?;
                        found.iter().any(|found| found.entry.text == text)
                    }
                };
                if outcome.returned {
                    break;
                }
            }
            request.probes.push(outcome);
        }
        Ok(())
    }

    /// Puts what leaves into the archive and the store's index, as a host does when it commits
    fn keep(&mut self, plan: &Plan) -> Result<(), Box<dyn std::error::Error>> {
        let sequence = self.store.begin_pass(NewPass {
            session: SESSION,
            mode: KeptMode::Spill,
            revision: 0,
            policy: Digest::of(b""),
            episode: None,
            document_before: Digest::of(b""),
            transcript: "",
            out: "",
        })?;
        let leaving = leaving(&self.kept, |place| {
            let Treatment { classification, disposition, .. } = plan.treatments.get(place)?;
            let is_kept = matches!(disposition, Disposition::Keep(_));
            (!is_kept).then_some((classification.chain.as_str(), classification.anchor))
        });
        match &self.search {
            Search::Same(_) => {
                let texts: Vec<&[u8]> = leaving.iter().map(|element| element.text.as_bytes()).collect();
                self.store.archive(&texts)?;
            }
            Search::Store => {
                let turn = self.store.turn(sequence)?;
                turn.index(SESSION, &leaving)?;
                turn.take(&PassProgress::Committed { document_after: Digest::of(b"") }, "{}")?;
            }
        }
        Ok(())
    }

    fn candidate(&self, plan: &Plan) -> Candidate<'static> {
        let Some(brief) = &plan.brief else { return Candidate::default() };
        let texts: Vec<&str> =
            brief.elements.iter().filter_map(|place| self.kept.get(*place)).map(|one| one.text.as_ref()).collect();
        let space = Space::of(texts.iter().copied(), self.seed);
        let room = plan.sizes.summary_room.min(self.budget / 10);
        Candidate { text: summary::extract(&space, &texts, room).into(), ..Candidate::default() }
    }

    fn install(&mut self, ready: &Ready) -> Result<Pass, String> {
        let mut pass = Pass::default();
        for (element, treatment) in self.kept.iter().zip(&ready.plan.treatments) {
            match treatment.disposition {
                Disposition::Keep(_) => continue,
                Disposition::Summarize if ready.plan.brief.is_some() => {
                    pass.summarized_tokens += u64::from(treatment.tokens);
                }
                _ => pass.set_aside_tokens += u64::from(treatment.tokens),
            }
            pass.left.push(element.id.to_string());
        }
        self.keep(&ready.plan).map_err(|error| error.to_string())?;
        self.ledger.extend(ready.plan.duties.iter().filter_map(|duty| match duty {
            Duty::Ledger(effect) => Some(effect.clone()),
            Duty::Archive(_) | Duty::Probe(_) => None,
        }));
        let marker = ready.plan.carry.marker;
        let next = ready.seal.next.iter().filter_map(|one| match one {
            NextElement::Kept(place) => self.kept.get(*place).cloned(),
            NextElement::Carry(text) => {
                let mut element = Element::new(
                    format!("carry-{}", marker.sequence.unwrap_or(0)),
                    ElementKind::Summary(marker),
                    text.clone(),
                );
                element.tokens = Some(estimate(text));
                Some(element)
            }
        });
        let next: Vec<Element<'static>> = next.collect();
        self.installed.extend(ready.seal.next.iter().filter_map(|one| match one {
            NextElement::Carry(text) => {
                Some(InstalledText { digest: anchorhold_rules::digest::Digest::of(text.as_bytes()), marker })
            }
            NextElement::Kept(_) => None,
        }));
        self.kept = next;
        Ok(pass)
    }
}

impl Arm for Guarded {
    fn name(&self) -> &'static str {
        match self.search {
            Search::Same(_) => "Anchorhold, the same search",
            Search::Store => "Anchorhold",
        }
    }

    fn end_epoch(&mut self, epoch: u32, brought: &[Element<'static>]) -> Result<Pass, String> {
        self.kept.extend_from_slice(brought);
        if let Search::Same(index) = &self.search {
            brought.iter().try_for_each(|element| index.add(&element.id, &element.text))?;
        }
        let mut pass = Pass::default();
        if self.tokens() > self.budget
            && let Some((ready, is_over)) = self.pass(epoch)?
        {
            pass = self.install(&ready)?;
            pass.is_over = is_over;
        }
        pass.tokens = u64::from(self.tokens());
        Ok(pass)
    }

    fn window(&self) -> Vec<&str> {
        self.kept.iter().map(|element| element.text.as_ref()).collect()
    }

    fn search(&mut self, words: &str) -> Result<Vec<(String, String)>, String> {
        let found = match &self.search {
            Search::Same(index) => return index.search(words),
            Search::Store => self.store.ask(words, Some(SESSION), RETURNED).map_err(|error| error.to_string())?,
        };
        let texts = found.into_iter().map(|found| {
            let text = self.store.read(found.entry.text).map_err(|error| error.to_string())?;
            Ok((found.entry.element, String::from_utf8_lossy(&text).into_owned()))
        });
        texts.collect()
    }

    fn stored_bytes(&self) -> Result<u64, String> {
        let files = std::fs::read_dir(self.folder.path()).map_err(|error| error.to_string())?;
        let store: u64 = files.filter_map(|file| file.ok()?.metadata().ok()).map(|file| file.len()).sum();
        Ok(match &self.search {
            Search::Same(index) => store + index.bytes()?,
            Search::Store => store,
        })
    }
}

/// What a host that does all its duties can show
fn receipts(plan: &Plan) -> Receipts<'static> {
    let mut receipts = Receipts { window: Some(plan.window), ..Receipts::default() };
    for duty in &plan.duties {
        match duty {
            Duty::Archive(duty) => receipts.archived.push(duty.digest),
            Duty::Ledger(effect) => receipts.ledgered.push(effect.id.clone()),
            Duty::Probe(_) => {}
        }
    }
    receipts
}

/// The raw elements of a window of which the chain is told, and whether they establish state
fn leaving<'a>(window: &'a [Element<'static>], told: impl Fn(usize) -> Option<(&'a str, bool)>) -> Vec<Leaving<'a>> {
    let raw = window.iter().enumerate().filter(|(_, element)| !matches!(element.kind, ElementKind::Summary(_)));
    let leaving = raw.filter_map(|(place, element)| {
        let (chain, is_anchor) = told(place)?;
        let call = match element.result() {
            Some(result) => window.iter().filter_map(Element::call).find(|call| call.call_id == result.call_id),
            None => element.call(),
        };
        Some(Leaving {
            element: &element.id,
            kind: if element.result().is_some() { "tool-result" } else { "other" },
            tool: call.map(|call| call.tool.as_ref()),
            arguments: call.filter(|_| element.result().is_some()).map(|call| call.arguments.as_ref()),
            chain,
            is_anchor,
            text: &element.text,
        })
    });
    leaving.collect()
}
