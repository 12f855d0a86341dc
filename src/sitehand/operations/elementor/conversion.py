"""The operation that writes a page made with Elementor in another form, and tells what happened to each setting."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Literal, NotRequired, cast

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.conversion.containers import convert_to_containers
from sitehand.elementor.draft import Draft
from sitehand.elementor.parsing import write_document
from sitehand.errors import Code, Detail, Problem
from sitehand.operation.context import Context
from sitehand.operations.elementor.arguments import ElementId, Item
from sitehand.operations.elementor.editing import EditedItem, Editing, writes_document
from sitehand.operations.elementor.exchanging import exchange_item, prepare_exchange
from sitehand.operations.elementor.works import Worked, read_root, tell_ids
from sitehand.site.elementor import ElementorDocument
from sitehand.site.values import NOT_GIVEN


class Conversion(Item):
    """What becomes of the document, or of one of its elements."""

    to: Literal["containers", "blocks", "elementor"] = Field(
        "containers", description="elementor: a document of the item's blocks"
    )
    element: ElementId = Field(default=NOT_GIVEN, description="section to convert to containers; default: all")


class ConversionReport(TypedDict):
    """How many elements were converted and how many of their settings stayed; `changed` and `left_out` list the others
    by element and setting. `omitted` counts the lines that had no room.

    To blocks and from them, `became` counts what became what, and `no_counterpart` says how the rest is shown. An
    element is named by its id, a block by its path.
    """

    converted: int
    kept: int
    became: NotRequired[list[dict[str, Any]]]
    no_counterpart: NotRequired[list[dict[str, Any]]]
    changed: list[dict[str, Any]]
    left_out: list[dict[str, Any]]
    omitted: int


class ConvertedItem(EditedItem):
    """An item whose document was converted."""

    report: ConversionReport


@dataclass(frozen=True, slots=True)
class Containers:
    """Sections and columns become containers."""

    element: str

    def __call__(self, document: ElementorDocument) -> Worked:
        draft = Draft(read_root(document), load_catalogue())
        report = convert_to_containers(draft, self.element)
        data = write_document(draft.root) if report.converted else document.data
        return Worked(replace(document, data=data), {**tell_ids([report.converted]), "report": report.tell()})


CONVERT = Editing(lambda asked: Containers(asked.element or ""))


@asynccontextmanager
async def prepare(ctx: Context, asked: Conversion) -> AsyncIterator[None]:
    """What is converted is worked out before the transaction."""
    coming = CONVERT.prepare(ctx, asked) if asked.to == "containers" else prepare_exchange(ctx, asked.id, asked.to)
    async with coming:
        yield


@writes_document(
    "POST /items/{id}/elementor/conversion",
    idempotent=True,
    destructive=True,
    example={"to": "containers"},
    prepare=prepare,
)
async def convert_elementor(ctx: Context, asked: Conversion) -> ConvertedItem:
    """Convert sections to containers, a document to blocks or back; `report` lists what is left out."""
    if asked.to == "containers":
        return cast(ConvertedItem, await CONVERT.run(ctx, asked))
    if asked.element:
        detail = Detail(path="element", expected="nothing: a page is converted as a whole", got=asked.element)
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "One element cannot be converted alone.",
            hint="Leave out element, or convert to containers.",
            details=[detail],
        )
    return cast(ConvertedItem, await exchange_item(ctx, asked.id, asked.to))
