"""Arguments that operations on blocks share: addresses, places, new blocks."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, WithJsonSchema, model_validator

from sitehand.blocks.agreement import check_agreement
from sitehand.blocks.outline import read_outline
from sitehand.blocks.places import Place, Relation
from sitehand.blocks.release import Release
from sitehand.errors import Code, Detail, Problem
from sitehand.site.templates import Ref
from sitehand.site.values import NOT_GIVEN, UNSET, Id, Input

MAX_NEW = 1_000
"""Blocks that one list may hold."""
MAX_MARKUP = 8_000_000
Address = Annotated[str, Field(min_length=1, max_length=400)]
"""A path such as `0.2.1`, or a fingerprint."""
Name = Annotated[str, Field(min_length=1, max_length=200)]
Markup = Annotated[str, Field(max_length=MAX_MARKUP)]


class OneItem(Input):
    """An item, whatever its kind."""

    id: Id


class OneText(OneItem):
    """The text of an item, by `id`, or of a template or widget, by `ref`."""

    id: Id = UNSET
    ref: Ref = Field(default=NOT_GIVEN, description="instead of id: a template or widget")

    @model_validator(mode="after")
    def _name_one(self) -> Self:
        if (self.id is None) == (self.ref is None):
            raise ValueError("must have one of id and ref")
        return self


class OneBlock(OneText):
    """A block of a text."""

    block: Address


def below_templates(route: str) -> dict[str, dict[str, str]]:
    """The route for templates, made of that for items."""
    return {route.partition(" ")[2].replace("/items/{id}", "/templates/{ref}"): {}}


class RelativePlace(Input):
    """A place that is named by a block: exactly one of these."""

    before: Address = UNSET
    after: Address = UNSET
    first_in: Address = UNSET
    last_in: Address = UNSET

    @model_validator(mode="after")
    def _name_one(self) -> Self:
        if len(self.model_fields_set) != 1:
            raise ValueError("must have one of before, after, first_in and last_in")
        return self


At = Annotated[
    Literal["start", "end"] | RelativePlace, Field(description="{before|after|first_in|last_in: block}, start or end")
]


def read_place(at: Literal["start", "end"] | RelativePlace) -> Place:
    """A place as the editor takes it."""
    if isinstance(at, str):
        return Place(Relation(at))
    ((relation, block),) = at.model_dump(exclude_unset=True).items()
    return Place(Relation(relation), block)


class BlockFields(Input):
    """A new block, and those in it."""

    name: Name
    attributes: dict[str, Any] = Field(default_factory=dict)
    text: str = Field(default=NOT_GIVEN, max_length=MAX_MARKUP)
    inner: Annotated[
        list["BlockFields"], Field(max_length=MAX_NEW), WithJsonSchema({"type": "array", "items": {"type": "object"}})
    ] = Field(default_factory=list)


def write_markup(blocks: list[BlockFields], release: Release) -> str:
    """The markup of new blocks, as the editor of the release would store them. Raises Problem."""
    return release.make([release.read_new(block.model_dump(exclude_unset=True)) for block in blocks])


class NewBlocks(Input):
    """Blocks to be, one way or the other."""

    blocks: list[BlockFields] = Field(default=NOT_GIVEN, max_length=MAX_NEW)
    markup: Markup = Field(default=NOT_GIVEN, description="instead of blocks")


def read_new(new: NewBlocks, release: Release) -> str:
    """The markup that was given or is made. Raises Problem(invalid_arguments) for both, or neither."""
    if (new.blocks is None) == (new.markup is None):
        detail = Detail(path="blocks", expected="blocks or markup", got="both" if new.blocks else "neither")
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "Give blocks or markup.",
            hint='Send one of them: blocks such as [{"name":"core/paragraph","text":"Hello"}], or markup.',
            details=[detail],
        )
    return new.markup if new.blocks is None else write_markup(new.blocks, release)


def read_agreeing(new: NewBlocks, release: Release) -> str:
    """The markup that was given or is made. Raises Problem where attributes that are stored twice differ between both
    places.
    """
    markup = read_new(new, release)
    if new.blocks is None:
        check_agreement(None, read_outline(markup), release)
    return markup
