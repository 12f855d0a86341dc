"""Block types that are not core's, as their `block.json` describes them.

Plugins of the service, files and WordPress all give this one form. WordPress's REST API spells some of its words
otherwise (`allowed_blocks`, `is_dynamic` instead of `render`), and PHP writes an object without members as a list. What
else is in it, such as scripts, is passed over.
Source: https://schemas.wp.org/trunk/block.json, and WordPress's `WP_REST_Block_Types_Controller`.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import AfterValidator, AliasChoices, BaseModel, BeforeValidator, Field

from sitehand.blocks.attribute_forms import MAX_TEXT, AttributeForm, Object, define, read_form, take_one
from sitehand.blocks.catalogue import CORE, BlockType, Kind, Origin, read_type
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.support_attributes import list_support_attributes

NAME = re.compile("[a-z][a-z0-9_-]*/[a-z][a-z0-9_-]*")
MAX_NAME = 200


def _check_name(name: str) -> str:
    if not NAME.fullmatch(name):
        raise ValueError("a namespace and a name, such as acme/card")
    if name.startswith(CORE):
        raise ValueError("a block that is not WordPress's own")
    return name


Names = Annotated[list[Annotated[str, Field(max_length=MAX_NAME)]], BeforeValidator(take_one)]


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


def read_block_json(given: Any, origin: Origin, release: Dialect) -> BlockType:
    """A block type from its `block.json`, as it is in a release. Raises FaultyBlockType."""
    form = read_form(BlockForm, given)
    own = {name: define(one) for name, one in form.attributes.items()}
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
