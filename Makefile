# Everything runs in one virtual environment made from the lock file; nothing is expected of the machine but Python 3.11+.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/ready
BENCH  := $(VENV)/bench-ready
PIP    := $(BIN)/python -m pip --disable-pip-version-check -q

.PHONY: demo test lint bench slow browser lock clean

demo: browser
	$(BIN)/recorder demo

test: browser
	$(BIN)/python -m pytest -m "not slow"

slow: browser
	$(BIN)/python -m pytest -m slow

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: browser $(BENCH)
	$(BIN)/python -m bench

browser: $(READY)
	$(BIN)/recorder doctor

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --require-hashes -r requirements.lock
	$(PIP) install --no-deps --no-build-isolation -e .
	touch $@

$(BENCH): requirements-bench.lock $(READY)
	$(PIP) install --require-hashes -r requirements-bench.lock
	touch $@

# The one target that needs more than the lock files: it writes them.
lock: $(READY)
	$(PIP) install uv
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	    --custom-compile-command "make lock" --upgrade --group dev pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	    --custom-compile-command "make lock" -c requirements.lock --group bench pyproject.toml -o requirements-bench.lock

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
