# Everything a person or CI does with this repository. `make` alone lists it.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.SUFFIXES:

VENV := .venv
BIN := $(VENV)/bin
NODE := tests/node
# Else each of the processes that tests start would compile the package anew.
export PYTHONDONTWRITEBYTECODE :=
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
# All tests share two processes; a few start faster in one.
ALL_TESTS := --numprocesses 2 --dist worksteal
HOST_TESTS := tests/wordpress tests/contract tests/access tests/parity tests/promises
OLDER_RELEASES := 6.8 6.1
NEWEST := .venv/newest
COMPILE = $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11.5 --generate-hashes \
	--no-annotate --custom-compile-command "make lock" $(OPTIONS)
PROGRAMS := chromium chromium-headless-shell glewlwyd nginx caddy curl jq openssl php mariadbd psql
PACKAGES := chromium chromium-headless-shell glewlwyd nginx caddy curl jq openssl dbconfig-sqlite3 mariadb-server postgresql \
	php-cli php-mysql php-xml php-mbstring php-gd php-curl
EXAMPLE := examples/sitehand-signed-links
GENERATED := README.md $(wildcard docs/*.md docs/tools/*.md)

.PHONY: help demo test test-hosts test-real test-blocks test-newest check docs bench lock clean install install-tests install-system \
	check-style check-types check-imports check-docs check-snapshots

help: ## List what make can do
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: install ## Start a site with sample content; OPTIONS="--port 8080" is passed on
	@exec $(BIN)/sitehand demo $(OPTIONS)

test: install-tests install-system ## Install what the tests need, and run them; TESTS="tests/unit -k keys" chooses some
	@$(BIN)/python -m pytest $(or $(TESTS),$(ALL_TESTS))

# Under CI a test whose programs are missing fails: without PHP nothing of this would run, and all be well.
test-hosts: install-tests ## Run the suites of all hosts, every row, on the built-in site and each release of WordPress
	@export CI=true; failed=0; \
	$(BIN)/python -m pytest --hosts all $(ALL_TESTS) $(HOST_TESTS) || failed=1; \
	for release in $(OLDER_RELEASES); do \
		$(BIN)/python -m pytest --hosts all --wordpress $$release -k wordpress $(ALL_TESTS) $(HOST_TESTS) || failed=1; done; \
	exit $$failed

test-real: install-tests ## Run tests over real documents too; DATA=folder has elementor-*.json, and a WordPress export as *.xml
	@ELEMENTOR_DATA="$(DATA)" $(BIN)/python -m pytest -q -n 0 tests/unit/elementor tests/e2e/test_elementor_pages.py
	@export THEME_DATA="$(firstword $(wildcard $(DATA)/*.xml))"; \
	$(BIN)/python -m pytest -q -n 0 tests/unit/blocks -k "template_and_pattern or real" && \
	$(BIN)/python -m pytest -q -n 0 --hosts all tests/wordpress/test_bytes.py -k block_markup

test-blocks: install-tests ## Compare 20,000 mixtures of block markup with the parser of each WordPress release
	@BLOCK_DOCUMENTS=20000 $(BIN)/python -m pytest -q -n 0 tests/unit/blocks/test_tree.py -k mixture

test-newest: ## Check and test with the newest versions that pyproject.toml allows, instead of the locked ones
	@rm -rf $(NEWEST) && $(MAKE) --silent VENV=$(NEWEST) $(NEWEST)/.made
	@$(NEWEST)/bin/python -m pip -qq install --upgrade "pip>=25.1"
	@$(NEWEST)/bin/python -m pip -qq install --editable . --group build --group test --group check
	@touch $(NEWEST)/.sitehand $(NEWEST)/.tests
	@$(MAKE) --silent VENV=$(NEWEST) check test

check: check-style check-types check-imports check-docs check-snapshots ## Check style, types, import rules, generated docs

check-style: install-tests
	@echo "Style" && $(BIN)/ruff check --quiet . && $(BIN)/ruff format --check --quiet .

check-types: install-tests
	@echo "Types" && $(BIN)/mypy && $(BIN)/mypy docs/*.py scripts/*.py $(EXAMPLE)/src/sitehand_signed_links $(EXAMPLE)/tests

check-imports: install-tests
	@echo "Import rules" && $(BIN)/lint-imports --no-logo

check-docs: install-tests
	@echo "Generated docs" && $(BIN)/cog -I . --verbosity=1 --check --diff $(GENERATED) \
		|| { echo "Run \`make docs\`."; exit 1; }

check-snapshots: install-tests
	@echo "Snapshots of tools" && $(BIN)/python -m pytest -q --no-header tests/snapshots

docs: install-tests ## Write the generated docs and the snapshots anew
	@$(BIN)/cog -I . --verbosity=1 -r $(GENERATED)
	@UPDATE_SNAPSHOTS=1 $(BIN)/python -m pytest -q --no-header tests/snapshots

bench: install-tests ## Measure against the floors (needs wrk); OPTIONS="--pages 400 --seconds 2" is passed on
	@$(BIN)/python -m bench $(OPTIONS)

lock: install-tests ## Write locks/ from pyproject.toml; OPTIONS="--upgrade" takes the newest versions
	@$(COMPILE) --group build --group test --group check --output-file locks/develop.txt
	@$(COMPILE) --group build --constraint locks/develop.txt --output-file locks/install.txt

clean: ## Remove what make has installed
	rm -rf $(VENV) $(NODE)/node_modules

install: $(VENV)/.sitehand
install-tests: $(VENV)/.tests $(NODE)/node_modules/.installed

# The newest Python from 3.11.5 on that can make a virtual environment; PYTHON=... chooses another.
$(VENV)/.made:
	@for python in "$(PYTHON)" python3.14 python3.13 python3.12 python3.11 python3 python; do \
		test -n "$$python" || continue; \
		"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11, 5))' 2>/dev/null || continue; \
		found="$$python"; \
		"$$python" -c 'import ensurepip, venv' 2>/dev/null || continue; \
		echo "Making $(VENV) with $$("$$python" --version)."; \
		"$$python" -m venv $(VENV) && touch $@ && exit 0; \
	done; \
	test -z "$$found" \
		&& echo "Sitehand needs Python 3.11.5 or later, and none was found. Install it, or name it: make PYTHON=/path/to/python3" \
		|| echo "$$found cannot make a virtual environment. On Debian and Ubuntu: apt install python3-venv"; \
	exit 1

$(VENV)/.sitehand: $(VENV)/.made pyproject.toml locks/install.txt
	@echo "Installing Sitehand (this once; it takes a minute)."
	@$(PIP) install --require-hashes --requirement locks/install.txt
	@$(PIP) install --no-index --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.tests: $(VENV)/.sitehand locks/develop.txt
	@echo "Installing what the tests and checks need."
	@$(PIP) install --require-hashes --requirement locks/develop.txt
	@touch $@

$(NODE)/node_modules/.installed: $(wildcard $(NODE)/package-lock.json)
	@if command -v npm >/dev/null; then \
		echo "Installing the MCP clients that the tests run."; \
		cd $(NODE) && npm ci --no-audit --no-fund --loglevel=error && touch node_modules/.installed; \
	else \
		echo "npm is missing: the tests that need it will skip, and say so."; \
	fi

# Only where nobody else looks after the machine: as root, under CI, on a Debian. The tests start the servers themselves.
install-system:
	@if [ -n "$$CI" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && ! which $(PROGRAMS) >/dev/null; then \
		echo "Installing programs that the tests run."; \
		apt-get -qq update && DEBIAN_FRONTEND=noninteractive \
			apt-get -qq install --yes --no-install-recommends $(PACKAGES) >/dev/null \
		&& for server in glewlwyd nginx caddy mariadb postgresql; do ! pidof $$server >/dev/null || service $$server stop; done; \
	fi
