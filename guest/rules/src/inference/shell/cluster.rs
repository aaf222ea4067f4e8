//! Clusters and containers: `kubectl`, `helm`, `docker` and those that take their commands.

use super::super::deed::Deed;
use super::arguments::Arguments;

/// What the command does
pub fn deed(name: &str, arguments: Arguments<'_>) -> Option<Deed> {
    match name {
        "kubectl" | "oc" | "k" => Some(kubectl(arguments)),
        "helm" => Some(helm(arguments)),
        "docker" | "podman" | "nerdctl" => Some(docker(arguments)),
        "docker-compose" => Some(compose(arguments)),
        "kustomize" | "kubeval" | "kubeconform" | "kubectx" | "kubens" => Some(match arguments.texts().next() {
            Some(_) if matches!(name, "kubectx" | "kubens") => Deed::SETTLE,
            Some("edit" | "create") => Deed::WRITE,
            _ => Deed::READ,
        }),
        "minikube" | "kind" | "k3d" => Some(match arguments.operands(&[]).next() {
            Some("status" | "ip" | "get" | "logs" | "version" | "profile" | "list") => Deed::LOOK,
            Some("start" | "stop") => Deed::SETTLE,
            _ => Deed::WRITE,
        }),
        _ => None,
    }
}

const KUBECTL_VALUED: [&str; 13] = [
    "-n",
    "--namespace",
    "--context",
    "--kubeconfig",
    "-o",
    "-l",
    "-f",
    "-c",
    "--cluster",
    "--selector",
    "--user",
    "-s",
    "--as",
];

fn kubectl(arguments: Arguments<'_>) -> Deed {
    let Some((verb, rest)) = arguments.split_operand(&KUBECTL_VALUED) else { return Deed::LOOK };
    let first = rest.operands(&KUBECTL_VALUED).next().unwrap_or("");
    // The value of `--dry-run` is `client` or `server`; `none` means that it runs.
    let dry = rest.has(&["--dry-run"]) && rest.value(&["--dry-run"]) != Some("none");
    match (verb, first) {
        _ if dry => Deed::LOOK,
        (
            "get" | "describe" | "logs" | "explain" | "top" | "version" | "cluster-info" | "api-resources"
            | "api-versions" | "diff" | "wait" | "events" | "port-forward" | "proxy" | "kustomize" | "options"
            | "whoami" | "status",
            _,
        )
        | ("rollout", "status" | "history")
        | ("auth", "can-i" | "whoami")
        | ("config", "view" | "current-context" | "get-contexts" | "get-clusters" | "get-users")
        | ("plugin", "list") => Deed::LOOK,
        // The state that is to hold is stated in full.
        ("apply" | "replace" | "scale" | "autoscale" | "cordon" | "uncordon" | "set" | "project" | "login", _)
        | ("rollout", "pause" | "resume")
        | ("config", _) => {
            // `replace --force` deletes and makes anew.
            if rest.has(&["--force"]) { Deed::WRITE } else { Deed::SETTLE }
        }
        ("label" | "annotate", _) if rest.has(&["--overwrite"]) => Deed::SETTLE,
        _ => Deed::WRITE,
    }
}

fn helm(arguments: Arguments<'_>) -> Deed {
    let Some((verb, rest)) = arguments.split_operand(&["-n", "--namespace", "--kube-context", "--kubeconfig"]) else {
        return Deed::READ;
    };
    match (verb, rest.operands(&[]).next().unwrap_or("")) {
        _ if rest.has(&["--dry-run"]) => Deed::LOOK,
        ("template" | "lint" | "version" | "env" | "verify" | "package" | "show" | "inspect", _) => Deed::READ,
        ("list" | "ls" | "status" | "get" | "history" | "hist" | "search" | "diff", _)
        | ("repo" | "plugin" | "dependency" | "dep", "list" | "ls") => Deed::LOOK,
        ("repo", "add" | "update" | "remove") | ("dependency" | "dep", _) | ("pull" | "fetch", _) => Deed::SETTLE,
        // Each upgrade is a new revision, `--install` or not.
        _ => Deed::WRITE,
    }
}

fn docker(arguments: Arguments<'_>) -> Deed {
    let valued = ["-H", "--host", "-c", "--context", "--config", "-l", "--log-level"];
    let Some((verb, rest)) = arguments.split_operand(&valued) else { return Deed::READ };
    let first = rest.operands(&[]).next().unwrap_or("");
    match (verb, first) {
        ("compose", _) => compose(rest),
        (
            "ps" | "images" | "inspect" | "logs" | "top" | "stats" | "version" | "info" | "history" | "port" | "diff"
            | "events" | "search" | "wait",
            _,
        )
        | (
            "container" | "image" | "volume" | "network" | "system" | "context" | "buildx" | "manifest" | "service"
            | "node" | "stack" | "secret" | "config" | "swarm" | "plugin" | "machine" | "builder",
            "ls" | "list" | "inspect" | "logs" | "ps" | "df" | "info" | "history" | "top" | "stats" | "port" | "show"
            | "diff" | "version" | "events",
        ) => Deed::LOOK,
        (
            "build" | "pull" | "tag" | "start" | "stop" | "save" | "login" | "logout" | "pause" | "unpause" | "load",
            _,
        )
        | ("buildx" | "image" | "container", "build" | "pull" | "tag" | "start" | "stop") => {
            // `--push` publishes what was built.
            if rest.has(&["--push"]) { Deed::WRITE } else { Deed::SETTLE }
        }
        _ => Deed::WRITE,
    }
}

fn compose(arguments: Arguments<'_>) -> Deed {
    let valued = ["-f", "--file", "-p", "--project-name", "--env-file", "--profile", "--project-directory"];
    match arguments.operands(&valued).next().unwrap_or("config") {
        "ps" | "logs" | "config" | "images" | "top" | "ls" | "version" | "port" | "events" => Deed::LOOK,
        "up" | "down" | "build" | "pull" | "start" | "stop" | "create" | "pause" | "unpause" => Deed::SETTLE,
        _ => Deed::WRITE,
    }
}
