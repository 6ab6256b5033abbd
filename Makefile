# Everything happens in .venv, which is made from the locked, hashed requirements and kept until they change.

PYTHON ?= python3
UV_VERSION := 0.13.8
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python

# With hashes required, pip installs what the lock names and nothing else.
PIP_INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes

# What the bot needs; with POSTGRES=1, for a PostgreSQL database too.
RUN := $(if $(POSTGRES),run-postgres,run)

SOURCES := bot engines lessons players render sandbox benchmarks proofs tests

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play run install test lint types imports compiled tests bench catalogue lock format clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.play ## play in a simulated Discord, in the browser; no token needed; ARGS="--demo" begins with matches
	$(PY) -m sandbox $(ARGS)

run: $(VENV)/.$(RUN) ## start the bot with the token from .env; POSTGRES=1 installs what a PostgreSQL database needs
	$(PY) -m bot $(ARGS)

install: $(VENV)/.$(RUN) ## install what the bot needs, or what has changed since, without starting it

test: $(VENV)/.dev ## check style, types and imports, then run every test
	$(MAKE) --jobs=2 lint types imports compiled
	$(MAKE) tests

lint: $(VENV)/.dev ## check style
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)

format: $(VENV)/.dev ## rewrite the source in the project's style
	$(BIN)/ruff check --fix-only --quiet $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

types: $(VENV)/.dev ## check types
	$(BIN)/mypy

imports: $(VENV)/.dev ## check who may import whom
	$(BIN)/lint-imports

# Otherwise all processes that run tests would compile every module, each for itself. What cannot be compiled fails later.
compiled: $(VENV)/.dev
	-@$(PY) -m pytest --collect-only --quiet --quiet >/dev/null

tests: $(VENV)/.dev ## run the tests alone; ARGS="tests/engines -x" for some of them
	$(PY) -m pytest --numprocesses=auto --maxprocesses=4 --dist=worksteal $(ARGS)

bench: $(VENV)/.bench ## measure; ARGS="picture.iye move" for some groups
	$(PY) -m benchmarks $(ARGS)

catalogue: $(VENV)/.dev ## write the message catalogue from the source, bring translations up to date and compile them
	$(BIN)/pybabel -q extract --keyword=T --keyword=TN:1,2 --no-default-keywords --no-location --sort-output \
	    --project=Kurultai --copyright-holder="The Kurultai authors" --output=bot/locales/kurultai.pot bot engines lessons players render
	for po in bot/locales/*/LC_MESSAGES/kurultai.po; do test -e "$$po" || continue; \
	    $(BIN)/pybabel -q update --no-fuzzy-matching --domain=kurultai --input-file=bot/locales/kurultai.pot \
	        --output-dir=bot/locales --locale="$$(basename "$$(dirname "$$(dirname "$$po")")")" && \
	    $(BIN)/pybabel -q compile --input-file="$$po" --output-file="$${po%.po}.mo"; done

lock: ## write requirements/*.txt again from pyproject.toml; ARGS=--upgrade takes newer versions
	test -x .venv-lock/bin/uv || { $(PYTHON) -m venv .venv-lock && .venv-lock/bin/pip install --quiet uv==$(UV_VERSION); }
	PATH="$(CURDIR)/.venv-lock/bin:$$PATH" sh requirements/compile.sh $(ARGS)

clean: ## remove what was built here (not the bot's data)
	rm -rf $(VENV) .venv-lock .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache build *.egg-info
	find $(SOURCES) -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed, this is " + sys.version.split()[0] + ". Name another with: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)

# One stamp per lock file: a lock that did not change installs nothing.
$(VENV)/.%: requirements/%.txt | $(PY)
	$(PIP_INSTALL) --requirement $<
	@touch $@
