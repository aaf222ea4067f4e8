#!/usr/bin/env bash
# A real transcript becomes a safe next window: planned, secured in a store, spilled within a budget, and written out.
# What was made stays in target/demo to be looked at.
set -euo pipefail
cd "$(dirname "$0")/.."
transcript=examples/transcripts/coding-session.claude-code.jsonl
folder=target/demo
rm -rf "$folder"
mkdir -p "$folder"

run() {
    printf '\n$ %s\n' "$*" | sed 's#target/release/anchorhold#anchorhold#'
    "$@"
}

run target/release/anchorhold plan "$transcript" --budget 8000
run target/release/anchorhold compact "$transcript" --budget 8000 --store "$folder/store.db" --out "$folder/next.jsonl"
pointer="$(grep -o 'ah:[0-9a-f]\{16\}' "$folder/next.jsonl" | tail -n 1)"
printf '\nWhat left can be had back, byte for byte:\n'
run target/release/anchorhold recall "$pointer" --store "$folder/store.db" | cut -c 1-160
run target/release/anchorhold log --store "$folder/store.db"
printf '\nThe next window is %s/next.jsonl, the store %s/store.db.\n' "$folder" "$folder"
