"""Attributes that plugins add to core's blocks: stored in the delimiter alone, since core's HTML has no place for them.

They come as a `block.json` with a name and attributes. What core has, in whatever release, nobody changes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, NoReturn

from pydantic import AfterValidator, BaseModel, Field

from sitehand.blocks.attribute_forms import MAX_ATTRIBUTES, AttributeForm, FaultyBlockType, Object, define, read_form
from sitehand.blocks.catalogue import Attribute, BlockType, Origin, find_lifespan, read_attribute, read_catalogue
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.support_attributes import OF_EVERY_BLOCK, ORDER
from sitehand.errors import Detail

OF_SUPPORTS = frozenset(name for names in ORDER.values() for name in names)
"""Attributes that supports add. They show in the HTML, so they are core's on every block."""
NOT_OWN = "an attribute that WordPress does not have"


def _check_name(name: str) -> str:
    if not find_lifespan(name):
        raise ValueError("a block of WordPress")
    return name


def _check_source(form: AttributeForm) -> AttributeForm:
    if form.source is not None:
        raise ValueError("an attribute without source: it is stored in the delimiter")
    return form


def _refuse(value: Any) -> NoReturn:
    raise ValueError("nothing: a block of WordPress takes more attributes, and stays as it is otherwise")


Nothing = Annotated[Any, AfterValidator(_refuse)]
Addition = Annotated[AttributeForm, AfterValidator(_check_source)]


class CoreForm(BaseModel, extra="allow"):
    """What is added to a block of core, in the words of `block.json`."""

    __pydantic_extra__: dict[str, Nothing]

    name: Annotated[str, AfterValidator(_check_name)]
    attributes: Annotated[Object[Addition], Field(min_length=1)]


def read_additions(given: Any, origin: Origin, release: Dialect) -> BlockType | None:
    """A block of core with the attributes that are added; None where the release does not have it.

    Raises FaultyBlockType, also for anything of core's own.
    """
    form = read_form(CoreForm, given)
    if own := [name for name in form.attributes if is_own(form.name, name)]:
        raise FaultyBlockType([Detail(path=f"attributes.{name}", expected=NOT_OWN, got=name) for name in own])
    return _extend(form, origin, release)


def take_additions(told: Any, origin: Origin, release: Dialect) -> BlockType | None:
    """A core block with the attributes that a WordPress adds to it; None where nothing usable is added. Leaves out
    core's own attributes and those that cannot be read.
    """
    kept: dict[str, AttributeForm] = {}
    for form in map(_try, split_additions(told)):
        if form and len(kept) < MAX_ATTRIBUTES:
            kept |= form.attributes
    return _extend(CoreForm.model_construct(name=told["name"], attributes=kept), origin, release) if kept else None


def split_additions(told: Any) -> Iterator[dict[str, Any]]:
    """Each attribute that is not core's, in a form of its own."""
    name, attributes = told.get("name"), told.get("attributes")
    if isinstance(name, str) and isinstance(attributes, dict):
        yield from ({"name": name, "attributes": {one: attributes[one]}} for one in attributes if not is_own(name, one))


def _try(given: Any) -> CoreForm | None:
    try:
        return read_form(CoreForm, given)
    except FaultyBlockType:
        return None


def _extend(form: CoreForm, origin: Origin, release: Dialect) -> BlockType | None:
    block = read_catalogue(release).get(form.name)
    added = {name: replace(read_attribute(name, define(one)), added=origin) for name, one in form.attributes.items()}
    return _insert(block, _find_place(list(block.attributes)), added) if block else None


def is_own(block: str, attribute: str) -> bool:
    """Whether an attribute of a block is core's, in any release."""
    return attribute in OF_SUPPORTS or find_lifespan(block, attribute) is not None


def join_additions(one: BlockType, other: BlockType) -> BlockType:
    """A block of core with the attributes that are added to two forms of it; those of the other win."""
    last = max(number for number, each in enumerate(one.attributes.values()) if each.added)
    return _insert(one, last + 1, list_added(other))


def _insert(block: BlockType, at: int, added: Mapping[str, Attribute]) -> BlockType:
    own = list(block.attributes.items())
    return replace(block, attributes={**dict(own[:at]), **added, **dict(own[at:])})


def _find_place(names: Sequence[str]) -> int:
    """How many attributes PHP registers before a plugin adds its own: the block's, and those of every block."""
    return 1 + max((number for number, name in enumerate(names) if name in OF_EVERY_BLOCK), default=len(names) - 1)


def list_added(block: BlockType) -> dict[str, Attribute]:
    """The attributes of a block that are not core's."""
    return {name: one for name, one in block.attributes.items() if one.added}
