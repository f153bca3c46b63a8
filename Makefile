# The only entry. `make play` and `make test` do all set-up first, each step once:
# what is fresh is not made again. `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PACKAGES := .venv/.packages
EXTENSION := python/chuhe/_core.abi3.so
NODE_MODULES := web/node_modules/.package-lock.json
RUST_SOURCES := $(shell find crates -name '*.rs' -o -name Cargo.toml -o -name '*.bin') \
	Cargo.toml Cargo.lock .cargo/config.toml
# The tests that hold the house together rather than the program to its word.
HOUSE_TESTS := $(addprefix tests/unit/test_,floors.py words.py web_words.py documented.py rules_pages.py lock.py)
PUBLIC_MODULES := $(subst /,.,$(patsubst python/%.py,%,$(subst /__init__.py,.py,\
	$(wildcard python/chuhe/[a-z]*.py python/chuhe/[a-z]*/__init__.py))))
FUZZ_SECONDS ?= 60
# One more than there are cores: many tests wait for a server or a browser.
PYTEST_WORKERS ?= $(shell echo $$(($$(nproc) + 1)))
# Cargo, maturin and clippy must name one interpreter, or each rebuilds the bindings.
export PYO3_PYTHON := $(CURDIR)/$(BIN)/python
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: help setup play serve test check bench docs fuzz clean distclean words rules \
	pages browser postgres wheel lock format \
	check-rust check-python check-web test-rust test-web test-python test-long

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 24

# ---------------------------------------------------------------- set-up

setup: $(EXTENSION) pages ## everything needed to play and to develop, into .venv

# Debian's Python comes without venv's ensurepip unless python3-venv is there; pip fills in.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Chuhe needs Python 3.11 or later")'
	@$(PYTHON) -m venv .venv >/dev/null 2>&1 || $(PYTHON) -m venv --without-pip --clear .venv
	@test -x $(BIN)/pip || $(PYTHON) -m pip -q --python $(BIN)/python install pip

$(PACKAGES): requirements/dev.lock | $(BIN)/python
	@echo "Installing Python packages into .venv …"
	@$(PIP) install -q -r requirements/dev.lock
	@touch $@

# The editable install builds the pages too, by the backend in tools/.
$(EXTENSION): $(RUST_SOURCES) pyproject.toml tools/build_backend.py $(PACKAGES)
	@echo "Building the Rust extension and the pages, a minute or two the first time …"
	@command -v cargo >/dev/null || { echo "Chuhe needs Rust: install cargo (https://rustup.rs)"; exit 1; }
	@$(PIP) install -q --no-build-isolation --no-deps -e .
	@touch $@

pages: | $(BIN)/python
	@$(BIN)/python tools/build_backend.py

$(NODE_MODULES): web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	touch $@

# ---------------------------------------------------------------- use

play: setup ## set up, then open a board at localhost
	$(BIN)/chuhe play

serve: setup ## set up, then serve tables on the network
	$(BIN)/chuhe serve

# ---------------------------------------------------------------- tests

test: test-rust test-web test-python ## set up, then every test, those in the browser included

test-rust:
	cargo test -q --workspace --exclude chuhe-py

test-web: $(NODE_MODULES)
	cd web && npm test --silent

test-python: setup browser postgres
	$(BIN)/python -m pytest -q -n $(PYTEST_WORKERS) --dist loadgroup -m "not long"

test-long: setup browser postgres ## what quick tests try, in more ways
	$(BIN)/python -m pytest -q -n $(PYTEST_WORKERS) --dist loadgroup -m long \
		--ignore tests/corpus/test_record_round_trips_corpus.py
	CHUHE_ALL_RECORDS=1 $(BIN)/python -m pytest -q -n $(PYTEST_WORKERS) --dist loadgroup \
		tests/corpus/test_record_round_trips_corpus.py

browser: ## Debian's chromium and a Chinese font, if missing
	@sh tools/install_browser.sh

postgres: ## PostgreSQL's programs, if missing
	@sh tools/install_postgres.sh

# ---------------------------------------------------------------- checks

check: check-rust check-web check-python ## formatting, lints, types, floors, catalogues

check-rust: | $(PACKAGES)
	cargo fmt --all --check
	cargo clippy -q --workspace --all-targets -- -D warnings
	cargo fmt --manifest-path fuzz/Cargo.toml --check

check-web: $(NODE_MODULES)
	cd web && npm run --silent typecheck
	cd web && npm run --silent lint

check-python: setup
	$(BIN)/ruff check -q .
	$(BIN)/ruff format -q --check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest chuhe._core
	$(BIN)/python -m pytest -q -p no:cacheprovider $(HOUSE_TESTS)

format: $(NODE_MODULES) | $(PACKAGES) ## format all three languages
	cargo fmt --all
	cargo fmt --manifest-path fuzz/Cargo.toml
	$(BIN)/ruff check -q --fix . || true
	$(BIN)/ruff format -q .
	cd web && npx biome check --write src tests vite.config.ts

# ---------------------------------------------------------------- the rest

words: setup ## export the texts of the page from its catalogue
	$(BIN)/python tools/export_web_words.py

rules: setup ## the tables in docs/rules, from the rule books
	$(BIN)/python tools/rules_pages.py

# Somebody may have installed a build with debug assertions by `maturin develop`.
bench: setup ## the figures in the README
	@$(PIP) install -q --no-build-isolation --no-deps -e .
	@for bench in benches/bench_*.py; do $(BIN)/python $$bench; done

docs: setup ## the reference from the docstrings, in build/docs
	$(BIN)/pdoc -o build/docs chuhe $(PUBLIC_MODULES)
	cargo doc -q --workspace --no-deps --target-dir build/rustdoc

fuzz: setup ## every fuzz target for FUZZ_SECONDS
	PYTHON=$(BIN)/python fuzz/run $(FUZZ_SECONDS)

wheel: | $(BIN)/python ## one self-contained wheel, in dist/
	$(PIP) wheel -q --no-deps -w dist .

lock: | $(BIN)/python ## choose the newest packages anew
	$(PIP) install -q pip-tools
	$(BIN)/python tools/requirements.py | $(BIN)/pip-compile -q --strip-extras --no-header \
		--no-annotate --no-emit-options --no-emit-find-links -o requirements/dev.lock -

clean: ## remove what was built; keep .venv and node_modules
	rm -rf target build dist fuzz/target python/chuhe/server/static $(EXTENSION)
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis

distclean: clean ## remove all that git does not hold
	rm -rf .venv web/node_modules
