//! The words of those who give no summary: errors, refusals and placeholders. All in lower case.

/// How errors open
pub const OPENINGS: [&str; 41] = [
    "error:",
    "error generating",
    "error while",
    "error code",
    "[error",
    "<error",
    "{\"error\"",
    "{\"type\":\"error\"",
    "{\"detail\"",
    "exception:",
    "traceback (most recent call last)",
    "fatal:",
    "failed to generate",
    "failed to summar",
    "failed to compact",
    "api error",
    "internal server error",
    "service unavailable",
    "rate limit",
    "too many requests",
    "request timed out",
    "upstream connect error",
    // What stands between the host and the model.
    "stream error",
    "stream disconnected",
    "network error",
    "connection error:",
    "gateway error",
    "provider error",
    "fetch failed",
    "socket hang up",
    "context length exceeded",
    "prompt is too long",
    "no response",
    "request too large",
    "invalid api key",
    "you exceeded your",
    "your account has insufficient",
    "this model's maximum context length",
    // A model that goes on with the work instead.
    "<tool_call",
    "<function_call",
    "<invoke ",
];

/// What a summarizer says instead of a summary
pub const PLACEHOLDERS: [&str; 14] = [
    "too long to summarize",
    "no summary available",
    "summary unavailable",
    "no previous history",
    "nothing to summarize",
    "no messages to summarize",
    "no conversation to summarize",
    "i cannot summarize",
    "i can't summarize",
    "i can't help with",
    "i can't assist with",
    "i cannot assist with",
    "unable to generate a summary",
    "unable to summarize",
];

/// What stands behind the status of a failed request
pub const HTTP_PHRASES: [&str; 10] = [
    "error",
    "unavailable",
    "too many",
    "too long",
    "timeout",
    "bad request",
    "overloaded",
    "upstream",
    "slow down",
    "quota",
];

/// Messages of providers and marks of programs that are no more than these words
pub const ALONE: [&str; 17] = [
    "error",
    "failed",
    "connection error",
    "connection reset",
    "connection refused",
    "network error",
    "server error",
    "unauthorized",
    "forbidden",
    "overloaded",
    "timeout",
    "timed out",
    "quota exceeded",
    "content removed",
    "content omitted",
    "history omitted",
    "cleared",
];

/// How a model asks for what it should have had
pub const ASKS: [&str; 8] = [
    "please provide",
    "please share",
    "please paste",
    "i don't see any",
    "i do not see any",
    "there is no",
    "there are no",
    "you haven't provided",
];

/// What it then names
pub const ASKED_FOR: [&str; 3] = ["to summarize", "to be summarized", "me to summar"];

/// How older text is named
pub const OLDER: [&str; 8] = [
    "previous context",
    "previous conversation",
    "previous messages",
    "earlier context",
    "earlier conversation",
    "earlier messages",
    "older messages",
    "old messages",
];

/// What was done to it
pub const TAKEN_AWAY: [&str; 8] =
    [" omitted", " truncated", " removed", " cleared to", " trimmed", " dropped", " compacted", " was cleared"];

/// What stands before the subject of a sentence
pub const ARTICLES: [&str; 10] = ["the ", "this ", "your ", "die ", "der ", "le ", "la ", "el ", "o ", "a "];

/// What a summarizer was asked for, or was given
pub const SUBJECTS: [&str; 24] = [
    "summary",
    "summarization",
    "summarisation",
    "compaction",
    "compression",
    "conversation",
    "history",
    "chat history",
    "context",
    "transcript",
    "zusammenfassung",
    "verlauf",
    "résumé",
    "historique",
    "resumen",
    "historial",
    "resumo",
    "histórico",
    "摘要",
    "总结",
    "对话",
    "要約",
    "会話",
    "履歴",
];

/// How it is said that something did not work
pub const FAILURES: [&str; 34] = [
    "could not be ",
    "couldn't be ",
    "cannot be ",
    "can't be ",
    "can not be ",
    "was not generated",
    "was not produced",
    "not available",
    "failed",
    "timed out",
    "exceeds what",
    "exceeds the ",
    "exceeded the ",
    "is too long",
    "was too long",
    "is too large",
    "was too large",
    "omitted",
    "konnte nicht",
    "kann nicht",
    "fehlgeschlagen",
    "ist zu lang",
    "n'a pas pu",
    "n’a pas pu",
    "est trop long",
    "no se pudo",
    "no pudo",
    "não pôde",
    "não foi possível",
    "失败",
    "无法",
    "过长",
    "できません",
    "失敗",
];

/// The same without a subject
pub const IMPERSONAL: [&str; 12] = [
    "ich kann diese unterhaltung nicht zusammenfassen",
    "ich kann das nicht zusammenfassen",
    "je ne peux pas résumer",
    "impossible de générer le résumé",
    "impossible de résumer",
    "no puedo resumir",
    "no se pudo generar el resumen",
    "no se pudo resumir",
    "não foi possível gerar o resumo",
    "não foi possível resumir",
    "无法生成",
    "无法总结",
];
