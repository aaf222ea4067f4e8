//! Clouds and forges: `aws`, `gcloud`, `az`, `gh`, `glab`, `terraform` and other clients of remote services.

use super::super::deed::Deed;
use super::super::http;
use super::super::sql;
use super::arguments::Arguments;

/// What the command does
pub fn deed(name: &str, arguments: Arguments<'_>) -> Option<Deed> {
    match name {
        "aws" => Some(aws(arguments)),
        "gcloud" | "az" | "doctl" | "flyctl" | "fly" | "heroku" | "vercel" | "netlify" | "wrangler" | "supabase"
        | "firebase" | "stripe" | "vault" | "consul" | "argocd" | "flux" | "istioctl" | "linear" | "jira"
        | "ibmcloud" | "oci" | "railway" | "gsutil" | "bq" | "sentry-cli" | "tkn" | "velero" | "eksctl" | "cf" => {
            Some(by_verb(name, arguments))
        }
        "gh" | "glab" | "hub" => Some(forge(arguments)),
        "terraform" | "tofu" | "terragrunt" => Some(terraform(arguments)),
        "pulumi" | "cdk" | "sam" | "serverless" => Some(match arguments.operands(&[]).next() {
            Some("preview" | "diff" | "list" | "ls" | "logs" | "stack" | "about" | "synth" | "validate") => Deed::LOOK,
            _ => Deed::WRITE,
        }),
        "redis-cli" | "valkey-cli" => Some(redis(arguments)),
        "pg_dump" | "pg_dumpall" | "mysqldump" | "mongodump" | "pg_isready" | "mysqladmin" => {
            let stores = arguments.has(&["-f", "--file", "-o", "--out", "--result-file"]);
            match (name, stores) {
                ("mysqladmin", _) if !arguments.has(&["status", "ping", "version", "processlist"]) => Some(Deed::WRITE),
                (_, true) => Some(Deed::SETTLE.elsewhere()),
                (_, false) => Some(Deed::LOOK),
            }
        }
        "ansible" | "ansible-playbook" | "ansible-inventory" | "ansible-lint" => {
            let looks = arguments.has(&["--check", "-C", "--list-hosts", "--list-tasks", "--syntax-check", "--list"]);
            Some(if looks || name == "ansible-lint" { Deed::LOOK } else { Deed::WRITE })
        }
        _ => None,
    }
}

fn aws(arguments: Arguments<'_>) -> Deed {
    let valued = ["--profile", "--region", "--output", "--endpoint-url", "--query", "--color"];
    let Some((service, rest)) = arguments.split_operand(&valued) else { return Deed::READ };
    let operation = rest.operands(&valued).next().unwrap_or("");
    let verb = operation.split('-').next().unwrap_or("");
    match (service, operation) {
        _ if rest.has(&["--dry-run", "--dryrun"]) => Deed::LOOK,
        (_, "help") => Deed::READ,
        ("s3", "ls" | "presign") | ("logs", "tail") | ("configure", "list" | "get") => Deed::LOOK,
        // The mirror of a folder is the same however often it is made, unless it deletes.
        ("s3", "cp" | "sync") => {
            if rest.has(&["--delete"]) {
                Deed::WRITE
            } else {
                Deed::SETTLE
            }
        }
        // Each of these adds a record of its own.
        ("kinesis" | "firehose" | "events" | "logs" | "cloudwatch", _)
            if verb == "put" && !operation.contains("rule") =>
        {
            Deed::WRITE
        }
        // A read that takes the message off the queue for a while.
        ("sqs", "receive-message") => Deed::WRITE,
        ("sso" | "configure" | "ecr", _) if !matches!(verb, "create" | "delete" | "put") => Deed::SETTLE,
        _ => match verb {
            "describe" | "get" | "list" | "head" | "search" | "lookup" | "query" | "scan" | "select" | "filter"
            | "wait" | "batch"
                if !operation.contains("write") && !operation.contains("delete") && !operation.contains("put") =>
            {
                Deed::LOOK
            }
            "put" | "tag" | "untag" | "enable" | "disable" | "start" | "stop" => Deed::SETTLE,
            _ => Deed::WRITE,
        },
    }
}

