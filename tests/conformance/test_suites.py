"""The conformance suites from npm against the real service, its fixtures registered through the public hooks."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sitehand.app import build
from sitehand.settings import Settings
from tests.browser import serve
from tests.conformance import plugin
from tests.node_tools import MODULES, Node, Run

BASELINE = Path(__file__).parent / "baseline-2025-11-25.yml"
ACTIVE = MODULES / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
NEXT = MODULES / "conformance-next" / "dist" / "index.js"
SUMMARY = re.compile(r"^([✓✗~]) ([\w-]+): (\d+) passed, (\d+) failed", re.MULTILINE)
STATELESS = {
    *("server-stateless", "caching", "http-header-validation", "http-custom-header-server-validation"),
    *("tools-list", "tools-call-simple-text", "tools-call-image", "tools-call-audio", "tools-call-embedded-resource"),
    *("tools-call-mixed-content", "tools-call-error", "tools-call-with-progress", "json-schema-2020-12"),
    *("resources-list", "resources-read-text", "resources-read-binary", "resources-templates-read"),
    *("sep-2164-resource-not-found", "prompts-list", "prompts-get-simple", "prompts-get-with-args"),
    *("prompts-get-embedded-resource", "prompts-get-with-image", "completion-complete", "dns-rebinding-protection"),
}
"""Scenarios that must be among those that ran for 2026-07-28, so that a suite that skips them is noticed."""

pytestmark = pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")


@pytest.fixture
async def endpoint(tmp_path: Path) -> AsyncIterator[str]:
    """The MCP address of a service that runs with the plugin."""
    async with serve(build(Settings(data=tmp_path / "site", log="off"), plugins=[plugin])) as address:
        yield f"{address}/sitehand/v1/mcp"


def read_summary(run: Run) -> dict[str, tuple[int, int]]:
    """Passed and failed checks of each scenario."""
    found = {name: (int(passed), int(failed)) for _, name, passed, failed in SUMMARY.findall(run.output)}
    assert found, f"The suite ran no scenario:\n{run.output[-2000:]}\n{run.errors[-2000:]}"
    return found


async def test_every_active_scenario_passes_but_the_baseline(node: Node, endpoint: str, tmp_path: Path) -> None:
    """0.1.16: every scenario of the suite `active` passes; one of the baseline that starts to pass is a failure."""
    run = await node.run(ACTIVE, "server", "--url", endpoint, "--expected-failures", str(BASELINE), folder=tmp_path)
    summary = read_summary(run)
    assert len(summary) == 30
    assert sum(failed == 0 for _, failed in summary.values()) == 22, run.output[-4000:]
    assert run.code == 0, run.output[-4000:]


async def test_every_scenario_of_2026_07_28_passes(node: Node, endpoint: str, tmp_path: Path) -> None:
    """0.2.0-alpha.12 for 2026-07-28: every scenario of that version passes, without a baseline."""
    run = await node.run(
        NEXT, "server", "--url", endpoint, "--suite", "all", "--spec-version", "2026-07-28", folder=tmp_path
    )
    summary = read_summary(run)
    assert [name for name, (_, failed) in summary.items() if failed] == [], run.output[-4000:]
    assert set(summary) >= STATELESS
    assert run.code == 0, run.output[-2000:]


async def test_the_same_suite_for_2025_11_25_fails_nowhere_else(node: Node, endpoint: str, tmp_path: Path) -> None:
    """0.2.0-alpha.12 for 2025-11-25 finds nothing beyond the baseline."""
    run = await node.run(NEXT, "server", "--url", endpoint, "--spec-version", "2025-11-25", folder=tmp_path)
    listed = re.findall(r"^  - ([\w-]+)$", BASELINE.read_text("utf-8"), re.MULTILINE)
    failed = {name for name, (_, failures) in read_summary(run).items() if failures}
    assert failed <= set(listed), run.output[-4000:]
