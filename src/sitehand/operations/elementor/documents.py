"""Operations on whole documents: listing, reading, setting, checking, and the settings of their pages."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from typing import Any, NotRequired, cast

from typing_extensions import TypedDict

from sitehand.elementor import search
from sitehand.elementor.advice import advise
from sitehand.elementor.catalogue.catalogue import Catalogue, load_catalogue
from sitehand.elementor.document import Element, write
from sitehand.elementor.draft import Draft
from sitehand.elementor.outline import cut_items, describe_element, outline, shorten_item
from sitehand.elementor.pages import read_page_settings
from sitehand.elementor.places import MAX_SHOWN_DEPTH, measure_depth, read_value, skip_space
from sitehand.elementor.shared.names import SharedNames
from sitehand.errors import Code, Problem
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.elementor.arguments import (
    DocumentView,
    ElementSearch,
    Findings,
    PageSettings,
    WholeDocument,
)
from sitehand.operations.elementor.editing import EditedItem, Editing, get_store, writes_document
from sitehand.operations.elementor.names import IDS, find_labels, find_names
from sitehand.operations.elementor.registry import read_known
from sitehand.operations.elementor.works import NewContent, PageEdits, read_root, write_content
from sitehand.site.content import Listing
from sitehand.site.elementor import ElementorItem, ElementorQuery, Held

LABEL_LENGTH = 60
NO_NAMES = SharedNames({}, {})
MAX_FINDINGS = 1_000
"""That are looked at, each with its repair tried."""


class DocumentPart(TypedDict):
    """What was asked for of a document: `omitted` is how many more there are; `version` is Elementor's, where known."""

    items: list[dict[str, Any]]
    omitted: int
    id: int
    type: str
    revision: str
    version: str
    page_settings: NotRequired[dict[str, Any]]


class FindingPart(DocumentPart):
    """The findings that have room; `note` says where they do not know the site's own elements as they are now."""

    note: NotRequired[str]


@operation("GET /elementor/items", category="elementor", access="read", needs="elementor")
async def list_elementor_pages(ctx: Context, query: ElementorQuery) -> Listing[ElementorItem]:
    """List pages and posts made with Elementor, last changed first."""
    return await get_store(ctx).find(query)


@operation("GET /items/{id}/elementor", category="elementor", access="read", needs="elementor")
async def get_elementor(ctx: Context, wanted: DocumentView) -> DocumentPart:
    """Read an Elementor document: its outline, or elements in full."""
    held = await get_store(ctx).read(wanted.id)
    ctx.spend(len(held.document.data))
    return await asyncio.to_thread(_show, held, wanted, await find_labels(ctx, held.document.data))


@operation("GET /items/{id}/elementor/elements", category="elementor", access="read", needs="elementor")
async def find_elements(ctx: Context, wanted: ElementSearch) -> DocumentPart:
    """Find elements by type, text, setting, value or reference."""
    held = await get_store(ctx).read(wanted.id)
    ctx.spend(len(held.document.data))
    names = await find_names(ctx, held.document.data, IDS)
    return await asyncio.to_thread(_find, held, wanted, names or NO_NAMES)


@operation("GET /items/{id}/elementor/findings", category="elementor", access="read", needs="elementor")
async def validate_elementor(ctx: Context, wanted: Findings) -> FindingPart:
    """What is wrong with an Elementor document, with repairs for apply_elementor_operations."""
    held = await get_store(ctx).read(wanted.id)
    ctx.spend(len(held.document.data))
    known = await read_known(ctx)
    found = await asyncio.to_thread(_check, held, wanted, known.catalogue)
    return cast(FindingPart, {**found, "note": known.note} if known.note else found)


SET = Editing(lambda arguments: NewContent(write_content(arguments.content)))


@writes_document(
    "PUT /items/{id}/elementor",
    idempotent=True,
    destructive=True,
    example={"content": [{"id": "1a2b3c4", "elType": "container", "settings": {}, "elements": []}]},
    prepare=SET.prepare,
)
async def set_elementor(ctx: Context, document: WholeDocument) -> EditedItem:
    """Replace a whole Elementor document, or give an item one."""
    return await SET.run(ctx, document)


PAGE = Editing(lambda asked: PageEdits(json.dumps(asked.settings or {}, sort_keys=True), tuple(asked.remove or ())))


