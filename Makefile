# Two commands for a newcomer: `make chat` opens the assistant, `make test` runs every test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: chat test explore check knowledge clean

$(BIN)/rigwise: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	-$(BIN)/rigwise knowledge check > /dev/null # fills the cache: the first start is a warm one
	@touch $@

chat: $(BIN)/rigwise
	$(BIN)/rigwise chat

test: $(BIN)/rigwise
	$(BIN)/python -m pytest

# Property tests on fresh draws, again and again until one fails: make explore ROUNDS=20
ROUNDS ?= 5
explore: $(BIN)/rigwise
	for round in $$(seq $(ROUNDS)); do $(BIN)/python -m pytest --hypothesis-profile=explore -q -m hypothesis || exit 1; done

check: $(BIN)/rigwise
	$(BIN)/ruff check .
	$(BIN)/ruff format --check assistant tests benchmarks
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/rigwise knowledge check

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
