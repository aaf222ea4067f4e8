//! The server as a process of its own: tokens, decisions, limits, changes while it runs, and its end.
#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use support::Shell;
use ureq::http::Response;
use ureq::{Agent, Body};

/// A server in a folder of its own
struct Server {
    shell: Shell,
    child: Child,
    address: String,
    agent: Agent,
}

const CALL: &str = r#"{"request": {"window": [{"id": "m1", "kind": "user-request", "text": "ship 4.2"}],
    "budget": {"limit_tokens": 8000}}}"#;

impl Server {
    fn start(tenants: &str) -> Server {
        let shell = Shell::new();
        shell.write("server.toml", &configuration(tenants));
        let mut child = shell
            .command(&["serve", "server.toml", "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let said: Value = serde_json::from_str(&line).expect("JSON");
        let address = said.pointer("/listens").and_then(Value::as_str).expect("where it listens");
        let address = format!("http://{address}");
        let agent = Agent::config_builder().http_status_as_error(false).build().into();
        Server { shell, child, address, agent }
    }

    fn post(&self, path: &str, token: &str, body: &str) -> (u16, Value) {
        let request = self.agent.post(format!("{}{path}", self.address));
        read(request.header("authorization", format!("Bearer {token}")).send(body).expect("an answer"))
    }

    fn get(&self, path: &str, token: &str) -> (u16, String) {
        let request = self.agent.get(format!("{}{path}", self.address));
        let mut answer = request.header("authorization", format!("Bearer {token}")).call().expect("an answer");
        (answer.status().as_u16(), answer.body_mut().read_to_string().expect("a text"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(mut answer: Response<Body>) -> (u16, Value) {
    let text = answer.body_mut().read_to_string().expect("a text");
    (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

fn configuration(tenants: &str) -> String {
    format!("listen = '127.0.0.1:0'\ndata = 'stores'\n[limits]\nrequest_bytes_max = 100000\n{tenants}")
}

/// A token, and the line that knows it
fn token(shell: &Shell) -> (String, String) {
    let said = shell.json(&["serve", "--new-token", "--json"]);
    let member = |name: &str| said.get(name).and_then(Value::as_str).expect("a text").to_owned();
    (member("token"), format!("tokens = ['{}']\n", member("digest")))
}

#[test]
fn each_request_has_the_status_that_fits() {
    let (good, line) = token(&Shell::new());
    let server = Server::start(&format!("[tenants.acme]\n{line}"));
    for (path, token, body, status, pointer, expected) in [
        ("/v1/call/plan", good.as_str(), CALL, 200, "/ok/verdict", "refuse"),
        ("/v1/call/plan", good.as_str(), "{}", 422, "/input_error/code", "malformed"),
        ("/v1/call/plan", "ah_wrong", CALL, 401, "/input_error/code", "unauthorized"),
        ("/v1/call/dance", good.as_str(), CALL, 404, "/input_error/code", "unknown-call"),
        ("/v2/plan", good.as_str(), CALL, 404, "/input_error/code", "unknown-address"),
    ] {
        let (found, answer) = server.post(path, token, body);
        assert_eq!(found, status, "{path}: {answer}");
        assert_eq!(answer.pointer(pointer).and_then(Value::as_str), Some(expected), "{path}: {answer}");
    }
    let (status, _) = server.post("/v1/call/plan", &good, &" ".repeat(100_001));
    assert_eq!(status, 413);
    let (status, kept) = server.post("/v1/archive", &good, "what must not be lost");
    let digest = kept.pointer("/ok/digest").and_then(Value::as_str).expect("a digest").to_owned();
    assert_eq!(status, 200);
    assert_eq!(server.get(&format!("/v1/archive/ah:{digest}"), &good), (200, "what must not be lost".to_owned()));
    assert_eq!(server.get(&format!("/v1/archive/ah:{}", "0".repeat(64)), &good).0, 404);
    assert_eq!(server.get("/healthz", "").0, 200);
    assert_eq!(server.get("/readyz", "").0, 200);
    let (_, figures) = server.get("/metrics", "");
    assert!(figures.contains("anchorhold_decisions_total{tenant=\"acme\",call=\"plan\""), "{figures}");
    assert!(!figures.contains("ship 4.2"));
}

#[test]
fn the_description_is_of_the_routes_and_the_page_is_the_description() {
    let said = String::from_utf8(Shell::new().run(&["serve", "--openapi"]).stdout).expect("a text");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/openapi.json");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&page, &said).expect("the page can be written");
    }
    assert!(std::fs::read(&page).expect("the page") == said.as_bytes(), "run `make docs`");
    let server = Server::start("");
    assert_eq!(server.get("/openapi.json", ""), (200, said.clone()));
    let document: Value = serde_json::from_str(&said).expect("JSON");
    assert!(document.get("openapi").and_then(Value::as_str).is_some_and(|version| version.starts_with("3.1")));
    let paths = document.get("paths").and_then(Value::as_object).expect("paths");
    assert!(paths.len() >= 12, "{}", paths.len());
    for (path, methods) in paths {
        let path = path.replace("{name}", "answers.json");
        for method in methods.as_object().expect("methods").keys() {
            // Nobody bears a token: where there is a route it asks for one, or needs none.
            let (status, _) = match method.as_str() {
                "get" => server.get(&path, ""),
                _ => (server.post(&path, "", "").0, String::new()),
            };
            assert!(matches!(status, 200 | 401), "{method} {path}: {status}");
        }
    }
    for part in said.split("\"$ref\": \"").skip(1) {
        let address = part.split('"').next().unwrap_or_default();
        let known = match address.strip_prefix('#') {
            Some(pointer) => document.pointer(pointer).is_some(),
            None => server.get(address, "").0 == 200,
        };
        assert!(known, "{address}");
    }
}

#[test]
fn of_many_who_ask_at_once_one_may_fire() {
    let (token, line) = token(&Shell::new());
    let server = Server::start(&format!("[tenants.acme]\nconcurrent_decisions_max = 32\n{line}"));
    let said = r##"{"session": "shop-17", "tool_call": {"tool": "charge_card",
        "arguments": {"order": "#W17", "idempotency_key": "o-17"}}}"##;
    let judged: Vec<Value> = thread::scope(|scope| {
        let asking: Vec<_> = (0..24).map(|_| scope.spawn(|| server.post("/v1/effects/judge", &token, said))).collect();
        asking.into_iter().map(|asking| asking.join().expect("an answer").1).collect()
    });
    let count = |judgement: &str| {
        let is = |answer: &&Value| answer.pointer("/ok/judgement").and_then(Value::as_str) == Some(judgement);
        judged.iter().filter(is).count()
    };
    assert_eq!((count("fire"), count("in-flight")), (1, 23), "{judged:?}");
    let fire = judged.iter().find(|answer| answer.pointer("/ok/judgement") == Some(&"fire".into())).expect("one");
    let effect = fire.pointer("/ok/effect").and_then(Value::as_str).expect("its identity");
    let told = format!(r#"{{"session": "shop-17", "effect": "{effect}", "status": "confirmed", "outcome": "ch_881"}}"#);
    let (status, noted) = server.post("/v1/effects/record", &token, &told);
    assert_eq!((status, noted.pointer("/ok/recorded")), (200, Some(&"advanced".into())), "{noted}");
    let (_, again) = server.post("/v1/effects/judge", &token, said);
    assert_eq!(again.pointer("/ok/entry/outcome"), Some(&"ch_881".into()), "{again}");
    let (_, ledger) = server.get("/v1/effects?session=shop-17", &token);
    assert!(ledger.contains("ch_881"), "{ledger}");
    for (path, body, status) in [
        ("/v1/effects/record", r#"{"session": "shop-17", "effect": "none", "status": "fired"}"#, 404),
        ("/v1/effects/settle", r#"{"session": "shop-17", "abandoned": true}"#, 200),
        ("/v1/effects/settle", r#"{"session": "shop-17"}"#, 422),
        ("/v1/effects/judge", r#"{"session": "shop-17"}"#, 422),
        ("/v1/recall", r#"{"question": "which charge?"}"#, 200),
        ("/v1/recall", r#"{"query": "which charge?"}"#, 422),
    ] {
        let (found, answer) = server.post(path, &token, body);
        assert_eq!(found, status, "{path} {body}: {answer}");
    }
    assert_eq!(server.get("/v1/recall?pass=1", &token).0, 404);
    assert_eq!(server.get("/v1/recall?session=shop-17&chain=m1", &token).0, 200);
}

#[test]
fn a_tenant_that_asks_too_much_waits_and_others_do_not() {
    let ((loud, loud_line), (calm, calm_line)) = (token(&Shell::new()), token(&Shell::new()));
    let tenants = format!("[tenants.loud]\nrequests_per_second = 1\n{loud_line}[tenants.calm]\n{calm_line}");
    let server = Server::start(&tenants);
    let statuses: Vec<u16> = (0..12).map(|_| server.post("/v1/call/plan", &loud, CALL).0).collect();
    assert!(statuses.contains(&200) && statuses.contains(&429), "{statuses:?}");
    assert_eq!(server.post("/v1/call/plan", &calm, CALL).0, 200);
}

#[test]
fn tenants_change_while_it_runs_and_an_unsound_change_is_not_taken() {
    let ((first, first_line), (second, second_line)) = (token(&Shell::new()), token(&Shell::new()));
    let server = Server::start(&format!("[tenants.acme]\n{first_line}"));
    server.shell.write("server.toml", "data = 7");
    thread::sleep(Duration::from_millis(2500));
    assert_eq!(server.post("/v1/call/plan", &first, CALL).0, 200);
    server.shell.write("server.toml", &configuration(&format!("[tenants.acme]\n{second_line}")));
    let end = Instant::now() + Duration::from_secs(20);
    while server.post("/v1/call/plan", &second, CALL).0 != 200 {
        assert!(Instant::now() < end, "the change did not apply");
        thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(server.post("/v1/call/plan", &first, CALL).0, 401);
}

#[cfg(unix)]
#[test]
fn it_ends_when_it_is_told_to() {
    let (_, line) = token(&Shell::new());
    let mut server = Server::start(&format!("[tenants.acme]\n{line}"));
    let pid = server.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &pid]).status().expect("kill runs").success());
    let status = server.child.wait().expect("it ends");
    assert!(status.success(), "{status}");
}

#[test]
fn a_configuration_is_checked_before_it_serves() {
    let shell = Shell::new();
    for (text, status) in [("data = 'stores'", 0), ("data = 'stores'\nlissen = 1", 3), ("", 3)] {
        shell.write("server.toml", text);
        assert_eq!(shell.run(&["serve", "--check", "server.toml"]).status.code(), Some(status), "{text}");
    }
}
