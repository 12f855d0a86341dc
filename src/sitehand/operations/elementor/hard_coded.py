"""Operations on colours and fonts that a document has as values: which there are, and references in their place."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Any

from pydantic import Field

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.document import write
from sitehand.elementor.draft import Draft
from sitehand.elementor.hard_coded import (
    COLORS,
    FONTS,
    Known,
    Place,
    find_places,
    find_reference,
    name_font,
    name_value,
)
from sitehand.elementor.hard_coded import replace_hard_coded as make_references
from sitehand.elementor.kit import list_colors, list_fonts
from sitehand.elementor.shared.variables import name_sort
from sitehand.errors import Code, Problem
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.elementor.arguments import BUDGET, MAX_BUDGET, ElementId, Item
from sitehand.operations.elementor.documents import DocumentPart, cut_lines
from sitehand.operations.elementor.editing import EditedItem, Editing, ReadDocument, get_store, writes_document
from sitehand.operations.elementor.kit import choose_members, read_design
from sitehand.operations.elementor.names import get_shared
from sitehand.operations.elementor.works import Work, Worked, read_root, tell_ids
from sitehand.site.elementor import ElementorDocument, Held
from sitehand.site.shared_styles import VARIABLES
from sitehand.site.values import UNSET

MAX_TOLD = 20
"""Elements that are named for a value."""
NOTHING_KNOWN = Known({}, {})


class HardCodedQuery(Item):
    """Where to look."""

    element: ElementId = UNSET
    budget: int = Field(BUDGET, ge=200, le=MAX_BUDGET, description="bytes")


class HardCodedValues(Item):
    """What to replace, in an element or in all: all that have a reference, unless some values are named."""

    element: ElementId = UNSET
    values: list[str] = Field(default_factory=list, max_length=100, description="as find_hard_coded tells them")


@dataclass(frozen=True, slots=True)
class NewReferences:
    """References in place of values that the site knows."""

    element: str
    values: tuple[str, ...]
    known: Known = NOTHING_KNOWN

    def __call__(self, document: ElementorDocument) -> Worked:
        draft = Draft(read_root(document), load_catalogue())
        changed = make_references(draft, self.known, self.element, self.values)
        data = write(draft.root) if changed else document.data
        return Worked(replace(document, data=data), tell_ids([changed]))


async def complete_references(ctx: Context, work: Work, _read: ReadDocument) -> Work:
    """The work, which knows what the site has by now."""
    return replace(work, known=await read_known(ctx)) if isinstance(work, NewReferences) else work


async def read_known(ctx: Context) -> Known:
    """What values of a document can refer to: the kit where the site shows it, and variables where it has any."""
    return Known(await _read_kit(ctx), await _read_variables(ctx))


async def _read_kit(ctx: Context) -> dict[str, str]:
    design = await read_design(ctx)
    if design is None:
        return {}
    settings = design.own.settings
    colors = {name_value("color", each["color"]): COLORS + each["id"] for each in reversed([*list_colors(settings)])}
    fonts = [(each["id"], choose_members(each)) for each in list_fonts(settings)]
    return colors | {name_font(members): FONTS + identifier for identifier, members in reversed(fonts) if members}


async def _read_variables(ctx: Context) -> dict[str, str]:
    try:
        stored = await get_shared(ctx).get(VARIABLES)
    except Problem as problem:
        if problem.code is not Code.NOT_SUPPORTED:
            raise
        return {}
    found = [(name_sort(each), str(each["value"]), identifier) for identifier, each in stored.items.items()]
    return {name_value(sort, value): identifier for sort, value, identifier in reversed(found) if sort != "size"}


@operation("GET /items/{id}/elementor/hard-coded", category="elementor", access="read", needs="elementor")
async def find_hard_coded(ctx: Context, wanted: HardCodedQuery) -> DocumentPart:
    """Find colours and fonts written as values, and the kit entry or variable that has the same value."""
    held = await get_store(ctx).read(wanted.id)
    ctx.spend(len(held.document.data))
    return await asyncio.to_thread(_find, held, wanted, await read_known(ctx))


REPLACE = Editing(lambda asked: NewReferences(asked.element or "", tuple(asked.values)), complete_references)


@writes_document(
    "POST /items/{id}/elementor/hard-coded",
    idempotent=True,
    destructive=True,
    example={"values": ["#14507a"]},
    prepare=REPLACE.prepare,
)
async def replace_hard_coded(ctx: Context, asked: HardCodedValues) -> EditedItem:
    """Make colours and fonts references to the kit or to variables that have the same value."""
    return await REPLACE.run(ctx, asked)


def _find(held: Held, wanted: HardCodedQuery, known: Known) -> DocumentPart:
    catalogue = load_catalogue()
    root = read_root(held.document)
    start = Draft(root, catalogue).find(wanted.element) if wanted.element else root
    groups: defaultdict[tuple[str, str], list[Place]] = defaultdict(list)
    for place in find_places(start, catalogue):
        groups[place.key, find_reference(place, known)].append(place)
    ordered = sorted(groups.items(), key=lambda group: -len(group[1]))
    lines = (_tell(reference, places) for (_, reference), places in ordered)
    return cut_lines(held, lines, len(ordered), wanted.budget)


def _tell(reference: str, places: list[Place]) -> dict[str, Any]:
    """A value, how often it stands, where, and what it can refer to."""
    elements = list(dict.fromkeys(place.element.id for place in places))[:MAX_TOLD]
    told = {"type": places[0].sort, "value": places[0].value, "uses": len(places), "elements": elements}
    return {**told, "reference": reference} if reference else told
