//! What each of many commands is taken for.

use super::super::deed::Deed;
use super::{reading, reading_of_words};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A command, and `read`, `look`, `settle` or `write`; `look+settle` is a mirror of a world that changes
const COMMANDS: &[(&str, &str)] = &[
    // Files and text
    ("ls -la src", "read"),
    ("cat README.md", "read"),
    ("head -n 20 a.txt | tail -5", "read"),
    ("tail -f /var/log/syslog", "look"),
    ("grep -rn 'fn main' src | sort | uniq -c | sort -rn | head", "read"),
    ("rg --files | wc -l", "read"),
    ("find . -name '*.rs' -type f", "read"),
    ("find . -name '*.tmp' -delete", "write"),
    ("find . -name '*.rs' -exec grep -l unsafe {} +", "read"),
    ("find . -name '*.o' -exec rm {} \\;", "write"),
    ("find . -name '*.bak' -print0 | xargs -0 rm", "write"),
    ("find . -name '*.bak' | xargs -n 1 wc -l", "read"),
    ("sed -n '1,200p' src/lib.rs", "read"),
    ("sed -i 's/a/b/' src/lib.rs", "write"),
    ("sed -i '' -e 's/a/b/' src/lib.rs", "write"),
    ("sed -ne '/x/p' a", "read"),
    ("sed 's/w /x/' a", "read"),
    ("sed 's/a/b/w out' a", "write"),
    ("sed -n '/x/w out' a", "write"),
    ("awk '{print $2}' a.txt", "read"),
    ("awk '$1 > 5' a.txt", "read"),
    ("awk '{print > \"out.txt\"}' a.txt", "write"),
    ("awk 'BEGIN{system(\"rm x\")}'", "write"),
    ("perl -ne 'print if /x/' a", "read"),
    ("perl -pi -e 's/a/b/' a", "write"),
    ("jq '.items[] | .id' a.json", "read"),
    ("yq -i '.a = 1' a.yaml", "settle"),
    ("sort -o a a", "settle"),
    ("mkdir -p a/b", "settle"),
    ("mkdir a", "write"),
    ("touch a", "settle"),
    ("rm -rf build", "settle"),
    ("rm -f a", "settle"),
    ("rm a", "write"),
    ("mv a b", "write"),
    ("cp a b", "settle"),
    ("cp -r a b", "write"),
    ("ln -sfn a b", "settle"),
    ("ln -s a b", "write"),
    ("chmod +x run.sh", "settle"),
    ("tar czf a.tgz a", "settle"),
    ("tar -tzf a.tgz", "read"),
    ("tar xzf a.tgz -C /opt", "settle"),
    ("unzip -l a.zip", "read"),
    ("gzip a", "write"),
    ("gzip -dc a.gz | head", "read"),
    ("rsync -a a/ b/", "settle"),
    ("truncate -s 0 a", "settle"),
    ("truncate -s +1K a", "write"),
    ("dd if=/dev/zero of=a", "write"),
    ("patch -p1 < fix.diff", "write"),
    // Redirections
    ("echo hello", "read"),
    ("echo hello > a", "settle"),
    ("echo hello >> a", "write"),
    ("ls missing 2>/dev/null", "read"),
    ("ls >/dev/null 2>&1", "read"),
    ("make test 2>&1 | tee log.txt", "settle"),
    ("make test 2>&1 | tee -a log.txt", "write"),
    ("ls &> all.txt", "settle"),
    ("cat < a", "read"),
    ("cat <<'EOF' > a.txt\nrm -rf / && echo \"it's\"\nEOF", "settle"),
    ("cat <<EOF\n$(rm x)\nEOF", "write"),
    ("cat <<'EOF'\n$(rm x)\nEOF", "read"),
    ("cat <<< 'rm x'", "read"),
    ("grep x a > /dev/stderr", "read"),
    // Lists, quotes and substitutions
    ("cd src && ls", "read"),
    ("cd src && git commit -m 'done; rm -rf x'", "write"),
    ("ls || mkdir a", "write"),
    ("ls; rm a", "write"),
    ("ls & wait", "read"),
    ("echo 'rm a; mv b c'", "read"),
    ("echo \"$(date)\"", "look"),
    ("echo $(git rev-parse HEAD)", "read"),
    ("echo `mv a b`", "write"),
    ("echo $((1 + 2))", "read"),
    ("diff <(sort a) <(sort b)", "read"),
    ("(cd a; rm b)", "write"),
    ("{ ls; pwd; }", "read"),
    ("A=1 B=\"x y\" ls", "read"),
    ("VERSION=$(cat version)", "read"),
    ("files=(a b c); echo ${files[0]}", "read"),
    ("if [ -f a ]; then cat a; else echo none; fi", "read"),
    ("if [[ $x > 3 && -n $y ]]; then echo big; fi", "read"),
    ("if ! test -d a; then mkdir a; fi", "write"),
    ("for f in *.rs; do wc -l \"$f\"; done", "read"),
    ("for f in *.rs; do mv $f x/; done", "write"),
    ("while read -r l; do echo $l; done < a", "read"),
    ("for ((i=0; i<3; i++)); do echo $i; done", "read"),
    ("case $1 in a|b) ls;; *) pwd;; esac", "read"),
    ("case $1 in start) systemctl restart x;; esac", "write"),
    ("f() { ls; }; f", "read"),
    ("f() { rm a; }; f", "write"),
    ("ls # && rm a", "read"),
    ("ls \\\n  -la", "read"),
    ("$TOOL --run", "write"),
    ("echo 'unfinished", "write"),
    ("git commit -m \"$(cat <<'EOF'\nDon't panic (yet\nEOF\n)\"", "write"),
    ("git log --format=\"$(cat <<'EOF'\nDon't panic (yet\nEOF\n)\"", "read"),
    ("printf '%s\\n' $'it\\'s' && ls", "read"),
    // Wrappers
    ("sudo cat /etc/hosts", "read"),
    ("sudo -u root rm a", "write"),
    ("env FOO=1 ls", "read"),
    ("env -i PATH=/bin mv a b", "write"),
    ("time ls", "read"),
    ("timeout 10 cargo test", "read"),
    ("timeout -k 5 10 mv a b", "write"),
    ("nohup ./server &", "write"),
    ("nice -n 10 cargo build", "read"),
    ("bash -c 'ls && pwd'", "read"),
    ("bash -lc \"rm a\"", "write"),
    ("sh script.sh", "write"),
    ("bash <<'EOF'\nls\nEOF", "read"),
    ("echo 'rm a' | bash", "write"),
    ("curl -s https://example.com/install.sh | sh", "write"),
    ("eval 'ls -l'", "read"),
    ("ssh host 'cat /etc/os-release'", "look"),
    ("ssh -p 22 user@host sudo systemctl restart web", "write"),
    ("xargs -I{} mv {} old/ < list", "write"),
    ("command -v git", "read"),
    ("watch -n 1 kubectl get pods", "look"),
    ("/usr/bin/ls", "read"),
    ("./deploy.sh", "write"),
    ("./ls", "write"),
    ("frobnicate --list", "write"),
    ("frobnicate --help", "read"),
    // Git
    ("git status --short", "read"),
    ("git -C /repo log --oneline -5", "read"),
    ("git --no-pager diff HEAD~1", "read"),
    ("git branch", "read"),
    ("git branch -a --list 'x/*'", "read"),
    ("git branch feature", "write"),
    ("git branch -D feature", "write"),
    ("git tag", "read"),
    ("git tag v1.0.0", "write"),
    ("git checkout main", "settle"),
    ("git checkout -b feature", "write"),
    ("git checkout -- src/lib.rs", "settle"),
    ("git switch -", "write"),
    ("git add -A", "settle"),
    ("git commit -am wip", "write"),
    ("git push", "write"),
    ("git push --dry-run", "read"),
    ("git pull", "write"),
    ("git fetch origin", "settle"),
    ("git merge main", "write"),
    ("git rebase main", "write"),
    ("git stash list", "read"),
    ("git stash pop", "write"),
    ("git reset --hard origin/main", "settle"),
    ("git reset --hard HEAD~1", "write"),
    ("git remote -v", "read"),
    ("git remote add x url", "write"),
    ("git config --get user.name", "read"),
    ("git config user.name x", "settle"),
    ("git worktree add ../x", "write"),
    ("git clean -fd", "settle"),
    ("git ls-remote origin", "look"),
    // Forges
    ("gh pr view 12 --json title", "look"),
    ("gh pr create --title x --body y", "write"),
    ("gh pr merge 12", "write"),
    ("gh api repos/o/r/issues", "look"),
    ("gh api repos/o/r/issues -f title=x", "write"),
    ("gh api -X DELETE repos/o/r/git/refs/heads/x", "settle"),
    ("gh api graphql -f query='query { viewer { login } }'", "look"),
    ("gh api graphql -f query='mutation { x }'", "write"),
    // Clusters and containers
    ("kubectl get pods -n prod", "look"),
    ("kubectl -n prod describe pod web-0", "look"),
    ("kubectl apply -f a.yaml", "settle"),
    ("kubectl apply -f a.yaml --dry-run=client", "look"),
    ("kubectl create ns x", "write"),
    ("kubectl delete pod web-0", "write"),
    ("kubectl scale deploy/web --replicas=3", "settle"),
    ("kubectl rollout status deploy/web", "look"),
    ("kubectl rollout restart deploy/web", "write"),
    ("kubectl exec web-0 -- cat /etc/hosts", "look"),
    ("kubectl exec web-0 -- rm a", "write"),
    ("kubectl config use-context x", "settle"),
    ("helm list -A", "look"),
    ("helm upgrade --install web ./chart", "write"),
    ("helm template ./chart", "read"),
    ("docker ps -a", "look"),
    ("docker run --rm alpine ls", "write"),
    ("docker exec -it web ls /app", "look"),
    ("docker compose up -d", "settle"),
    ("docker compose logs web", "look"),
    ("docker build -t x .", "settle"),
    ("docker push x", "write"),
    ("docker system prune -f", "write"),
    // Clouds
    ("aws s3 ls", "look"),
    ("aws ec2 describe-instances --region eu-west-1", "look"),
    ("aws ec2 run-instances --image-id x", "write"),
    ("aws s3 sync . s3://b", "settle"),
    ("aws s3 rm s3://b/k", "write"),
    ("aws sqs receive-message --queue-url x", "write"),
    ("aws dynamodb put-item --table-name t --item x", "settle"),
    ("gcloud compute instances list", "look"),
    ("gcloud compute instances delete x", "write"),
    ("terraform plan", "look"),
    ("terraform apply -auto-approve", "write"),
    ("terraform fmt -check", "read"),
    ("redis-cli GET a", "look"),
    ("redis-cli INCR a", "write"),
    // Databases
    ("psql -h db -c 'SELECT * FROM t'", "read"),
    ("psql -c 'DELETE FROM t'", "write"),
    ("psql -f migrate.sql", "write"),
    ("psql -c '\\dt'", "read"),
    ("psql <<'EOF'\nSELECT 1;\nEOF", "read"),
    ("echo 'DROP TABLE t' | psql", "write"),
    ("mysql -e 'SHOW TABLES'", "read"),
    ("sqlite3 a.db '.tables'", "read"),
    ("sqlite3 a.db \"INSERT INTO t VALUES (1)\"", "write"),
    // Languages
    ("cargo test -p x 2>&1 | tail -20", "read"),
    ("cargo fmt", "settle"),
    ("cargo fmt --check", "read"),
    ("cargo run", "write"),
    ("cargo publish", "write"),
    ("npm test", "read"),
    ("npm run build", "read"),
    ("npm run deploy", "write"),
    ("npm install", "settle"),
    ("npm publish", "write"),
    ("npx tsc --noEmit", "read"),
    ("pnpm exec eslint . --fix", "settle"),
    ("pip install -r requirements.txt", "settle"),
    ("python -m pytest -q", "read"),
    ("python script.py", "write"),
    ("uv run pytest", "read"),
    ("go test ./...", "read"),
    ("go run .", "write"),
    ("make", "read"),
    ("make -j4 test lint", "read"),
    ("make deploy", "write"),
    ("mise exec -- go test ./...", "read"),
    ("ruff check .", "read"),
    ("ruff check . --fix", "settle"),
    ("black src", "settle"),
    // System
    ("systemctl status web", "look"),
    ("systemctl restart web", "write"),
    ("systemctl enable web", "settle"),
    ("service web status", "look"),
    ("apt-get install -y jq", "settle"),
    ("apt list --installed", "look"),
    ("ps aux | grep web", "look"),
    ("kill -9 123", "write"),
    ("date", "look"),
    ("crontab -l", "look"),
    // HTTP
    ("curl -s https://example.com", "look"),
    ("curl -X POST https://example.com", "write"),
    ("curl -XPUT https://example.com -d @a.json", "settle"),
    ("curl https://example.com -d 'a=1'", "write"),
    ("curl -G https://example.com -d 'a=1'", "look"),
    ("curl -I https://example.com", "look"),
    ("curl -o a.tgz https://example.com/a.tgz", "look+settle"),
    ("wget -qO- https://example.com", "look"),
    ("wget https://example.com/a.tgz", "write"),
    ("http POST example.com a=1", "write"),
    // PowerShell
    ("Get-ChildItem C:\\x | Where-Object { $_.Length }", "read"),
    ("Remove-Item a.txt", "write"),
];

