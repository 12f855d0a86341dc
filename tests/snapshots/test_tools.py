"""Each tool as `tools/list` shows it, against the file that was reviewed. `make docs` writes the files anew."""

import asyncio
import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pluggy
import pytest

from sitehand import hookspecs
from sitehand.doors.mcp.options import Options
from sitehand.doors.mcp.registry import gather
from sitehand.doors.mcp.tools import ToolBox
from sitehand.guard.gate import Gate
from sitehand.operation.caller import Caller
from sitehand.operation.catalog import Catalog, collect
from sitehand.operation.schema import input_schema
from sitehand.operations.modules import OPERATION_MODULES
from sitehand.site.kinds import KINDS

FOLDER = Path(__file__).parent / "tools"
CATALOG = Catalog(collect(OPERATION_MODULES))


def list_tools() -> dict[str, dict[str, Any]]:
    """The tools of an admin by name, as the MCP door describes them, without any plugin."""
    plugins = pluggy.PluginManager("sitehand")
    plugins.add_hookspecs(hookspecs)
    # Nothing is called: of the gate only the list of what an admin sees is needed, which is everything.
    gate = cast(Gate, SimpleNamespace(catalog=CATALOG, visible=lambda caller: list(CATALOG)))
    admin = Caller("key", "key:1", "Snapshots", "admin")
    tools = asyncio.run(ToolBox(gate, gather(gate, plugins, KINDS)).list(admin, Options(schemas=True)))
    return {tool["name"]: dict(tool) for tool in tools}


def describe(tool: dict[str, Any]) -> str:
    """The tool as models read it, and beside it the whole schema that the parser enforces."""
    operation = CATALOG.get(tool["name"])
    assert operation is not None
    return json.dumps({**tool, "enforced": input_schema(operation.input)}, indent=2, ensure_ascii=False) + "\n"


TOOLS = list_tools()


@pytest.mark.parametrize("name", TOOLS)
def test_tool_is_as_it_was_reviewed(name: str) -> None:
    """A tool's name, texts, annotations and schemas change only together with their snapshot."""
    file = FOLDER / f"{name}.json"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        file.write_text(describe(TOOLS[name]), "utf-8")
    assert file.is_file(), f"{name} has no snapshot: run `make docs`, and look at what it writes"
    assert describe(TOOLS[name]) == file.read_text("utf-8"), "run `make docs`, and look at the difference"


def test_no_snapshot_is_of_a_tool_that_is_gone() -> None:
    """Every snapshot belongs to a tool."""
    for file in FOLDER.glob("*.json"):
        if os.environ.get("UPDATE_SNAPSHOTS") and file.stem not in TOOLS:
            file.unlink()
    assert {file.stem for file in FOLDER.glob("*.json")} == set(TOOLS)


def test_tools_are_listed_in_the_catalogues_order() -> None:
    """`tools/list` has a fixed order, so that clients can cache what they were shown."""
    assert list(TOOLS) == [operation.name for operation in CATALOG]
