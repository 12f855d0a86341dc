"""Items of the types that a site has beside pages and posts."""

from collections.abc import Iterable
from typing import Self

from pydantic import Field, model_validator

from sitehand.errors import Code, Detail, Problem
from sitehand.site.content import ContentStore, Item, LocalizedFields, LocalizedQuery
from sitehand.site.terms import GivenTerms, TaxonomyName
from sitehand.site.types import TypeOrBase
from sitehand.site.values import NOT_GIVEN, UNSET, Id, IdOrNone

HINT = "list_items lists the items of a type; list_types lists the types."


class CustomItem(Item):
    """An item of a custom type: `type` names it, `terms` are the ids of its terms by taxonomy."""

    parent: int
    menu_order: int
    terms: dict[str, list[int]]


class CustomItemQuery(LocalizedQuery):
    """Filters of a list of items of a custom type."""

    type: TypeOrBase
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

    type: TypeOrBase = UNSET
    parent: IdOrNone = UNSET
    menu_order: int = Field(default=NOT_GIVEN, ge=-(2**31), le=2**31 - 1)
    terms: dict[TaxonomyName, GivenTerms] = Field(
        default=NOT_GIVEN, max_length=20, description='ids or names; replaces those of the taxonomy: {"genre": ["Rye"]}'
    )


def refuse_taxonomy(taxonomies: Iterable[str]) -> Problem:
    """The refusal of a list by the terms of a taxonomy that items of this type do not have."""
    return refuse_filter("taxonomy", f"one of the type's taxonomies ({', '.join(taxonomies) or 'none'})")


CustomItemStore = ContentStore[CustomItem, CustomItemQuery, CustomItemFields]


def refuse_filter(path: str, expected: str) -> Problem:
    """The refusal of a filter that a list of this type does not have."""
    detail = Detail(path=path, expected=expected, got="another")
    hint = "list_types shows what each type has."
    return Problem(Code.INVALID_ARGUMENTS, f"{path}: expected {expected}.", hint=hint, details=[detail])