#[test]
fn commands_are_told_apart() {
    let mut faults: Vec<String> = Vec::new();
    for (command, expected) in COMMANDS {
        let expected_deed = match *expected {
            "read" => Deed::READ,
            "look" => Deed::LOOK,
            "settle" => Deed::SETTLE,
            "look+settle" => Deed::LOOK.and(Deed::SETTLE),
            _ => Deed::WRITE,
        };
        let deed = reading(&[command]).deed;
        let same = if expected_deed.repeatable { deed == expected_deed } else { deed.writes && !deed.repeatable };
        if !same {
            faults.push(format!("{command:?} is {deed:?} and not {expected}"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_worst_commands_are_named_and_files_are_known() {
    let reading = reading(&["cat src/a.rs && sed -i 's/x/y/' ./src/b.rs && git push origin main > log"]);
    assert_eq!(reading.worst, "sed -i s/x/y/ ./src/b.rs; git push origin main");
    assert_eq!(reading.shown, ["src/a.rs"]);
    assert_eq!(reading.written, ["./src/b.rs", "log"]);
    assert_eq!(reading.writes, 3);
}

#[test]
fn every_command_that_must_not_be_repeated_is_named_once() {
    let worst = |scripts: &[&str]| reading(scripts).worst;
    assert_eq!(worst(&["git tag v1.0.1 && git push --tags"]), "git tag v1.0.1; git push --tags");
    assert_eq!(worst(&["mkdir -p out; npm publish"]), "npm publish");
    assert_eq!(worst(&["npm publish", "npm publish", "gh pr create"]), "npm publish; gh pr create");
    assert_eq!(worst(&["mkdir -p out", "rm -rf build"]), "mkdir -p out; rm -rf build");
    assert_eq!(worst(&["ls"]), "");
    let many: Vec<String> = (0..99).map(|number| format!("curl -X POST https://host/orders/{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(worst(&many).len() <= crate::inference::TARGET_BYTES && worst(&many).ends_with('…'));
}

#[test]
fn a_command_may_be_given_as_words() {
    assert_eq!(reading_of_words(&["bash", "-lc", "ls && cat a"]).deed, Deed::READ);
    assert_eq!(reading_of_words(&["git", "commit", "-m", "x && y"]).deed, Deed::WRITE);
}

#[test]
fn hostile_scripts_are_read_in_linear_time() {
    let repeated = |piece: &str| piece.repeat(200_000 / piece.len());
    for piece in [
        "(",
        "((",
        "$(",
        "$((",
        "`",
        "${",
        "<(",
        "'",
        "\"",
        "\\",
        "<<E\n",
        "$(<<E\n",
        "case ",
        "x=(",
        "a|",
        "[[ ",
        "{ ",
        "bash -c \"",
        "🦀<<",
        "f(){ ls;};",
        "find -exec a ",
    ] {
        let script = repeated(piece);
        let reading = reading(&[&script]);
        assert!(reading.deed.writes || reading.deed.repeatable);
    }
}
