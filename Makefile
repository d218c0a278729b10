# Everything a developer does, in one place. `make` alone lists the targets.
# Needs Python >= 3.11 with pip, and make; all else is installed into $(VENV).
#
#   make test PYTHON=/opt/python3.12/bin/python3     another interpreter (used when the environment is made)
#   make test ARGS="tests/conformance -k erase"      only some tests
#   make crash CRASH_CYCLES=600                      600 cycles of each fault loop instead of 3,000; it says how long

SHELL := /bin/sh
VENV ?= .venv
# One more than cores: much of the time goes into waiting for the disk.
WORKERS ?= 3
ARGS ?=
CRASH_CYCLES ?= 3000
FILES_CASES ?= 1000
FILES_STEPS ?= 50000
FILES_CUTS ?= 300
ROLLBACK_LIVES ?= 20
FUZZ_SEED ?= 1
PEERS_DATA ?= $(PERDURE_BENCH_DATA)
ERASURES ?= 1000
ERASE_SEED ?= 1
MOVES ?= 50

PY := $(VENV)/bin/python
# Errors are shown, chatter is not; never ask, because nobody may be there to answer.
PIP := $(PY) -m pip --disable-pip-version-check --no-input -qq

# The first interpreter that is new enough; PYTHON= overrides it.
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
CANDIDATES := python3 python3.13 python3.12 python3.11 python3.14 python

.DEFAULT_GOAL := help
.PHONY: help run test check fmt docs test-all coverage bench peers crash files rollback erase-test fuzz moves audit train build clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: $(VENV)/.ready-run ## Set up and show a memory at work (`perdure tour`)
	@$(VENV)/bin/perdure tour

test: check ## Set up, then run the quick checks and all tests
	@# Compiled files are kept: many tests start processes of their own.
	@PYTHONDONTWRITEBYTECODE= $(PY) -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

check: $(VENV)/.ready-dev ## Format, lint, types and import rules
	@$(PY) -m ruff format --check --quiet . || { echo 'hint: `make fmt` formats the files'; exit 1; }
	@$(PY) -m ruff check --quiet .
	@$(PY) -m mypy --no-error-summary
	@$(VENV)/bin/lint-imports --no-logo >$(VENV)/lint-imports.log 2>&1 || { cat $(VENV)/lint-imports.log; exit 1; }
	@echo 'checks passed: ruff, mypy, import-linter'

fmt: $(VENV)/.ready-dev ## Format the code and fix what can be fixed
	@$(PY) -m ruff check --quiet --fix-only .
	@$(PY) -m ruff format .

docs: $(VENV)/.ready-dev ## Renew the reference pages from the code
	@$(PY) -m tests.docs.reference

test-all: ## The tests on every supported Python that is installed
	@ran=''; skipped=''; \
	for version in 3.11 3.12 3.13; do \
		if python$$version -c '$(NEW_ENOUGH)' >/dev/null 2>&1; then \
			echo "== Python $$version"; \
			$(MAKE) --no-print-directory test VENV=.venv-$$version PYTHON=python$$version || exit 1; \
			ran="$$ran $$version"; \
		else \
			skipped="$$skipped $$version"; \
		fi; \
	done; \
	echo "tested on Python:$${ran:- none}; skipped, not installed:$${skipped:- none}"; \
	test -n "$$ran"

coverage: $(VENV)/.ready-dev ## The tests once more, and which lines they ran (build/coverage/html)
	@mkdir -p build/coverage
	@$(PY) -m pytest -n $(WORKERS) --cov --cov-report=term --cov-report=html $(ARGS)

bench: $(VENV)/.ready-dev ## Measure the stores
	@$(PY) benchmarks/store.py $(ARGS)

peers: $(VENV)/.ready-dev ## Other stores and this one, given the same turns (PEERS_DATA=folder of LoCoMo)
	@$(PY) -m benchmarks.peers.compare $(if $(PEERS_DATA),--data '$(PEERS_DATA)') $(ARGS)

crash: $(VENV)/.ready-dev ## Kill, cut and damage stores for long (CRASH_CYCLES=600)
	@PERDURE_CRASH_CYCLES=$(CRASH_CYCLES) $(PY) -m pytest tests/faults --timeout=0 $(ARGS)

