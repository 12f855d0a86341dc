"""Items of the types that a site has beside pages and posts."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Self

from pydantic import Field, model_validator

from sitehand.errors import Code, Detail, Problem, not_found
from sitehand.site.content import ContentStore, Item, LocalizedFields, LocalizedQuery, TagName
from sitehand.site.terms import TaxonomyName
from sitehand.site.types import TypeName
from sitehand.site.values import NOT_GIVEN, UNSET, Id, IdOrNone

HINT = "list_items lists the items of a type; list_types lists the types."
GivenTerms = Annotated[list[Id | TagName], Field(max_length=100)]


class CustomItem(Item):
    """An item of a custom type: `type` names it, `terms` are the ids of its terms by taxonomy."""

    parent: int
    menu_order: int
    terms: dict[str, list[int]]


class CustomItemQuery(LocalizedQuery):
    """Which items of a type."""

    type: TypeName
    parent: list[IdOrNone] = Field(default_factory=list, max_length=100, description="0: top level")
    taxonomy: TaxonomyName = UNSET
    terms: list[Id] = Field(default_factory=list, max_length=100, description="of `taxonomy`; items with any of these")

    @model_validator(mode="after")
    def _names_taxonomy(self) -> Self:
        if bool(self.terms) != (self.taxonomy is not None):
            raise ValueError("taxonomy and terms together")
        return self


class CustomItemFields(LocalizedFields):
    """What may be written to a custom item. `type` is that of a new one, and refuses one of another type."""

    type: TypeName = UNSET
    parent: IdOrNone = UNSET
    menu_order: int = Field(default=NOT_GIVEN, ge=-(2**31), le=2**31 - 1)
    terms: dict[TaxonomyName, GivenTerms] = Field(
        default=NOT_GIVEN, max_length=20, description='ids or names; replaces those of the taxonomy: {"genre": ["Rye"]}'
    )


def refuse_taxonomy(taxonomies: Iterable[str]) -> Problem:
    """The refusal of a list by the terms of a taxonomy that items of this type do not have."""
    return refuse_filter("taxonomy", f"one of the type's taxonomies ({', '.join(taxonomies) or 'none'})")


CustomItemStore = ContentStore[CustomItem, CustomItemQuery, CustomItemFields]


def check_taxonomies(item_type: str, taxonomies: Sequence[str], given: Iterable[str]) -> None:
    """Raise Problem(invalid_arguments) for terms of a taxonomy that items of this type do not have."""
    for name in given:
        if name not in taxonomies:
            expected = f"one of {', '.join(taxonomies)}" if taxonomies else "nothing: the type has no taxonomies"
            message = f"Items of the type {item_type} do not have the taxonomy {name}."
            hint = f"Expected {expected}. list_types shows the taxonomies of each type."
            detail = Detail(path=f"terms.{name}", expected=expected, got=name)
            raise Problem(Code.INVALID_ARGUMENTS, message, hint=hint, details=[detail])


def check_type(item: CustomItem, wanted: str) -> CustomItem:
    """The item. Raises Problem(not_found) for one of another type."""
    if item["type"] != wanted:
        raise not_found(wanted, item["id"], HINT)
    return item


def refuse_filter(path: str, expected: str) -> Problem:
    """The refusal of a filter that a list of this type does not have."""
    detail = Detail(path=path, expected=expected, got="another")
    hint = "list_types shows what each type has."
    return Problem(Code.INVALID_ARGUMENTS, f"{path}: expected {expected}.", hint=hint, details=[detail])
