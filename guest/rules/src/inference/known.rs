//! Well-known tools of coding agents by their names: Claude Code, Codex, OpenCode, OpenHands, SWE-agent, Gemini CLI,
//! Copilot, Cline, Cursor and pi.

use alloc::string::String;

/// What kind of tool a name stands for
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// Runs a shell command, which decides
    Shell,
    /// Shows a file, or searches in files
    Read,
    /// Shows what may be otherwise the next time
    Look,
    /// Writes a file in full, or another state
    Settle,
    /// Writes anew each time
    Write,
    /// Replaces one text in a file by another
    Edit,
    /// Shows and edits files, as its argument `command` says
    Editor,
    /// Applies a patch
    Patch,
    /// Sends input to a process that runs, or only waits for its output
    Input,
    /// Edits a cell of a notebook
    Notebook,
    /// Sets another agent to work
    Agent,
    /// Asks the user
    Question,
}

/// The kind of a tool; `None` for a name that is not well known
pub fn tool(name: &str) -> Option<Tool> {
    let name = ["functions.", "container.", "default_api.", "default_api:", "builtin."]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .unwrap_or(name);
    if name.len() > 40 {
        return None;
    }
    let letters: String =
        name.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| char::from(byte.to_ascii_lowercase())).collect();
    let tool = match letters.as_str() {
        "bash" | "shell" | "execcommand" | "localshell" | "localshellcall" | "shellcommand" | "exec" | "powershell"
        | "terminal" | "runshellcommand" | "runterminalcmd" | "runterminalcommand" | "runinterminal"
        | "executebash" | "executecommand" | "runcommand" | "runcommands" | "bashtool" | "cmdrun" | "runbash"
        | "executeshell" | "sh" | "unifiedexec" => Tool::Shell,
        "read"
        | "readfile"
        | "readfiles"
        | "readmanyfiles"
        | "grep"
        | "glob"
        | "ls"
        | "list"
        | "view"
        | "notebookread"
        | "searchfilecontent"
        | "listdirectory"
        | "listdir"
        | "listfiles"
        | "searchfiles"
        | "findfile"
        | "searchfile"
        | "searchdir"
        | "codebasesearch"
        | "grepsearch"
        | "filesearch"
        | "viewimage"
        | "open"
        | "goto"
        | "scrollup"
        | "scrolldown"
        | "readtextfile"
        | "lsp"
        | "listcodedefinitionnames"
        | "think"
        | "toolsearch"
        | "skill"
        | "slashcommand"
        | "todoread"
        | "directorytree"
        | "grepfiles"
        | "ripgrep" => Tool::Read,
        "webfetch"
        | "websearch"
        | "googlewebsearch"
        | "codesearch"
        | "bashoutput"
        | "readbash"
        | "taskoutput"
        | "tasklist"
        | "taskget"
        | "waitagent"
        | "wait"
        | "listmcpresources"
        | "listmcpresourcestool"
        | "readmcpresource"
        | "readmcpresourcetool"
        | "listagents"
        | "screenshot"
        | "resolvelibraryid"
        | "agentoutput"
        | "listbash" => Tool::Look,
        "write" | "writefile" | "create" | "createfile" | "writetofile" | "todowrite" | "updateplan" | "taskupdate"
        | "enterplanmode" | "killshell" | "killbash" | "stopbash" | "taskstop" | "closeagent" | "writetodos"
        | "todolist" | "updatetodolist" | "finish" | "submit" | "attemptcompletion" | "setgoal" | "deletefile" => {
            Tool::Settle
        }
        "edit" | "multiedit" | "replace" | "searchreplace" | "replaceinfile" | "editfile" | "strreplace"
        | "replacestring" => Tool::Edit,
        "strreplaceeditor"
        | "strreplacebasededittool"
        | "editor"
        | "fileeditor"
        | "texteditor"
        | "strreplacebasededit" => Tool::Editor,
        "applypatch" | "patch" | "applydiff" => Tool::Patch,
        "writestdin" | "writebash" | "bashinput" => Tool::Input,
        "notebookedit" => Tool::Notebook,
        "insert" | "insertcontent" | "undoedit" | "append" | "savememory" | "taskcreate" | "executeipythoncell"
        | "python" | "codeinterpreter" | "sendinput" | "sendmessage" | "resumeagent" => Tool::Write,
        "task" | "agent" | "spawnagent" | "newtask" | "subagent" | "delegate" | "dispatchagent" => Tool::Agent,
        "askuserquestion" | "exitplanmode" | "askfollowupquestion" | "requestuserinput" | "question" | "askuser" => {
            Tool::Question
        }
        _ => return None,
    };
    Some(tool)
}
