//! Whether a result of Codex tells a failure: it has no field for it, but headings that Codex itself writes.

/// How many lines of headings can stand above an output
const HEADINGS_MAX: usize = 6;

/// Whether `text`, the result of `tool`, says that the call failed
pub(crate) fn is_failure(tool: &str, text: &str) -> bool {
    if let Some(code) = exit_code_in_json(text) {
        return code != 0;
    }
    let headings = text.lines().take(HEADINGS_MAX).take_while(|line| !line.starts_with("Output:"));
    for line in headings {
        let code = line.strip_prefix("Exit code: ").or_else(|| line.strip_prefix("Process exited with code "));
        if let Some(code) = code.and_then(|code| code.trim().parse::<i64>().ok()) {
            return code != 0;
        }
    }
    let first = text.lines().next().unwrap_or_default();
    let speaks_of_itself = (!tool.is_empty() && first.starts_with(tool)) || first.starts_with("collab ");
    speaks_of_itself && first.contains(" failed")
}

/// The exit code of an output that is an object with metadata, which stand at its end
fn exit_code_in_json(text: &str) -> Option<i64> {
    let text = text.trim_end();
    let inside = text.strip_prefix("{\"output\":")?;
    let (_, metadata) = inside.rsplit_once("\"metadata\":")?;
    let (_, code) = metadata.split_once("\"exit_code\":")?;
    let end = code.find([',', '}'])?;
    code.get(..end)?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_told_by_headings_that_codex_writes() {
        let cases = [
            ("shell", "{\"output\":\"ok\",\"metadata\":{\"exit_code\":0,\"duration_seconds\":0.1}}", false),
            ("shell", "{\"output\":\"no\",\"metadata\":{\"exit_code\":1,\"duration_seconds\":0.1}}", true),
            ("exec_command", "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 2\nOutput:\nno", true),
            ("exec_command", "Chunk ID: 1\nProcess exited with code 0\nOutput:\nExit code: 1", false),
            ("exec_command", "Chunk ID: 1\nProcess running with session ID 7\nOutput:\n", false),
            ("apply_patch", "apply_patch verification failed: no such line", true),
            ("spawn_agent", "collab spawn failed: limit", true),
            ("read", "the test failed", false),
            ("", "", false),
        ];
        for (tool, text, expected) in cases {
            assert_eq!(is_failure(tool, text), expected, "{text}");
        }
    }
}
