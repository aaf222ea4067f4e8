//! What was done in the window: calls that changed something, and calls that read something and were answered.

use super::context::Context;
use super::items::{self, Item, is_one_of};
use super::stem;
use crate::scan::{Family, Kind};
use crate::window::{CallOutcome, EffectStatus};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// A call that came to its end
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// The place of the call in the window
    pub element: usize,
    /// The place of its answer
    pub answer: usize,
    /// It changed something
    pub is_effect: bool,
    /// It keeps a list of what is to be done, and does nothing of it
    pub is_bookkeeping: bool,
    /// It starts another agent, whose deeds are its own
    pub delegates: bool,
    /// Its text can hold anything: a prompt, a file, a patch
    pub is_writing: bool,
    /// It is a command for a shell
    pub is_command: bool,
    /// It is a command that can write files which it does not name
    pub may_write: bool,
    /// The hashes of what says what it does, in order of their size: its name, and a command
    verbs: Vec<u64>,
    /// The hashes of what stands in its name and its arguments, in order of their size
    words: Vec<u64>,
}

impl Deed {
    /// Whether its name or its arguments hold a word or a name
    pub fn holds(&self, hash: u64) -> bool {
        self.words.binary_search(&hash).is_ok()
    }

    /// Whether its name or its command holds a word
    pub fn is_done_by(&self, hash: u64) -> bool {
        self.verbs.binary_search(&hash).is_ok()
    }

    /// Whether its name or its command holds a word of the group
    pub fn does(&self, group: &Group) -> bool {
        group.words.iter().any(|word| self.verbs.binary_search(&stem::hash(word)).is_ok())
    }
}

/// Words for one kind of deed
#[derive(Debug)]
pub struct Group {
    /// Words that name it, in any form
    pub words: &'static [&'static str],
}

impl Group {
    /// Whether an item is one of its words, or where words have no spaces between them, holds one
    pub fn is_said_by(&self, text: &str, item: &Item) -> bool {
        if item.kind == Kind::Ideographs {
            return self.words.iter().any(|word| !word.is_ascii() && item.of_text(text).contains(word));
        }
        self.words.iter().any(|word| item.hash == stem::hash(word))
    }
}

/// The kinds of deed that a summary can speak of
pub static GROUPS: [Group; 19] = [
    Group {
        words: &[
            "cancel",
            "cancellation",
            "canceled",
            "cancelled",
            "storniert",
            "stornieren",
            "cancelado",
            "cancelada",
            "cancelar",
            "annulé",
            "annulée",
            "annuler",
            "取消",
            "キャンセル",
        ],
    },
    Group {
        words: &[
            "transfer",
            "handed",
            "hand",
            "escalate",
            "escalated",
            "handoff",
            "weitergeleitet",
            "weiterleiten",
            "transferir",
            "transferido",
            "transférer",
            "转接",
            "転送",
        ],
    },
    Group {
        words: &["return", "submit", "submitted", "zurückgeben", "devolver", "devuelto", "retourner", "退货", "返品"],
    },
    Group {
        words: &[
            "delete",
            "remove",
            "rm",
            "rmtree",
            "unlink",
            "clean",
            "purge",
            "drop",
            "wiped",
            "erase",
            "destroy",
            "gelöscht",
            "borró",
            "eliminado",
            "supprimé",
            "supprimer",
            "löschen",
            "borrar",
            "eliminar",
            "删除",
            "削除",
        ],
    },
    Group {
        words: &[
            "send", "sent", "email", "emailed", "notify", "notified", "inform", "informed", "message", "announce",
            "post", "posted", "tell", "mail", "gesendet", "senden", "enviar", "enviado", "envoyer", "envoyé", "发送",
            "送信",
        ],
    },
    Group {
        words: &["book", "booked", "reserve", "reserved", "buchen", "gebucht", "reservar", "réserver", "预订", "予約"],
    },
    Group {
        words: &["create", "open", "opened", "file", "filed", "register", "raise", "erstellt", "creado", "créé"]
    },
    Group { words: &["merge", "merged", "rebase"] },
    Group { words: &["push", "pushed"] },
    Group { words: &["commit", "committed"] },
    Group { words: &["deploy", "publish", "release", "rollout", "ship", "shipped", "部署", "デプロイ"] },
    Group { words: &["install", "installed", "installiert", "instalado"] },
    Group { words: &["launch", "spawn", "start", "started", "task", "agent", "subagent"] },
    Group { words: &["refund", "refunded", "redeem", "redeemed", "pay", "paid", "charge", "charged", "payment"] },
    Group { words: &["schedule", "scheduled", "cron"] },
    Group { words: &["migrate", "migration", "migrated"] },
    Group { words: &["restart", "reboot"] },
    Group { words: &["rotate", "revoke"] },
    Group { words: &["restore", "rollback"] },
];

/// Words for a change of a thing that goes on to exist: what became of it, other words must say
pub static CHANGE: Group = Group {
    words: &[
        "update",
        "change",
        "modify",
        "upgrade",
        "downgrade",
        "switch",
        "adjust",
        "set",
        "edit",
        "move",
        "convert",
        "replace",
        "ändern",
        "geändert",
        "umgebucht",
        "umbuchen",
        "aktualisiert",
        "cambiar",
        "cambiado",
        "bajar",
        "subir",
        "actualizar",
        "modificar",
        "modifier",
        "modifié",
        "changer",
        "alterar",
        "atualizar",
        "修改",
        "更改",
        "变更",
        "升级",
        "降级",
        "変更",
    ],
};

