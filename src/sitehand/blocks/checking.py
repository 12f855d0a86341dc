"""Attributes of a new block: does the release know them, and may they have these values?"""

from collections.abc import Mapping
from typing import Any

from sitehand.blocks.catalogue import Attribute, BlockType, Origin, find_lifespan
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.styles import pick
from sitehand.blocks.supports import find_alignments
from sitehand.errors import Code, Detail, Problem

TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "rich-text": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "object": (dict,),
    "array": (list,),
    "null": (type(None),),
}
CELLS = ("td", "th")
PARTS = ("div", "header", "main", "section", "article", "aside", "footer")
CHOICES: Mapping[tuple[str, str], tuple[Any, ...]] = {
    ("core/comments", "tagName"): ("div", "section", "aside"),
    ("core/cover", "tagName"): PARTS,
    ("core/group", "tagName"): PARTS,
    ("core/accordion-heading", "level"): (1, 2, 3, 4, 5, 6),
    ("core/heading", "level"): (1, 2, 3, 4, 5, 6),
    ("core/query", "tagName"): ("div", "main", "section", "aside"),
    ("core/separator", "tagName"): ("hr", "div"),
    ("core/text-columns", "columns"): (2, 3, 4),
    ("core/terms-query", "tagName"): ("div", "main", "section", "aside"),
}
"""The values that the editor offers, where the catalogue says only their type, and the HTML is made of them."""
POINTS = ("focalPoint",)
"""Attributes that are objects with the numbers `x` and `y`."""
NO_OWN_FONT = frozenset(
    {
        *("core/comment-author-name", "core/comment-date", "core/post-date", "core/post-title", "core/query-title"),
        *("core/navigation", "core/site-tagline", "core/site-title", "core/verse"),
    }
)
"""Blocks whose font is a preset, or none: the editor takes the last word of any other for one."""
MOVED = {
    "textAlign": "style.typography.textAlign",
    "align": "style.typography.textAlign",
    "width": "style.dimensions.width",
}
"""Where 7.1 has what 6.8 had as attributes of their own."""


def check_attributes(block: BlockType, attributes: Mapping[str, Any], release: Dialect) -> Mapping[str, Any]:
    """The attributes. Raises Problem(invalid_arguments) with the path of each that is wrong."""
    details = [fault for name, value in attributes.items() for fault in _check(block, name, value, release)]
    if details:
        whose = f"of WordPress {release} " if block.origin is Origin.CORE else ""
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"{block.name} {whose}does not take these attributes.",
            hint="Look at the details, and at what get_block_type says of the block.",
            details=details,
        )
    return attributes


def _check(block: BlockType, name: str, value: Any, release: Dialect) -> list[Detail]:
    path = f"attributes.{name}"
    attribute = block.attributes.get(name)
    if attribute is None or attribute.unused:
        return [{"path": path, "expected": _expect_instead(block, name), "got": name}]
    if name == "align" and release is not Dialect.V6_8 and value not in ("", *find_alignments(block)):
        expected = f"{' or '.join(find_alignments(block)) or 'nothing'}; text is aligned by {MOVED['align']}"
        return [{"path": path, "expected": expected, "got": repr(value)}]
    choices = CHOICES.get((block.name, name))
    if choices and value not in choices:
        return [{"path": path, "expected": " or ".join(map(str, choices)), "got": repr(value)[:80]}]
    if name in POINTS and not (isinstance(value, dict) and all(_is(value.get(axis), "number") for axis in "xy")):
        return [{"path": path, "expected": "an object with the numbers x and y", "got": repr(value)[:80]}]
    if name == "style" and block.name in NO_OWN_FONT and pick(value, "typography.fontFamily"):
        return [{"path": f"{path}.typography.fontFamily", "expected": "nothing; fontFamily names a preset", "got": ""}]
    return _check_value(attribute, value, path)


def _check_value(attribute: Attribute, value: Any, path: str) -> list[Detail]:
    if attribute.values is not None and not any(value == one and type(value) is type(one) for one in attribute.values):
        return [{"path": path, "expected": " or ".join(map(repr, attribute.values)), "got": repr(value)[:80]}]
    if attribute.source == "tag" and value not in CELLS:
        return [{"path": path, "expected": " or ".join(CELLS), "got": repr(value)[:80]}]
    if attribute.types and not any(_is(value, name) for name in attribute.types):
        return [{"path": path, "expected": " or ".join(attribute.types), "got": repr(value)[:80]}]
    if attribute.items and isinstance(value, list) and not all(_is(one, attribute.items) for one in value):
        return [{"path": path, "expected": f"an array of {attribute.items}", "got": repr(value)[:80]}]
    if attribute.query and isinstance(value, list):
        return [fault for number, row in enumerate(value) for fault in _check_row(attribute, row, f"{path}.{number}")]
    return []


def _check_row(attribute: Attribute, row: Any, path: str) -> list[Detail]:
    if not isinstance(row, dict):
        return [{"path": path, "expected": "object", "got": repr(row)[:80]}]
    faults: list[Detail] = []
    for name, value in row.items():
        if inner := attribute.query.get(name):
            faults += _check_value(inner, value, f"{path}.{name}")
        else:
            faults.append({"path": f"{path}.{name}", "expected": " or ".join(attribute.query), "got": name})
    return faults


def _is(value: Any, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    if name == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, TYPES[name])


def _expect_instead(block: BlockType, name: str) -> str:
    lifespan = find_lifespan(block.name, name)
    if lifespan and name in MOVED:
        return f"{MOVED[name]}, which has replaced it"
    if lifespan:
        return f"an attribute of this release; WordPress {lifespan.until or lifespan.since} has this one"
    return "an attribute of the block"
