//! Builds, tests, checks and package managers of programming languages.
//!
//! What a build or a test run writes follows from its sources, so it reads like a computation that can be done again.

use super::super::deed::Deed;
use super::arguments::Arguments;

/// What the command does
pub fn deed(name: &str, arguments: Arguments<'_>) -> Option<Deed> {
    let mut operands = arguments.operands(&[
        "-C",
        "--prefix",
        "--filter",
        "-F",
        "-w",
        "--workspace",
        "--manifest-path",
        "--dir",
        "--cwd",
    ]);
    let verb = operands.next().unwrap_or("");
    let next = operands.next().unwrap_or("");
    let deed = match name {
        "npm" | "pnpm" | "yarn" | "bun" => node_packages(name, verb, next, arguments),
        "pip" | "pip3" => python_packages(verb),
        "uv" | "poetry" | "pipenv" | "rye" | "pdm" | "hatch" | "conda" | "mamba" => match (verb, next) {
            ("pip", verb) => python_packages(verb),
            ("tree" | "show" | "version" | "list" | "env" | "info" | "check", _) => Deed::READ,
            ("sync" | "lock" | "add" | "remove" | "venv" | "install" | "build", _) => Deed::SETTLE,
            _ => Deed::WRITE,
        },
        "cargo" => cargo(verb, arguments),
        "go" => match (verb, next) {
            ("build" | "test" | "vet" | "list" | "env" | "version" | "doc" | "help" | "tool", _)
            | ("mod", "graph" | "verify" | "why") => {
                if verb == "env" && arguments.has(&["-w", "-u"]) {
                    Deed::SETTLE
                } else {
                    Deed::READ
                }
            }
            ("fmt" | "get" | "install" | "clean", _) | ("mod", "tidy" | "download" | "vendor") => Deed::SETTLE,
            _ => Deed::WRITE,
        },
        "make" | "gmake" | "just" | "task" | "ninja" | "rake" | "ant" | "bazel" | "buck" | "nx" | "turbo"
        | "gradle" | "gradlew" | "mvn" | "mvnw" | "dotnet" | "swift" | "mix" | "sbt" | "stack" | "cabal" | "zig"
        | "flutter" | "dart" | "composer" | "xcodebuild" | "ctest" | "meson" => return Some(targets(arguments)),
        "cmake" | "gcc" | "g++" | "cc" | "c++" | "clang" | "clang++" | "rustc" | "javac" | "ld" | "ar" | "protoc"
        | "wasm-pack" | "esbuild" | "webpack" | "rollup" | "vite" | "tsup" | "swc" | "sass" => {
            if arguments.has(&["--install"]) { Deed::WRITE } else { Deed::READ }
        }
        "pytest" | "py.test" | "unittest" | "tox" | "nox" | "jest" | "vitest" | "mocha" | "ava" | "tap"
        | "playwright" | "cypress" | "mypy" | "pyright" | "pylint" | "flake8" | "bandit" | "tsc" | "tsgo"
        | "vue-tsc" | "shellcheck" | "hadolint" | "yamllint" | "actionlint" | "staticcheck" | "govulncheck"
        | "gotestsum" | "phpunit" | "rspec" | "phpstan" | "markdownlint" | "coverage" | "py_compile" | "compileall"
        | "json.tool" | "cspell" | "knip" | "depcheck" | "golint" | "gosec" | "gocyclo" | "clippy-driver" | "bats"
        | "wasm-tools" | "wasm-objdump" | "nyc" | "c8" => {
            // Snapshots are written anew on demand.
            if arguments.has(&["-u", "--updateSnapshot", "--update-snapshots", "--install-types"]) {
                Deed::SETTLE
            } else {
                Deed::READ
            }
        }
        "venv" | "virtualenv" | "ensurepip" => Deed::SETTLE,
        "eslint" | "ruff" | "prettier" | "black" | "isort" | "gofmt" | "goimports" | "rustfmt" | "stylelint"
        | "biome" | "rubocop" | "golangci-lint" | "autopep8" | "yapf" | "shfmt" | "clang-format" | "oxlint"
        | "oxfmt" | "dprint" | "standard" | "taplo" | "ktlint" | "gofumpt" => formatter(name, verb, arguments),
        "node" | "deno" | "php" => match verb {
            // `node --check` reads a program and does not run it.
            _ if arguments.has(&["--check", "-l", "--test"]) => Deed::READ,
            "check" | "lint" | "test" | "info" | "doc" if name == "deno" => Deed::READ,
            _ => Deed::WRITE,
        },
        _ => return None,
    };
    Some(deed)
}

fn node_packages(name: &str, verb: &str, next: &str, arguments: Arguments<'_>) -> Deed {
    match verb {
        "ls" | "list" | "view" | "info" | "outdated" | "why" | "explain" | "root" | "bin" | "ping" | "whoami"
        | "search" | "help" | "licenses" | "query" | "doctor" | "pm" => Deed::READ,
        "audit" => {
            if next == "fix" || arguments.has(&["--fix"]) {
                Deed::SETTLE
            } else {
                Deed::LOOK
            }
        }
        "config" | "pkg" => {
            if matches!(next, "get" | "list" | "") {
                Deed::READ
            } else {
                Deed::SETTLE
            }
        }
        "install" | "i" | "ci" | "add" | "remove" | "rm" | "uninstall" | "un" | "dedupe" | "prune" | "rebuild"
        | "fetch" | "import" | "cache" | "link" | "pack" => Deed::SETTLE,
        // `yarn` alone installs.
        "" => {
            if name == "yarn" {
                Deed::SETTLE
            } else {
                Deed::READ
            }
        }
        "run" | "run-script" => script(next),
        "publish" | "version" | "deprecate" | "unpublish" | "update" | "up" | "upgrade" | "create" | "init"
        | "login" | "dist-tag" | "owner" | "access" | "start" | "serve" => Deed::WRITE,
        // `npm test`, `pnpm lint`, `bun build`: the verb is a script.
        verb => script(verb),
    }
}

