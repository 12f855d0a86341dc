"""The operation that writes an Elementor document in another form, and tells what became of each setting."""

from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.conversion.containers import convert_to_containers
from sitehand.elementor.draft import Draft
from sitehand.elementor.parsing import write_document
from sitehand.operation.context import Context
from sitehand.operations.elementor.arguments import ElementId, Item
from sitehand.operations.elementor.editing import EditedItem, Editing, writes_document
from sitehand.operations.elementor.works import Worked, read_root, tell_ids
from sitehand.site.elementor import ElementorDocument
from sitehand.site.values import NOT_GIVEN


class Conversion(Item):
    """What becomes of the document, or of one of its elements."""

    to: Literal["containers"] = "containers"
    element: ElementId = Field(default=NOT_GIVEN, description="section to convert; default: all")


class ConversionReport(TypedDict):
    """How many elements were converted and how many of their settings stayed; `changed` and `left_out` list the others
    by element and setting. `omitted` counts the lines that had no room.
    """

    converted: int
    kept: int
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


@writes_document(
    "POST /items/{id}/elementor/conversion",
    idempotent=True,
    destructive=True,
    example={"to": "containers"},
    prepare=CONVERT.prepare,
)
async def convert_elementor(ctx: Context, asked: Conversion) -> ConvertedItem:
    """Convert sections and columns to containers; `report` lists what is left out."""
    return cast(ConvertedItem, await CONVERT.run(ctx, asked))
