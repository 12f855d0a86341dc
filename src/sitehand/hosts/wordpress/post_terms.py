"""The terms that a write gives an item: by ids, and by names too."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from sitehand.hosts.wordpress.changes import stage_create
from sitehand.hosts.wordpress.resources import EDIT, Fields, Json
from sitehand.hosts.wordpress.staging import Stage
from sitehand.hosts.wordpress.term_resource import SHOWN, TermResource
from sitehand.hosts.wordpress.term_rules import check_words
from sitehand.site.content import ItemFields, Notice
from sitehand.site.item_terms import ItemTerms, check_taxonomies, list_taxonomies_of
from sitehand.site.terms import FIELDS, refuse_term, tell_created

PER_REQUEST = 100


class TypeWithTerms(Protocol):
    """The items of a type; `taxonomies` lead to the fields in which they have their terms."""

    item_type: str
    taxonomies: Mapping[str, str]

    def tell_terms(self, value: Json) -> dict[str, list[int]]:
        """The terms that an item has, by taxonomy."""


def take_terms(items: TypeWithTerms, fields: ItemFields, before: Json | None) -> Fields:
    """The terms that an item gets by taxonomy, under the names that WordPress has for their taxonomies."""
    check_taxonomies(items.item_type, list(items.taxonomies), list_taxonomies_of(fields))
    if isinstance(fields, ItemTerms):
        given = fields.combine({} if before is None else items.tell_terms(before))
    else:
        given = getattr(fields, "terms", None) or {}
    return {items.taxonomies[name]: some for name, some in given.items()}


async def resolve_terms(stage: Stage, items: TypeWithTerms, terms: TermResource, given: Fields) -> list[Notice]:
    """Put ids in place of names in the given fields, and stage terms that are not there yet; what was created.

    Raises Problem(invalid_arguments) for an id that is no term of the taxonomy: WordPress leaves such out.
    """
    notices: list[Notice] = []
    for taxonomy, field in items.taxonomies.items():
        if field in given:
            given[field] = await find_terms(stage, terms, taxonomy, given[field], notices)
    return notices


async def find_terms(
    stage: Stage, terms: TermResource, taxonomy: str, given: Sequence[int | str], notices: list[Notice]
) -> list[int]:
    """The ids of terms that are given by id or name, in order; the notices get what was created."""
    await look_up(stage, terms, taxonomy, [each for each in given if isinstance(each, int)])
    return sorted({await _find(stage, terms, taxonomy, each, notices) for each in given})


async def look_up(stage: Stage, terms: TermResource, taxonomy: str, ids: Sequence[int]) -> None:
    """Ask for many terms at once: one by one, each would be looked for in every taxonomy."""
    unknown = [each for each in ids if not stage.knows(terms, each)]
    for batch in (unknown[at : at + PER_REQUEST] for at in range(0, len(unknown), PER_REQUEST)):
        asked = {**EDIT, "include": batch, "per_page": PER_REQUEST, "_fields": SHOWN}
        for value in (await terms.client.read(terms.route(taxonomy), asked)).value:
            stage.see(terms, value)


async def _find(stage: Stage, terms: TermResource, taxonomy: str, given: int | str, notices: list[Notice]) -> int:
    if isinstance(given, str):
        return await _find_named(stage, terms, taxonomy, " ".join(given.split()), notices)
    value = await stage.read(terms, given)
    if value is None or value["taxonomy"] != taxonomy:
        raise refuse_term(taxonomy, given)
    return given


async def _find_named(stage: Stage, terms: TermResource, taxonomy: str, name: str, notices: list[Notice]) -> int:
    asked = {**EDIT, "search": name, "per_page": 100, "_fields": SHOWN}
    values = (await terms.client.read(terms.route(taxonomy), asked)).value
    # What the call has staged is not in WordPress yet.
    beside = [each for each in stage.merge(terms, values) if each["taxonomy"] == taxonomy]
    same = [each["id"] for each in beside if _is_called(terms.fields(each)["name"], name)]
    if same:
        return int(min(same))  # names are not unique: always the same one
    check_words(FIELDS.get(taxonomy, f"terms.{taxonomy}"), name)
    step = stage_create(stage, terms, {"name": name, "taxonomy": taxonomy})
    notices.append(tell_created(name))
    return step.object_id


def _is_called(one: str, other: str) -> bool:
    return one.lower() == other.lower()