/// A script or target by its name. What is not known by name may do anything, such as deploy.
pub fn script(name: &str) -> Deed {
    let (first, rest) = name.split_once([':', '-', '_', '.', '/']).unwrap_or((name, ""));
    match first {
        // `lint:fix` writes, but to a state of its own.
        "lint" | "format" | "fmt" | "prettier" | "eslint" | "style" | "codegen" | "generate" | "gen" | "clean"
        | "tidy" | "install" | "setup" | "deps" | "vendor" => {
            let only_checks = first == "lint" && !rest.contains("fix") || rest.contains("check");
            if only_checks { Deed::READ } else { Deed::SETTLE }
        }
        "test" | "tests" | "build" | "check" | "checks" | "typecheck" | "type" | "types" | "tsc" | "tsgo"
        | "compile" | "verify" | "validate" | "unit" | "integration" | "e2e" | "coverage" | "cover" | "bench"
        | "benchmark" | "vet" | "all" | "ci" | "spec" | "jest" | "vitest" | "pytest" | "mypy" | "clippy" | "doc"
        | "docs" | "help" | "list" | "version" | "dist" | "bundle" | "analyze" | "audit" => {
            let publishes = ["deploy", "publish", "release", "push", "upload", "migrate"];
            if publishes.iter().any(|word| rest.contains(word)) { Deed::WRITE } else { Deed::READ }
        }
        _ => Deed::WRITE,
    }
}

/// `make test lint`: the worst target decides
fn targets(arguments: Arguments<'_>) -> Deed {
    if arguments.has(&["-n", "--dry-run", "--just-print", "--list", "--tasks", "--version"]) {
        return Deed::READ;
    }
    arguments
        .operands(&["-C", "-f", "-j", "-p", "-pl", "-P", "--file", "--directory", "-c", "--filter", "--configuration"])
        .filter(|operand| !operand.contains('=') && !operand.bytes().all(|byte| byte.is_ascii_digit()))
        // `bazel test //pkg:all`, `dotnet test App.csproj`: what follows the verb is what it works on.
        .take_while(|operand| !operand.contains("//") && !operand.contains(".csproj") && !operand.contains(".sln"))
        .filter(|operand| *operand != "run")
        .map(|operand| script(operand.rsplit(':').next().unwrap_or(operand)))
        .reduce(Deed::and)
        .unwrap_or(Deed::READ)
}

fn python_packages(verb: &str) -> Deed {
    match verb {
        "list" | "show" | "freeze" | "check" | "index" | "search" | "config" | "debug" | "help" | "inspect" => {
            Deed::READ
        }
        "install" | "uninstall" | "download" | "wheel" | "sync" | "compile" | "cache" => Deed::SETTLE,
        _ => Deed::WRITE,
    }
}

fn cargo(verb: &str, arguments: Arguments<'_>) -> Deed {
    let fixes = arguments.has(&["--fix", "--accept", "--write"]);
    match verb.trim_start_matches('+') {
        "clippy" if fixes => Deed::SETTLE,
        "build" | "b" | "check" | "c" | "test" | "t" | "clippy" | "doc" | "bench" | "metadata" | "tree" | "nextest"
        | "search" | "deny" | "audit" | "locate-project" | "pkgid" | "verify-project" | "version" | "llvm-cov"
        | "expand" | "machete" | "udeps" | "miri" | "help" | "info" | "bloat" | "asm" | "" | "stable" | "nightly"
        | "outdated" => Deed::READ,
        "fmt" => {
            if arguments.has(&["--check"]) {
                Deed::READ
            } else {
                Deed::SETTLE
            }
        }
        "add" | "remove" | "rm" | "update" | "fetch" | "vendor" | "clean" | "install" | "uninstall"
        | "generate-lockfile" => Deed::SETTLE,
        // A program that is run may do anything; `publish` cannot be taken back.
        _ => Deed::WRITE,
    }
}

/// A formatter shows, or brings files into a form that they keep.
fn formatter(name: &str, verb: &str, arguments: Arguments<'_>) -> Deed {
    let rewrites = arguments.has(&["--fix", "--write", "-w", "-i", "--in-place", "-a", "-A", "--autocorrect"])
        || (name == "ruff" && verb == "format" && !arguments.has(&["--check", "--diff"]))
        || (matches!(name, "black" | "isort" | "rustfmt" | "yapf" | "oxfmt" | "dprint" | "ktlint")
            && !arguments.has(&["--check", "--diff", "--check-only", "-c", "--emit"])
            && !(name == "dprint" && verb == "check"));
    if rewrites { Deed::SETTLE } else { Deed::READ }
}