/// The first word that is a verb decides: groups, resources and names stand around it.
fn by_verb(name: &str, arguments: Arguments<'_>) -> Deed {
    if name == "bq" && arguments.operands(&["--project_id", "--format"]).next() == Some("query") {
        let text = arguments.operands(&["--project_id", "--format"]).last().unwrap_or("");
        return sql::reading(text).deed;
    }
    for word in
        arguments.operands(&["--project", "--subscription", "-g", "--resource-group", "--region", "-a", "--app"])
    {
        match word.split('-').next().unwrap_or(word) {
            "list" | "ls" | "describe" | "show" | "get" | "info" | "read" | "logs" | "tail" | "status" | "cat"
            | "stat" | "whoami" | "view" | "version" | "versions" | "inspect" | "search" | "du" | "diff"
            | "analyze" | "head" => {
                return Deed::LOOK;
            }
            "create" | "delete" | "update" | "set" | "add" | "remove" | "deploy" | "apply" | "run" | "start"
            | "stop" | "restart" | "rm" | "mv" | "cp" | "write" | "put" | "destroy" | "scale" | "submit"
            | "publish" => {
                return Deed::WRITE;
            }
            _ => {}
        }
    }
    Deed::WRITE
}

fn forge(arguments: Arguments<'_>) -> Deed {
    let valued = ["-R", "--repo", "-L", "--limit", "--json", "-q", "--jq", "-t", "--template", "-H", "--hostname"];
    let Some((group, rest)) = arguments.split_operand(&valued) else { return Deed::READ };
    let verb = rest.operands(&valued).next().unwrap_or("");
    match (group, verb) {
        ("api", path) => api(path, rest),
        ("search" | "status" | "version" | "help" | "browse" | "completion", _) => Deed::LOOK,
        (_, "list" | "ls" | "view" | "show" | "status" | "diff" | "checks" | "watch" | "get" | "verify" | "trace") => {
            Deed::LOOK
        }
        ("pr" | "mr", "checkout") | ("release" | "run", "download") => Deed::SETTLE,
        _ => Deed::WRITE,
    }
}

/// `gh api`: a field without a method makes a POST
fn api(path: &str, rest: Arguments<'_>) -> Deed {
    let mut fields = rest.values(&["-f", "-F", "--field", "--raw-field"]).peekable();
    if path == "graphql" {
        let mutates = fields.any(|field| field.trim_start_matches("query=").trim_start().starts_with("mutation"));
        return if mutates || rest.has(&["--input"]) { Deed::WRITE } else { Deed::LOOK };
    }
    match rest.value(&["-X", "--method"]) {
        Some(method) => http::method(method).unwrap_or(Deed::WRITE),
        None if fields.peek().is_some() || rest.has(&["--input"]) => Deed::WRITE,
        None => Deed::LOOK,
    }
}

fn terraform(arguments: Arguments<'_>) -> Deed {
    let Some((verb, rest)) = arguments.split_operand(&[]) else { return Deed::READ };
    match (verb, rest.operands(&[]).next().unwrap_or("")) {
        ("validate" | "version" | "graph" | "console" | "metadata" | "providers", _) => Deed::READ,
        ("plan" | "show" | "output", _) | ("state", "list" | "show" | "pull") | ("workspace", "list" | "show") => {
            Deed::LOOK
        }
        ("fmt", _) => {
            if rest.has(&["-check"]) {
                Deed::READ
            } else {
                Deed::SETTLE
            }
        }
        ("init" | "get" | "refresh", _) | ("workspace", "select") => Deed::SETTLE,
        // What an `apply` does depends on what it finds.
        _ => Deed::WRITE,
    }
}

fn redis(arguments: Arguments<'_>) -> Deed {
    let command = arguments.operands(&["-h", "-p", "-a", "-n", "-u"]).next().unwrap_or("").to_ascii_uppercase();
    match command.as_str() {
        "GET" | "MGET" | "KEYS" | "SCAN" | "EXISTS" | "TTL" | "TYPE" | "HGET" | "HGETALL" | "HKEYS" | "HLEN"
        | "LRANGE" | "LLEN" | "SMEMBERS" | "SCARD" | "ZRANGE" | "ZCARD" | "INFO" | "PING" | "DBSIZE" | "STRLEN"
        | "XLEN" | "XRANGE" => Deed::LOOK,
        "SET" | "MSET" | "HSET" | "SADD" | "SREM" | "DEL" | "UNLINK" | "EXPIREAT" | "HDEL" => Deed::SETTLE,
        _ => Deed::WRITE,
    }
}
