# Everything that is needed is installed by these files: rustup, Python 3.11, Node 20, make and a C compiler suffice.

CARGO ?= cargo
PYTHON ?= python3
COMPONENT = target/wasm32-wasip2/component/anchorhold_policy.wasm

.PHONY: help setup build components example-policies demo test lint docs bench bench-index bench-store epochs effects drift deny clean

help: ## what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-16s %s\n", $$1, $$2}'

build: components ## the components in dist/ and the command in target/release/anchorhold
	$(CARGO) build --release --locked -p anchorhold-cli

components: setup
	@mkdir -p dist
	$(CARGO) build --locked --profile component --target wasm32-wasip2 -p anchorhold-policy --features literal
	@cp $(COMPONENT) dist/anchorhold-literal.wasm
	$(CARGO) build --locked --profile component --target wasm32-wasip2 -p anchorhold-policy
	@cp $(COMPONENT) dist/anchorhold.wasm

example-policies: setup .venv/example-policies ## policies to swap: one with a changed rule, one written in Python
	@mkdir -p dist
	$(CARGO) build --locked --profile component --target wasm32-wasip2 -p anchorhold-strict
	@cp target/wasm32-wasip2/component/anchorhold_strict.wasm dist/anchorhold-strict.wasm
	.venv/bin/componentize-py -d wit -w policy componentize policy -p examples/policy-python --stub-wasi \
		-o dist/anchorhold-python.wasm

setup: # the toolchain with its target, as rust-toolchain.toml names them
	@rustup show active-toolchain >/dev/null 2>&1 || rustup toolchain install
	@rustup target list --installed | grep -q wasm32-wasip2 || rustup target add wasm32-wasip2

demo: build ## a real transcript becomes a safe next window
	@examples/demo.sh

# The packages in which the component runs beside the Rust host.
.venv/installed: examples/python/requirements.txt
	$(PYTHON) -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check -r examples/python/requirements.txt
	@touch $@

# What makes a component of a policy in Python.
.venv/example-policies: .venv/installed examples/policy-python/requirements.txt
	.venv/bin/python -m pip install --quiet --disable-pip-version-check -r examples/policy-python/requirements.txt
	@touch $@

examples/javascript/node_modules/installed: examples/javascript/package-lock.json
	cd examples/javascript && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

test: components example-policies .venv/installed examples/javascript/node_modules/installed lint ## all that CI runs
	$(CARGO) build --release --locked --workspace --all-targets
	$(CARGO) test --release --locked --workspace

lint: components ## rustfmt and clippy
	$(CARGO) fmt --all --check
	$(CARGO) clippy --release --locked --workspace --all-targets -- -D warnings

docs: build .venv/installed ## writes the generated pages and the picture of the report
	BLESS=1 $(CARGO) test --release --locked --workspace --test pages --test serve
	folder="$$(mktemp -d)" && .venv/bin/python docs/picture.py docs/report.svg target/release/anchorhold compact \
		examples/transcripts/coding-session.claude-code.jsonl --budget 8000 --out $$folder/next.jsonl --store $$folder/store.db

bench: build ## prints the figures and writes docs/benchmarks.md
	$(CARGO) run --release --locked -p anchorhold-bench

bench-store: build ## the figures of the store, up to a million elements: writes docs/benchmarks-store.md
	$(CARGO) run --release --locked -p anchorhold-bench-store

bench-index: ## the store's full-text index beside another one: writes docs/benchmarks-index.md
	$(CARGO) run --release --locked --manifest-path bench/index/Cargo.toml --target-dir target/index

epochs: ## the epochs experiment: writes docs/epochs.md and its picture
	$(CARGO) run --release --locked -p anchorhold-epochs

effects: components ## counts what an agent that is killed pays twice, with the ledger and without
	$(CARGO) test --release --locked --workspace --test effects -- --nocapture nothing_is_paid_twice

drift: ## what is found in summaries: writes docs/drift.md, its picture and docs/real-summaries.md
	$(CARGO) run --release --locked -p anchorhold-drift

deny: ## licences and duplicates of what we depend on (needs cargo-deny)
	$(CARGO) deny --all-features check licenses bans sources

clean: ## removes what was built and installed
	rm -rf target dist .venv examples/javascript/node_modules