@writes_document(
    "PATCH /items/{id}/elementor/page-settings",
    idempotent=True,
    destructive=True,
    example={"settings": {"hide_title": "yes"}},
    prepare=PAGE.prepare,
)
async def page_settings(ctx: Context, settings: PageSettings) -> EditedItem:
    """Set and remove Elementor settings of the page; others stay."""
    return await PAGE.run(ctx, settings)


def _show(held: Held, wanted: DocumentView, labels: Mapping[str, str]) -> DocumentPart:
    root = read_root(held.document)
    start = Draft(root, load_catalogue()).find(wanted.element) if wanted.element else root
    settings = {} if wanted.element else read_page_settings(held.document.page_settings)
    if wanted.detail == "full":
        part = _part(held, _read_whole(start, wanted), 0)
    else:
        found = outline(start, load_catalogue(), wanted.budget, labels, wanted.depth)
        own = [describe_element(start, 0, load_catalogue(), labels)] if start.parent else []
        part = _part(held, own + [_deepen(item, len(own)) for item in found.items], found.omitted)
    return {**part, "page_settings": settings} if settings else part


def _deepen(item: dict[str, Any], levels: int) -> dict[str, Any]:
    return {**item, "depth": item["depth"] + levels}


def _read_whole(start: Element, wanted: DocumentView) -> list[dict[str, Any]]:
    if wanted.depth is not None:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "An outline has a depth; a full view has all levels.",
            hint="Leave out depth, or ask for an outline.",
        )
    return read_elements(start, wanted.budget)


def read_elements(start: Element, budget: int) -> list[dict[str, Any]]:
    """An element, or all of the root, with what is in them. Raises Problem(invalid_arguments) where it has no room."""
    text = write(start) if start.parent else f"[{','.join(map(write, start.children))}]"
    size = len(text.encode(errors="replace"))
    if size > budget:
        hint = "Name an `element` that the outline has, or send a larger `budget`."
        raise Problem(Code.INVALID_ARGUMENTS, f"It has {size} bytes, more than the budget.", hint=hint)
    if measure_depth(text) > MAX_SHOWN_DEPTH:
        hint = "Name an `element` further in; the outline shows all levels."
        raise Problem(Code.INVALID_ARGUMENTS, "It is nested too deeply for a full view.", hint=hint)
    value, _ = read_value(text, skip_space(text, 0))
    return value if isinstance(value, list) else [value]


def _find(held: Held, wanted: ElementSearch, names: SharedNames) -> DocumentPart:
    references = frozenset(names.find_meant(wanted.reference)) if wanted.reference else frozenset()
    query = search.Query(wanted.type, wanted.text, wanted.setting, wanted.value, references)
    found = list(search.find_elements(read_root(held.document), query, load_catalogue()))
    lines = (_describe(element, names.labels) for element in found)
    return cut_lines(held, lines, len(found), wanted.budget)


def _describe(element: Element, labels: Mapping[str, str]) -> dict[str, Any]:
    """An element, and what it is in."""
    told = shorten_item(describe_element(element, 0, load_catalogue(), labels), LABEL_LENGTH)
    del told["depth"]
    above = element.parent
    return {**told, "in": above.id} if above and above.parent else told


def _check(held: Held, wanted: Findings, catalogue: Catalogue) -> DocumentPart:
    found = list(_take_findings(held, wanted, catalogue))
    return cut_lines(held, iter(found), len(found), wanted.budget)


def _take_findings(held: Held, wanted: Findings, catalogue: Catalogue) -> Iterator[dict[str, Any]]:
    for number, each in enumerate(advise(read_root(held.document), catalogue)):
        if number >= MAX_FINDINGS:
            return
        if wanted.severity in ("any", each["severity"]):
            yield each


def cut_lines(held: Held, lines: Iterator[dict[str, Any]], number: int, budget: int) -> DocumentPart:
    """The lines that have room in so many bytes; `number` is how many there are."""
    kept = cut_items(lines, budget)
    return _part(held, kept, number - len(kept))


def _part(held: Held, items: list[dict[str, Any]], omitted: int) -> DocumentPart:
    item = held.item
    return DocumentPart(
        items=items,
        omitted=omitted,
        id=item["id"],
        type=item["type"],
        revision=item["revision"],
        version=held.document.version,
    )
