"""Each refusal says what to do next."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sitehand
from tests.service import open_service

SOURCE = Path(sitehand.__file__).parent
CALLS: list[tuple[str, dict[str, Any], str]] = [
    ("get_content", {}, "slug=about-us"),
    ("convert_to_blocks", {}, "one of them"),
    ("set_blocks", {"id": 1}, "or markup"),
    ("get_block_type", {"name": "A B"}, "list_block_types"),
    ("update_page", {"id": 1, "status": "future"}, "Send date too"),
    ("edit_text", {"id": 1, "append": "<b>open"}, "Close each element"),
    ("edit_text", {"id": 1, "find": "text", "regex": True, "replace": r"\3"}, r"\1 for the first group"),
    ("list_pages", {"orderby": "relevance"}, "Send search too"),
]
"""Calls that lacked a hint, and what it says."""


def list_nodes() -> Iterator[tuple[str, ast.AST]]:
    """All code that answers clients, by its place; the admin screens show a sentence alone, and no hint."""
    for file in sorted(SOURCE.rglob("*.py")):
        path = file.relative_to(SOURCE)
        if path.parts[0] != "admin":
            for node in ast.walk(ast.parse(file.read_text())):
                yield f"{path}:{getattr(node, 'lineno', 0)}", node


def lacks_hint(node: ast.AST) -> bool:
    """Whether code makes a Problem without a hint, or may do so: with an empty one, or one that may be left out."""
    if isinstance(node, ast.FunctionDef) and node.name != "__init__":
        defaults = [*node.args.args[::-1], *node.args.kwonlyargs[::-1]]
        values = [*node.args.defaults[::-1], *node.args.kw_defaults[::-1]]
        return any(each.arg == "hint" and is_empty(value) for each, value in zip(defaults, values, strict=False))
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    if node.func.id == "not_found":
        return is_empty(node.args[-1])
    hints = [each.value for each in node.keywords if each.arg == "hint"]
    return node.func.id == "Problem" and (not hints or is_empty(hints[0]))


def is_empty(value: ast.AST | None) -> bool:
    """Whether code is an empty text."""
    return isinstance(value, ast.Constant) and value.value == ""


def test_every_refusal_has_a_hint() -> None:
    """No Problem that a client gets leaves open what to do next."""
    nodes = list(list_nodes())
    assert sum(isinstance(node, ast.Call) and ast.unparse(node.func) == "Problem" for _, node in nodes) > 400
    assert [place for place, node in nodes if lacks_hint(node)] == []


async def test_a_hint_says_what_to_do(tmp_path: Path) -> None:
    """Where arguments are each right, and wrong together, it tells what to send instead."""
    async with open_service(tmp_path) as service:
        await service.tool("create_page", {"title": "one", "content": "<p>text</p>"})
        for name, arguments, said in CALLS:
            answer = (await service.tool(name, arguments))["structuredContent"]
            assert said in answer["data"]["hint"], (name, answer)
