# Two commands matter: `make demo` and `make test`. Both set everything up by themselves.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# One environment, two steps: what the demonstration needs, and on top of it what tests and tools need.
USABLE := $(VENV)/.usable
READY  := $(VENV)/.ready

# A test that waits for processes and signals can starve where other work shares the machine: what failed is asked once
# more, by itself. What fails again has failed; what failed only once stands in the summary of the first pass.
AGAIN := $(BIN)/pytest --last-failed --last-failed-no-failures none --maxfail 10

.DEFAULT_GOAL := help
.PHONY: help demo test test-full lint bench docs messages schemas constraints clean

help:  ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(USABLE): pyproject.toml constraints-demo.txt constraints-figures.txt scripts/bootstrap.sh
	@PYTHON="$(PYTHON)" sh scripts/bootstrap.sh "$(VENV)" constraints-demo.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r constraints-figures.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(READY): $(USABLE) constraints.txt
	@PYTHON="$(PYTHON)" sh scripts/bootstrap.sh "$(VENV)" constraints.txt
	@touch $@

demo: $(USABLE)  ## test built-in baselines on bundled photographs, household tasks and made clips and write reports
	@sh scripts/system.sh libegl1 libgl1-mesa-dri fonts-noto-cjk espeak-ng
	@$(BIN)/mindsight demo --out demo

test: $(READY)  ## every test that answers within ten minutes
	@sh scripts/system.sh ffmpeg libegl1 libgl1-mesa-dri libosmesa6 fonts-noto-cjk postgresql
	@$(BIN)/pytest -n auto --dist loadfile -m "not slow" || { [ $$? -eq 1 ] && $(AGAIN) -m "not slow"; }

test-full: $(READY)  ## the slow tests too: a cluster, a hundred kills, a real browser, foreign products
	@sh scripts/system.sh ffmpeg chromium nodejs npm libegl1 libgl1-mesa-dri libosmesa6 fonts-noto-cjk postgresql
	@$(BIN)/pytest -n auto --hypothesis-profile=explore || { [ $$? -eq 1 ] && $(AGAIN) --hypothesis-profile=explore; }

lint: $(READY)  ## formatting, style, types, import rules
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

bench: $(READY)  ## speed and memory as ratios, measured side by side in one run
	@$(BIN)/python -m benchmarks.run

docs: $(READY)  ## build the documentation into site/
	@$(BIN)/python -m docs.build
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "documentation: site/index.html"

messages: $(READY)  ## collect user-facing texts and compile the Chinese catalogue
	@$(BIN)/python scripts/messages.py

schemas: $(READY)  ## write the published JSON Schemas from the record's models
	@$(BIN)/python scripts/schemas.py

constraints:  ## resolve the pinned versions anew (needs uv)
	@uv pip compile pyproject.toml --extra album --extra cluster --extra export --extra figures --extra gym --extra home --extra import --extra people --extra postgres --extra report --extra review --extra sign --extra storage --extra vsig --extra web --extra wordllama --group dev \
		--universal --python-version 3.11 --generate-hashes --no-header --quiet --upgrade -o constraints.txt
	@uv pip compile pyproject.toml --extra demo --group build -c constraints.txt \
		--universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet -o constraints-demo.txt

clean:  ## remove what the targets above made
	rm -rf $(VENV) build dist site demo .mypy_cache .pytest_cache .ruff_cache .hypothesis
