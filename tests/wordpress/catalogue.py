"""Builds the tables of core blocks of each release from its own files: `python -m tests.wordpress.catalogue`.

They hold names, types and relations, which are facts, and none of WordPress's text but the names of blocks and styles.
`shown` are the attributes that the comment has and the HTML shows; `unused` those that the HTML has on old pages alone.
A `leaf` saves no blocks that are put into it.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sitehand.blocks.catalogue import FOLDER, table_name
from sitehand.blocks.dialects import Dialect
from tests.wordpress.editor import Editor
from tests.wordpress.releases import unpack_release

KEPT = (
    "type",
    "default",
    "enum",
    "source",
    "selector",
    "attribute",
    "query",
    "multiline",
    "role",
    "minimum",
    "maximum",
    "items",
)
"""Of an attribute."""
IGNORED = ("interactivity", "reusable", "splitting", "listView", "autoRegister")
"""Supports that say nothing about markup, as do those whose names begin like this:"""
INTERNAL = ("__unstable", "__experimentalToolbar", "__experimentalSlash", "__experimentalOn", "__experimentalExpose")
CONTROLS = "__experimentalDefaultControls"
SHARED = 3
"""A definition of an attribute that so many blocks have is written once."""


def build_table(release: Path, editor: Editor) -> dict[str, Any]:
    """The table of a release: `shared` definitions of attributes, and `blocks` by name."""
    described = {block["name"]: block for block in editor.describe()}
    folder = release / "wp-includes" / "blocks"
    files = {path.parent.name: json.loads(path.read_text()) for path in sorted(folder.glob("*/block.json"))}
    blocks = {
        settings["name"]: _describe(settings, described.get(settings["name"], settings), folder / f"{name}.php")
        for name, settings in files.items()
    }
    return _share(blocks)


def _describe(settings: Mapping[str, Any], found: Mapping[str, Any], code: Path) -> dict[str, Any]:
    """A block as it is registered; of the two that only old screens of widgets know, as its file says."""
    dynamic = code.is_file() and "render_callback" in code.read_text()
    attributes, shown = found.get("attributes", {}), found.get("shown", [])
    described = {
        "title": settings["title"],
        "category": settings.get("category"),
        "kind": ("hybrid" if found.get("writesHtml") else "dynamic") if dynamic else "static",
        "parent": settings.get("parent"),
        "ancestor": settings.get("ancestor"),
        "allowed": settings.get("allowedBlocks"),
        "leaf": found.get("leaf"),
        "attributes": {name: _define(value) for name, value in attributes.items()},
        "shown": [name for name in shown if "source" not in attributes[name]],
        "unused": [name for name in attributes if _is_unused(attributes[name], name in shown)],
        "supports": _trim(found.get("supports", {})),
        "styles": [style["name"] for style in found.get("styles", [])],
        "variations": {one["name"]: one.get("attributes", {}) for one in found.get("variations", [])},
        "uses": settings.get("usesContext"),
        "provides": settings.get("providesContext"),
    }
    return {name: value for name, value in described.items() if value}


def _define(definition: Mapping[str, Any]) -> dict[str, Any]:
    return {name: definition[name] for name in KEPT if name in definition}


def _is_unused(definition: Mapping[str, Any], shown: bool) -> bool:
    """Whether an attribute is read from the HTML, for the sake of old pages, and never written there."""
    return definition.get("source") in ("attribute", "rich-text", "html", "query") and not shown


def _trim(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    names = [name for name in value if name not in (*IGNORED, CONTROLS) and not name.startswith(INTERNAL)]
    return {name: _trim(value[name]) for name in names}


def _share(blocks: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    counts = Counter((name, _write(value)) for block in blocks.values() for name, value in _attributes(block))
    often: dict[str, str] = {}
    for (name, text), count in counts.most_common():
        if count >= SHARED and name not in often:
            often[name] = text
    for block in blocks.values():
        block["attributes"] = [
            name if often.get(name) == _write(value) else {name: value} for name, value in _attributes(block)
        ]
    return {"shared": {name: json.loads(often[name]) for name in sorted(often)}, "blocks": dict(blocks)}


def _attributes(block: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    attributes: dict[str, Any] = block.get("attributes", {})
    return attributes.items()


def _write(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write_table(table: Mapping[str, Any]) -> str:
    """A table as its file has it: a line for each block."""
    lines = ",\n".join(f"{json.dumps(name)}:{_write(block)}" for name, block in table["blocks"].items())
    return f'{{"shared":{_write(table["shared"])},\n"blocks":{{\n{lines}\n}}}}\n'


def main() -> None:
    """Write all tables."""
    for dialect in Dialect:
        release = unpack_release(dialect)
        editor = Editor(release)
        (FOLDER / table_name(dialect)).write_text(write_table(build_table(release, editor)), "utf-8")
        editor.close()


if __name__ == "__main__":
    main()
