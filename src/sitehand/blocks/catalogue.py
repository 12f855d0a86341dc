"""The catalogue of blocks: what the blocks of a WordPress release are called, hold and may hold.

Core's stand here, others come from their `block.json` (`block_json.py`).

The tables are built from the release's own files by `python -m tests.wordpress.catalogue`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from sitehand.blocks.dialects import Dialect

RAW = {"type": "string", "source": "raw", "role": "content"}
"""The content of `core/html`. 7.1 says that it is not stored, and stores it as the block's HTML, as 6.8 does."""
NOTHING: Mapping[str, Any] = {}
CORE = "core/"
"""How the names of WordPress's own blocks begin."""
FOLDER = Path(__file__).parent / "tables"


class Kind(StrEnum):
    """Who writes a block's HTML."""

    STATIC = "static"
    """The editor, into the text."""
    DYNAMIC = "dynamic"
    """The site, for each visitor; the text has the comment alone."""
    HYBRID = "hybrid"
    """Both: the text has HTML, or blocks, which the site completes."""


class Origin(StrEnum):
    """Where the description of a block comes from."""

    CORE = "core"
    """The tables."""
    SITE = "site"
    """The WordPress, where a plugin or theme has registered it."""
    PLUGIN = "plugin"
    """A plugin of the service."""
    FILE = "file"
    """A file of the owner."""


class Where(StrEnum):
    """Where an attribute of a block is stored."""

    COMMENT = "comment"
    """Stored as JSON in the delimiter."""
    HTML = "html"
    """The attribute is stored in the HTML alone, at a selector."""
    BOTH = "both"
    """Stored as JSON in the delimiter, and the HTML must agree with it."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a block. The words are those of WordPress's block.json."""

    name: str
    types: Sequence[str]
    where: Where
    default: Any = None
    has_default: bool = False
    values: Sequence[Any] | None = None
    """The only values that it may have."""
    source: str | None = None
    """What of the element that `selector` finds: its attribute, rich-text, html, text, raw, a query or its tag."""
    selector: str | None = None
    html_attribute: str | None = None
    query: "Mapping[str, Attribute]" = field(default_factory=dict)
    unused: bool = False
    """Whether the attribute is read from the HTML of old pages, while no known release writes it there."""
    items: str | None = None
    """The type of what an array holds, where that is said."""
    local: bool = False
    """The editor's own, and never stored."""
    content: bool = False
    """Whether people write this attribute as content; it may then be changed where only content may."""
    added: Origin | None = None
    """Who has added it to a block of core."""


@dataclass(frozen=True, slots=True)
class BlockType:
    """A block of a release. `attributes` are in the order in which that release writes them."""

    name: str
    title: str
    category: str
    kind: Kind
    attributes: Mapping[str, Attribute]
    supports: Mapping[str, Any]
    parents: Sequence[str] | None = None
    """The blocks that it may stand directly in; None: anywhere."""
    ancestors: Sequence[str] | None = None
    """The blocks of which one has to be around it."""
    allowed: Sequence[str] | None = None
    """The blocks that it may hold; None: any."""
    leaf: bool = False
    """Whether the block cannot hold blocks: the editor drops any that are put into it when it saves."""
    styles: Sequence[str] = ()
    variations: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Forms that the editor offers, by name, with the attributes that make them."""
    uses: Sequence[str] = ()
    """What it takes from the blocks around it."""
    provides: Mapping[str, str] = field(default_factory=dict)
    """What it gives to the blocks in it: its attribute by the name that they know."""
    origin: Origin = Origin.CORE
    description: str = ""
    """What whoever has registered it says of it; of core's blocks nothing."""


ALLOWED_BY_EDITOR: Mapping[str, Sequence[str]] = {
    "core/navigation-submenu": ("core/navigation-link", "core/navigation-submenu", "core/page-list", "core/loginout")
}
"""What blocks may hold, where the editor's code says it and no file of the block. Releases before 7.1 do not offer
`core/loginout`, and show it. Source: https://github.com/WordPress/gutenberg/tree/trunk/packages/block-library,
src/navigation-submenu/edit.js.
"""


@cache
def read_catalogue(release: Dialect) -> Mapping[str, BlockType]:
    """The core blocks of a release, by name."""
    table = json.loads((FOLDER / table_name(release)).read_bytes())
    return {name: read_type(name, block, table["shared"]) for name, block in table["blocks"].items()}


def table_name(release: Dialect) -> str:
    """The name of a release's file."""
    return f"core-{release}.json"


def find_release(version: str) -> Dialect | None:
    """The release whose blocks a version such as `7.1.4` has; None where there is no table of them."""
    parts = version.replace("-", ".").split(".")
    return next((release for release in Dialect if parts[:2] == release.split(".")), None)


class Lifespan(NamedTuple):
    """The first release that has something, or an earlier one, and the last; None when the newest still has it."""

    since: Dialect
    until: Dialect | None


def find_lifespan(block: str, attribute: str = "") -> Lifespan | None:
    """The releases that have a block, or an attribute of it; None when none has."""
    having = [release for release in Dialect if _has(release, block, attribute)]
    if not having:
        return None
    return Lifespan(having[0], having[-1] if having[-1] is not list(Dialect)[-1] else None)


def _has(release: Dialect, block: str, attribute: str) -> bool:
    found = read_catalogue(release).get(block)
    return found is not None and (not attribute or attribute in found.attributes)


def read_type(name: str, block: Mapping[str, Any], shared: Mapping[str, Any] = NOTHING) -> BlockType:
    """A block from its line in a table. `shared` are the attributes that the line only names."""
    definitions: dict[str, Any] = {}
    for one in block["attributes"]:
        definitions.update({one: shared[one]} if isinstance(one, str) else one)
    if name == "core/html":
        definitions["content"] = RAW
    return BlockType(
        name,
        block["title"],
        block["category"],
        Kind(block["kind"]),
        {key: read_attribute(key, definition, block) for key, definition in definitions.items()},
        block.get("supports", {}),
        block.get("parent"),
        block.get("ancestor"),
        block.get("allowed", ALLOWED_BY_EDITOR.get(name)),
        block.get("leaf", False),
        block.get("styles", ()),
        block.get("variations", {}),
        block.get("uses", ()),
        block.get("provides", {}),
    )


def read_attribute(name: str, definition: Mapping[str, Any], block: Mapping[str, Any] = NOTHING) -> Attribute:
    """An attribute from its definition in a table, of which the block's line says more."""
    types = definition.get("type", [])
    inside = Where.BOTH if name in block.get("shown", ()) else Where.COMMENT
    return Attribute(
        name,
        [types] if isinstance(types, str) else types,
        Where.HTML if "source" in definition else inside,
        definition.get("default"),
        "default" in definition,
        definition.get("enum"),
        definition.get("source"),
        definition.get("selector"),
        definition.get("attribute"),
        {key: read_attribute(key, one) for key, one in definition.get("query", {}).items()},
        name in block.get("unused", ()),
        definition.get("items", {}).get("type"),
        definition.get("role") == "local",
        definition.get("role") == "content",
    )
