"""Block types that are not core's, as their `block.json` describes them.

Plugins of the service, files and WordPress all give this one form. WordPress's REST API spells some of its words
otherwise (`allowed_blocks`, `is_dynamic` instead of `render`), and PHP writes an object without members as a list. What
else is in it, such as scripts, is passed over.
Source: https://schemas.wp.org/trunk/block.json, and WordPress's `WP_REST_Block_Types_Controller`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, AliasChoices, BaseModel, BeforeValidator, Field, ValidationError
from turbohtml import parse_fragment

from sitehand.blocks.catalogue import BlockType, Kind, Origin, read_type
from sitehand.blocks.checking import TYPES
from sitehand.blocks.delimiters import Dialect
from sitehand.blocks.showing import MAX_NESTED, measure
from sitehand.blocks.support_attributes import list_support_attributes
from sitehand.errors import Detail, write_place

NAME = re.compile("[a-z][a-z0-9_-]*/[a-z][a-z0-9_-]*")
CORE = "core/"
MAX_NAME, MAX_TEXT, MAX_ATTRIBUTES = 200, 500, 5_000
MAX_FAULTS = 20
MAX_SHOWN = 80
SENDABLE = f"an object of JSON, at most {MAX_NESTED} deep, without half characters"
"""What answers can have."""
SELECTOR = f"a CSS selector of at most {MAX_TEXT} characters, with :has() or an `of` once, and no escape beside ()"
_SEARCHING = re.compile(r":has\(|:nth-[a-z-]+\([^()]*\bof\b", re.IGNORECASE)
Source = Literal["attribute", "text", "html", "rich-text", "query", "raw", "tag", "meta", "children", "node"]
T = TypeVar("T")


def _check_name(name: str) -> str:
    if not NAME.fullmatch(name):
        raise ValueError("a namespace and a name, such as acme/card")
    if name.startswith(CORE):
        raise ValueError("a block that is not WordPress's own")
    return name


def _check_type(name: str) -> str:
    if name not in TYPES:
        raise ValueError(" or ".join(TYPES))
    return name


def _check_selector(selector: str) -> str:
    """One whose search takes quadratic time at most: each function that searches within another adds a power."""
    if not selector:
        return selector  # no selector, as the editor reads it
    try:
        parse_fragment("").select_one(selector)
    except ValueError:
        raise ValueError("a CSS selector") from None
    hides = "\\" in selector and "(" in selector  # an escape may spell the name of a function
    if len(selector) > MAX_TEXT or hides or len(_SEARCHING.findall(selector)) > 1:
        raise ValueError(SELECTOR)
    return selector


def _take_one(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _take_object(value: Any) -> Any:
    return {} if value in (None, []) else value


TypeName = Annotated[str, AfterValidator(_check_type)]
Names = Annotated[list[Annotated[str, Field(max_length=MAX_NAME)]], BeforeValidator(_take_one)]
Object = Annotated[dict[str, T], BeforeValidator(_take_object), Field(max_length=MAX_ATTRIBUTES)]


class AttributeForm(BaseModel):
    """An attribute, in the words of `block.json`."""

    type: Annotated[list[TypeName], BeforeValidator(_take_one)] = []
    default: Any = None
    enum: list[Any] | None = None
    source: Source | None = None
    selector: Annotated[str, AfterValidator(_check_selector)] | None = None
    attribute: str | None = None
    query: "Object[AttributeForm]" = {}
    items: Any = None
    role: str | None = Field(None, validation_alias=AliasChoices("role", "__experimentalRole"))


class BlockForm(BaseModel):
    """A block type, in the words of `block.json` or of WordPress's REST API."""

    name: Annotated[str, Field(max_length=MAX_NAME), AfterValidator(_check_name)]
    title: Annotated[str, Field(max_length=MAX_TEXT)] = ""
    category: Annotated[str, Field(max_length=MAX_NAME)] | None = None
    description: Annotated[str, Field(max_length=10 * MAX_TEXT)] | None = None
    attributes: Object[AttributeForm] = {}
    supports: Object[Any] = {}
    parent: Names | None = None
    ancestor: Names | None = None
    allowed: Names | None = Field(None, validation_alias=AliasChoices("allowedBlocks", "allowed_blocks"))
    styles: list[Any] = []
    render: str | None = None
    is_dynamic: bool | None = None


class FaultyBlockType(ValueError):
    """A block type that cannot be read, and each place of it that is wrong."""

    def __init__(self, details: Sequence[Detail]) -> None:
        self.details = details
        first = details[0]
        super().__init__(f"{first['path']}: expected {first['expected']}, got {first['got']}")


def read_block_json(given: Any, origin: Origin, release: Dialect) -> BlockType:
    """A block type from its `block.json`, as it is in a release. Raises FaultyBlockType."""
    if not isinstance(given, dict) or measure(given) is None:
        raise FaultyBlockType([Detail(path="the block type", expected=SENDABLE, got=repr(given)[:MAX_SHOWN])])
    try:
        form = BlockForm.model_validate(given)
    except ValidationError as error:
        raise FaultyBlockType([_tell(fault) for fault in error.errors()[:MAX_FAULTS]]) from None
    own = {name: _define(one) for name, one in form.attributes.items()}
    added = list_support_attributes(form.supports, release)
    kind = _find_kind(form, own)
    if kind is Kind.DYNAMIC and "source" in added.get("anchor", {}):
        del added["anchor"]  # nothing of it is stored where there is no HTML
    block = read_type(form.name, _write_table(form, kind, {**own, **{n: d for n, d in added.items() if n not in own}}))
    return replace(block, origin=origin, description=(form.description or "")[:MAX_TEXT])


def _find_kind(form: BlockForm, own: Mapping[str, Mapping[str, Any]]) -> Kind:
    """Who writes the HTML. That a dynamic block stores HTML too shows in an attribute that is stored there."""
    if not (form.render is not None if form.is_dynamic is None else form.is_dynamic):
        return Kind.STATIC
    return Kind.HYBRID if any("source" in definition for definition in own.values()) else Kind.DYNAMIC


def _write_table(form: BlockForm, kind: Kind, attributes: Mapping[str, Any]) -> dict[str, Any]:
    """The block in the words of the tables of core blocks."""
    return {
        "title": form.title or form.name,
        "category": form.category or "",
        "kind": kind.value,
        "attributes": [{name: definition} for name, definition in attributes.items()],
        "supports": form.supports,
        "parent": form.parent,
        "ancestor": form.ancestor,
        "allowed": form.allowed,
        "leaf": form.allowed == [],
        "styles": [style["name"] for style in form.styles if isinstance(style, dict) and "name" in style],
    }


def _define(form: AttributeForm) -> dict[str, Any]:
    """An attribute in the words of the tables; what is not said is not there."""
    said = form.model_dump(exclude_unset=True, exclude={"items", "query"}, exclude_none=True)
    if "default" in form.model_fields_set:
        said["default"] = form.default
    if form.query:
        said["query"] = {name: _define(one) for name, one in form.query.items()}
    kind = form.items.get("type") if isinstance(form.items, dict) else None
    return {**said, "items": {"type": kind}} if isinstance(kind, str) and kind in TYPES else said


def _tell(fault: Any) -> Detail:
    place = write_place(fault["loc"]).removeprefix(".")
    return Detail(path=place, expected=_expect(fault), got=repr(fault["input"])[:MAX_SHOWN])


def _expect(fault: Any) -> str:
    said = str(fault["msg"]).removeprefix("Value error, ").removeprefix("Input should be ")
    return "a value" if fault["type"] == "missing" else f"{said[:1].lower()}{said[1:]}"