/// Words that say that something is done without saying what
pub const ANY_DEED: [&str; 14] = [
    "made",
    "done",
    "run",
    "executed",
    "performed",
    "applied",
    "carried",
    "issued",
    "called",
    "submitted",
    "completed",
    "make",
    "execute",
    "perform",
];

/// The deeds of the window, in order
pub fn of_window(context: &Context<'_, '_>) -> Vec<Deed> {
    let window = &context.request.window;
    let answered: BTreeMap<&str, usize> = window
        .iter()
        .enumerate()
        .filter_map(|(place, element)| Some((place, element.result()?)))
        .filter(|(_, result)| result.outcome == CallOutcome::Success)
        .map(|(place, result)| (result.call_id.as_ref(), place))
        .collect();
    let mut row = Vec::new();
    let mut deeds = Vec::new();
    for (place, element) in window.iter().enumerate() {
        let Some(call) = element.call() else { continue };
        let Some(answer) = answered.get(call.call_id.as_ref()).copied() else { continue };
        let effect = context.classifications.get(place).and_then(|one| one.effect.as_ref());
        let confirmed = effect.is_some_and(|effect| effect.status == EffectStatus::Confirmed);
        let refused =
            effect.is_some_and(|effect| !matches!(effect.status, EffectStatus::Confirmed | EffectStatus::Fired));
        if refused {
            continue;
        }
        let mut words = Vec::new();
        parts(&call.tool, &mut words);
        let mut verbs = words.clone();
        let is_command = is_one_of(
            &call.tool,
            &[
                "bash",
                "shell",
                "exec",
                "exec_command",
                "run_command",
                "execute_command",
                "terminal",
                "local_shell",
                "cmd",
                "run",
                "shell_command",
                "execute_bash",
            ],
        );
        let arguments = without_message(&call.arguments);
        items::read_into(arguments, &mut row);
        for item in &row {
            words.push(item.hash);
            words.extend(items::hash_of_last(item.kind, item.of_text(arguments)));
            if matches!(item.kind, Kind::Symbol | Kind::Variable) {
                parts(item.of_text(arguments), &mut words);
            }
        }
        if is_command {
            verbs.extend(&words);
        }
        for hashes in [&mut words, &mut verbs] {
            hashes.sort_unstable();
            hashes.dedup();
        }
        let is_writing = is_one_of(
            &call.tool,
            &[
                "task",
                "agent",
                "edit",
                "write",
                "multiedit",
                "notebookedit",
                "apply_patch",
                "str_replace",
                "str_replace_editor",
                "create_file",
                "todowrite",
                "update_plan",
                "str_replace_based_edit_tool",
                "write_file",
                "edit_file",
                "replace",
            ],
        );
        deeds.push(Deed {
            element: place,
            answer,
            is_effect: confirmed,
            delegates: is_one_of(&call.tool, &["task", "agent", "spawn_agent"]),
            is_writing,
            is_bookkeeping: is_one_of(
                &call.tool,
                &[
                    "taskcreate",
                    "taskupdate",
                    "tasklist",
                    "taskget",
                    "todowrite",
                    "todoread",
                    "update_plan",
                    "write_todos",
                ],
            ),
            is_command,
            may_write: is_command && confirmed && !is_plain(arguments),
            verbs,
            words,
        });
    }
    deeds
}

/// Whether all that a command changes it names, or is no file
fn is_plain(arguments: &str) -> bool {
    const WRITING: [&str; 20] = [
        "python", "sed", "perl", "node", "ruby", "awk", "tee", "npm", "npx", "yarn", "pnpm", "cargo", "go", "make",
        "fmt", "format", "patch", "apply", "bundle", "uv",
    ];
    let mut row = Vec::new();
    items::read_into(arguments, &mut row);
    !arguments.contains('>')
        && !row.iter().any(|item| {
            let word = item.of_text(arguments);
            is_one_of(word, &WRITING) || word.starts_with("python")
        })
}

/// A command without the message that it writes: what a commit says was done is not what the command does
fn without_message(arguments: &str) -> &str {
    if !arguments.contains("git commit") && !arguments.contains("gh ") {
        return arguments;
    }
    let ends = [" -m ", " -am ", " --message", " --body", " --title", " --notes"]
        .iter()
        .filter_map(|flag| arguments.find(flag));
    ends.min().and_then(|end| arguments.get(..end)).unwrap_or(arguments)
}

/// The stems of the words that a name is made of
pub fn parts(name: &str, words: &mut Vec<u64>) {
    let mut start = 0usize;
    let bytes = name.as_bytes();
    for at in 0..=bytes.len() {
        let byte = bytes.get(at).copied();
        let before = at.checked_sub(1).and_then(|at| bytes.get(at)).copied();
        let is_mark = byte.is_none_or(|byte| !byte.is_ascii_alphanumeric());
        let humps = matches!((before, byte), (Some(before), Some(byte)) if before.is_ascii_lowercase() && byte.is_ascii_uppercase());
        if (is_mark || humps) && start < at {
            words.extend(name.get(start..at).map(stem::hash));
        }
        if is_mark {
            start = at.saturating_add(1);
        } else if humps {
            start = at;
        }
    }
}

/// Whether an item names one thing: an id, a path, a date, an amount, or a code of capitals
pub fn is_name(text: &str, item: &Item) -> bool {
    let word = item.of_text(text);
    match item.kind.family() {
        Family::Identifier | Family::Path => true,
        Family::Number => !matches!(item.kind, Kind::Number),
        Family::Prose => word.len() >= 3 && word.bytes().all(|byte| byte.is_ascii_uppercase()),
        Family::Opaque => false,
    }
}
