"""Giving terms to many items at once, and taking them away."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any, NotRequired, cast

from pydantic import Field, field_validator
from typing_extensions import TypedDict

from sitehand.errors import Code, Detail, Problem
from sitehand.operation.context import Context
from sitehand.operation.declaration import change_many
from sitehand.operations.content.finding import listed_kind
from sitehand.operations.taxonomy.terms import writes_terms
from sitehand.site.content import AnyStatus, Item, Listing, ListQuery, PageQuery, PostQuery
from sitehand.site.custom_items import CustomItemQuery, refuse_filter
from sitehand.site.item_terms import ItemTerms, gather_terms, name_given, read_terms
from sitehand.site.media import TYPE as FILES
from sitehand.site.media import Media, MediaQuery
from sitehand.site.terms import FIELDS, TaxonomyName
from sitehand.site.types import TypeOrBase
from sitehand.site.values import NOT_GIVEN, Id, Input

MAX_POSTS = 100
Ids = Annotated[list[Id], Field(max_length=MAX_POSTS)]
ByTaxonomy = Annotated[dict[TaxonomyName, Ids], Field(max_length=20)]
ALL_BY_ID = {"detail": "summary", "per_page": MAX_POSTS, "orderby": "id", "order": "asc"}
FILTERS = ("search", "status", "author", "include")
TERM_FILTERS = ("categories", "tags", "terms")
OWN_BASES = {"pages": "page", "posts": "post", "media": FILES}
CHANGES = [f"{verb}_{name}" for verb in ("add", "remove") for name in TERM_FILTERS]


class TermAssignment(Input):
    """The items, by the filters of their list, and the terms that they get and lose."""

    type: TypeOrBase = Field("post", description="or page, attachment (files), a custom type")
    search: str = Field("", max_length=200)
    status: list[AnyStatus] = Field(default_factory=list, max_length=7, description="default: any but trash")
    categories: Ids = Field(default_factory=list, description="items that have one of these")
    tags: Ids = Field(default_factory=list, description="items that have one of these")
    terms: ByTaxonomy = Field(default=NOT_GIVEN, description='items that have one of these: {"genre": [5]}')
    author: Ids = Field(default_factory=list)
    include: Ids = Field(default_factory=list, description="items with these ids")
    add_categories: Ids = Field(default_factory=list)
    add_tags: Ids = Field(default_factory=list)
    add_terms: ByTaxonomy = Field(default=NOT_GIVEN, description='by taxonomy: {"genre": [7]}')
    remove_categories: Ids = Field(default_factory=list)
    remove_tags: Ids = Field(default_factory=list)
    remove_terms: ByTaxonomy = Field(default=NOT_GIVEN, description="by taxonomy")

    @field_validator("type")
    @classmethod
    def _name_type(cls, given: str) -> str:
        """Pages and posts by their names; hosts know the REST bases of custom types."""
        return OWN_BASES.get(given, given)


class AssignedItem(TypedDict):
    """An item whose terms have changed, with those that it has now; a file has `collections`."""

    id: int
    categories: NotRequired[list[int]]
    tags: NotRequired[list[int]]
    terms: NotRequired[dict[str, list[int]]]
    collections: NotRequired[list[int]]
    revision: str


class Assigned(TypedDict):
    """The items that changed. `total` is how many fit the filters."""

    items: list[AssignedItem]
    total: int


@change_many
@writes_terms(
    "POST /items/terms",
    shortcuts={"/posts/terms": {"type": "post"}},
    brief=None,
    example={"search": "rye", "add_tags": [7], "remove_tags": [9]},
)
async def assign_terms(ctx: Context, wanted: TermAssignment) -> Assigned:
    """Add and remove terms of all items of a type (up to 100) that fit filters; try dry_run first."""
    items = await _find_items(ctx, wanted)
    fields = ItemTerms(add=gather_terms(wanted, "add_"), remove=gather_terms(wanted, "remove_"))
    assign = _assign_file if wanted.type == FILES else partial(_assign, listed_kind(wanted.type))
    with name_given(wanted, "add_", "remove_"):
        changed = [await assign(ctx, item, fields) for item in items]
    return Assigned(items=[each for each in changed if each is not None], total=len(items))


async def _find_items(ctx: Context, wanted: TermAssignment) -> Sequence[Any]:
    """What fits. Raises Problem for no filter at all, for nothing to do, and for too many items."""
    if not any(getattr(wanted, name) for name in (*FILTERS, *TERM_FILTERS)):
        raise _refuse_empty(sorted((*FILTERS, *TERM_FILTERS)))
    if not any(getattr(wanted, name) for name in CHANGES):
        raise _refuse_empty(CHANGES)
    found = await _find(ctx, wanted)
    if found.total > MAX_POSTS:
        message = f"More than {MAX_POSTS} items fit ({found.total}). Nothing was changed."
        raise Problem(Code.CONFLICT, message, hint="Narrow the filters, and call again for the rest.")
    return found.items


async def _find(ctx: Context, wanted: TermAssignment) -> Listing[Any]:
    if wanted.type == FILES:
        return await ctx.host.media.find(await _write_media_query(ctx, wanted))
    return await ctx.host.store(listed_kind(wanted.type)).find(_write_query(wanted))


def _write_query(wanted: TermAssignment) -> ListQuery:
    """The list of the type that is looked through. Raises Problem(invalid_arguments) for a filter that it lacks."""
    query = {**_take_filters(wanted), **ALL_BY_ID}
    terms = {taxonomy: ids for taxonomy, ids in gather_terms(wanted).items() if ids}
    if wanted.type == "post":
        if others := sorted(terms.keys() - FIELDS.keys()):
            raise refuse_filter(f"terms.{others[0]}", "left out: posts are filtered by categories and tags")
        return PostQuery.model_validate({**query, **{FIELDS[taxonomy]: ids for taxonomy, ids in terms.items()}})
    if wanted.type == "page":
        if terms:
            raise refuse_filter("terms", "left out: pages are not filtered by terms")
        return PageQuery.model_validate(query)
    if len(terms) > 1:
        raise refuse_filter("terms", "terms of one taxonomy")
    for taxonomy, ids in terms.items():
        query |= {"taxonomy": taxonomy, "terms": ids}
    return CustomItemQuery.model_validate({**query, "type": wanted.type})


async def _write_media_query(ctx: Context, wanted: TermAssignment) -> MediaQuery:
    """The list of files. Raises Problem(invalid_arguments) for what files do not have: a status, or the taxonomy."""
    if wanted.status:
        raise refuse_filter("status", "left out: files have none")
    terms = {taxonomy: ids for taxonomy, ids in gather_terms(wanted).items() if ids}
    for taxonomy in terms:
        if FILES not in (await ctx.host.terms.taxonomy(taxonomy))["types"]:
            raise refuse_filter(f"terms.{taxonomy}", "terms of a taxonomy of files")
    if len(terms) > 1:
        raise refuse_filter("terms", "terms of one taxonomy")
    collections = [term_id for ids in terms.values() for term_id in ids]
    return MediaQuery.model_validate({**_take_filters(wanted), **ALL_BY_ID, "collections": collections})


def _take_filters(wanted: TermAssignment) -> dict[str, Any]:
    return {name: value for name in FILTERS if (value := getattr(wanted, name))}


def _changes(item: Item, fields: ItemTerms) -> bool:
    """Whether an item has other terms than these would leave it."""
    now = read_terms(item)
    return any(set(ids) != set(now.get(taxonomy, ())) for taxonomy, ids in fields.combine(now).items())


async def _assign(kind: str, ctx: Context, item: Item, fields: ItemTerms) -> AssignedItem | None:
    """Give an item its terms; None when it has them. All items change, or none."""
    if not _changes(item, fields):
        return None
    return _tell(await ctx.host.store(kind).update(item["id"], fields, ctx.caller.id))


async def _assign_file(ctx: Context, file: Media, fields: ItemTerms) -> AssignedItem | None:
    """Give a file its terms; None when it has them. The revision tells, since a file does not say of which taxonomy
    each of its terms is.
    """
    now = await ctx.host.media.set_terms(file["id"], fields)
    return None if now["revision"] == file["revision"] else _tell(now)


def _tell(now: Mapping[str, Any]) -> AssignedItem:
    return cast(AssignedItem, {name: now[name] for name in AssignedItem.__annotations__ if name in now})


def _refuse_empty(names: list[str]) -> Problem:
    expected = f"one of {', '.join(names)}"
    details = [Detail(path=names[0], expected=expected, got="nothing")]
    message = "Say which items, and which terms to add or remove."
    return Problem(Code.INVALID_ARGUMENTS, message, hint=f"Give {expected}.", details=details)
