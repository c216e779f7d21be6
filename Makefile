# Everything runs in one virtual environment made from the lock file; nothing is expected of the machine but Python 3.11+.
PYTHON  ?= python3
VENV    ?= .venv
BIN     := $(VENV)/bin
READY   := $(VENV)/ready
BENCH   := $(VENV)/bench-ready
REPLAY  := $(VENV)/replay/ready
DOCS    := $(VENV)/docs/ready
AUDIT   := $(VENV)/audit/ready
BROWSER := $(VENV)/browser-ready
PIP     := $(BIN)/python -m pip --disable-pip-version-check -q
PYTEST  := $(BIN)/python -m pytest

# Tests start some hundreds of programs, and each would compile all of recorder anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test slow lint conformance bench audit wheel sbom screens docs docs-site browser lock clean

demo: $(BROWSER)
	$(BIN)/recorder demo

# Two workers a core (tests/conftest.py), each with whole modules: what their tests share, a browser or a recorded site, is made once.
test: $(BROWSER)
	$(PYTEST) -m "not slow" --numprocesses auto --dist loadscope --no-loadscope-reorder

# Two modules at a time, since half of what they do is waiting; more would disturb those that measure what they take.
# pytest's exit code 5 says that no test was selected: there is nothing slow to run yet.
slow: $(BROWSER) $(BENCH) $(REPLAY) $(DOCS)
	$(PYTEST) -m slow --numprocesses 2 --dist loadscope --no-loadscope-reorder || { [ $$? -eq 5 ] && echo "No test is marked slow: nothing was run."; }

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo

# Public test suites of the standards: which share of each comes out as it should, and what is meant to come out otherwise.
conformance: $(READY)
	$(BIN)/python -m bench conformance

bench: $(BROWSER) $(BENCH)
	$(BIN)/python -m bench

# Known weaknesses of what the lock files name. It asks the public index, which not every mirror of it can answer for.
audit: $(AUDIT)
	$(VENV)/audit/bin/python .ci/audit.py $(VENV)/audit/bin/pip-audit requirements*.lock

# The same bytes for the same commit, whoever builds it and when: of what is committed alone, whatever the umask.
wheel: $(READY) sbom
	rm -rf build/release && mkdir -p build/release
	umask 022 && git archive HEAD | tar -x --no-same-permissions -C build/release && \
	    SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist build/release
	cd dist && sha256sum *.whl *.cdx.json

# What a release is made of, with the hashes of the lock file.
sbom: $(READY)
	mkdir -p dist
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python .ci/write_sbom.py dist/recorder.cdx.json

# The pictures of the terminal UI in docs/, from the real application at work on the demo shop.
screens: $(BROWSER)
	PYTHONPATH=. $(BIN)/python docs/take_screens.py
	PYTHONPATH=. $(BIN)/python docs/take_areas.py build/screens
	cp build/screens/*.svg docs/screens
	PYTHONPATH=. $(BIN)/python docs/take_moving.py

# The list of all commands and options, from their help texts.
docs: $(READY)
	$(BIN)/python docs/write_commands.py

# The documentation as a site, in build/site. A link that leads nowhere is an error.
docs-site: $(DOCS)
	NO_MKDOCS_2_WARNING=1 $(VENV)/docs/bin/mkdocs build --strict --quiet

# Looks again, and says what it found; the other targets look once.
browser: $(READY)
	@$(BIN)/recorder doctor

# Silent when all is fine: what is missing, and how to get it, goes to stderr.
$(BROWSER): $(READY)
	@$(BIN)/recorder doctor > /dev/null
	@touch $@

# -qq for our own package keeps setuptools' advice on editable installs off the screen; errors are still shown.
$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	    "recorder needs Python 3.11 or newer, and $(PYTHON) is older: make PYTHON=python3.11 " + "$(MAKECMDGOALS)")'
	@echo "Setting up $(VENV) (once; half a minute)"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) -q install --no-deps --no-build-isolation -e .
	@touch $@

$(BENCH): requirements-bench.lock $(READY)
	@echo "Adding what the benchmarks compare with (once)"
	@$(PIP) install --require-hashes -r requirements-bench.lock
	@touch $@

# A web archive is replayed by a program of others, whose old dependencies are kept away from ours.
$(REPLAY): requirements-replay.lock
	@echo "Adding what replays web archives (once)"
	@$(PYTHON) -m venv $(VENV)/replay
	@$(VENV)/replay/bin/python -m pip --disable-pip-version-check -q install --require-hashes -r requirements-replay.lock
	@touch $@

$(DOCS): requirements-docs.lock
	@echo "Adding what builds the documentation (once)"
	@$(PYTHON) -m venv $(VENV)/docs
	@$(VENV)/docs/bin/python -m pip --disable-pip-version-check -q install --require-hashes -r requirements-docs.lock
	@touch $@

$(AUDIT): requirements-audit.lock
	@echo "Adding what looks for known weaknesses (once)"
	@$(PYTHON) -m venv $(VENV)/audit
	@$(VENV)/audit/bin/python -m pip --disable-pip-version-check -q install --require-hashes -r requirements-audit.lock
	@touch $@

# The one target that needs more than the lock files: it writes them. Extras are kept, or the pip of Python 3.11 takes the
# newest release of what is asked for with an extra, and then refuses it for being neither pinned nor hashed.
lock: $(READY)
	$(PIP) install uv
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	    --no-strip-extras --custom-compile-command "make lock" --upgrade --group dev pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	    --no-strip-extras --custom-compile-command "make lock" -c requirements.lock --group bench pyproject.toml -o requirements-bench.lock
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	    --no-strip-extras --custom-compile-command "make lock" --upgrade --group pyproject.toml:replay -o requirements-replay.lock
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	    --no-strip-extras --custom-compile-command "make lock" --upgrade --group pyproject.toml:docs -o requirements-docs.lock
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	    --no-strip-extras --custom-compile-command "make lock" --upgrade --group pyproject.toml:audit -o requirements-audit.lock

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