rollback: $(VENV)/.ready-dev ## 500 random points rolled back to, and merges taken apart (ROLLBACK_LIVES=20)
	@PERDURE_ROLLBACK_LIVES=$(ROLLBACK_LIVES) PERDURE_UNMERGE_LIVES=$$(( $(ROLLBACK_LIVES) * 3 )) $(PY) -m pytest \
		tests/control/test_rollback.py tests/control/test_unmerge.py --timeout=0 -o log_cli=true $(ARGS)

erase-test: $(VENV)/.ready-dev ## Random erasures, each looked for in every byte (ERASURES=1000)
	@PERDURE_ERASURES=$(ERASURES) PERDURE_ERASE_SEED=$(ERASE_SEED) PERDURE_ERASE_GRAPHS=$(ERASURES) \
		PERDURE_ERASE_KILLS=100 $(PY) -m pytest -n 0 tests/control/erasure --timeout=0 $(ARGS)

files: $(VENV)/.ready-dev ## Files for long: rebuilds, random edits, power cuts (FILES_CASES, FILES_STEPS, FILES_CUTS)
	@PERDURE_FILES_CASES=$(FILES_CASES) PERDURE_FILES_STEPS=$(FILES_STEPS) PERDURE_FILES_CUTS=$(FILES_CUTS) \
		$(PY) -m pytest -n $(WORKERS) tests/files --timeout=0 $(ARGS)

build: $(VENV)/.ready-dev ## The source archive and the wheel, checked, in dist/
	@rm -rf dist
	@$(PY) -m build --outdir dist
	@$(PY) -m twine check --strict dist/*

train: $(VENV)/.ready-dev ## Make the reader's weights again from training/intake
	@$(PY) -m training.thesaurus
	@OMP_NUM_THREADS=2 $(PY) -m training.train $(ARGS)

fuzz: $(VENV)/.ready-dev ## Bad input at every site of verbs, commands and MCP
	@echo '110,000 sites: about 20 minutes of two cores with nothing else to do; FUZZ_SEED=2 chooses other standard input for commands'
	@PERDURE_FUZZ=all PERDURE_FUZZ_SEED=$(FUZZ_SEED) $(PY) -m pytest -n 2 tests/whole/test_fuzz.py --timeout=0 $(ARGS)

audit: $(VENV)/.ready-dev ## Known vulnerabilities of what is installed
	@$(PIP) install -e '.[audit]' || { echo 'pip-audit cannot be installed: nothing was checked'; exit 2; }
	@$(PY) -m tests.audit

moves: $(VENV)/.ready-dev ## Random agents moved between engines, compared byte for byte (MOVES=50, on four roads)
	@PERDURE_EXPORT_CASES=$(MOVES) $(PY) -m pytest -n 2 tests/control/test_export.py --timeout=0 $(ARGS)

clean: ## Remove environments, caches and build results
	@rm -rf .venv .venv-3.* .peers build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps are newer than pyproject.toml once it is installed: pip runs only when the file has changed.
$(VENV)/.ready-run: pyproject.toml | $(PY)
	@echo 'installing perdure into $(VENV) ...'
	@$(PIP) install -e .
	@touch $@

$(VENV)/.ready-dev: pyproject.toml | $(PY)
	@echo 'installing perdure and its development tools into $(VENV) ...'
	@$(PIP) install -e '.[all,dev]'
	@touch $@ $(VENV)/.ready-run

# Some systems ship Python without ensurepip; the pip that is there then fills the environment from outside.
$(PY):
	@python='$(PYTHON)'; \
	if [ -z "$$python" ]; then \
		for candidate in $(CANDIDATES); do \
			if "$$candidate" -c '$(NEW_ENOUGH)' >/dev/null 2>&1; then python=$$candidate; break; fi; \
		done; \
	fi; \
	if [ -z "$$python" ]; then \
		echo 'error: no Python >= 3.11 found (looked for: $(CANDIDATES))' >&2; \
		echo 'hint: install one, or name it: make PYTHON=/path/to/python3 ...' >&2; \
		exit 1; \
	fi; \
	if ! "$$python" -c '$(NEW_ENOUGH)'; then \
		echo "error: \`$$python\` is not a Python >= 3.11" >&2; exit 1; \
	fi; \
	echo "making $(VENV) with $$("$$python" --version)"; \
	"$$python" -m venv '$(VENV)' >/dev/null 2>&1 || { \
		rm -rf '$(VENV)'; \
		"$$python" -m venv --without-pip '$(VENV)' \
		&& "$$python" -m pip --disable-pip-version-check --no-input -qq --python '$(PY)' install pip; \
	} || { rm -rf '$(VENV)'; exit 1; }
