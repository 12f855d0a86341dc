"""Operations on ready-made sections: which there are, the content that each takes, and pages built of them."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.elementor.blueprints.blueprint import BLUEPRINTS
from sitehand.elementor.blueprints.examples import EXAMPLES
from sitehand.errors import not_found
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.elementor.arguments import BlueprintChoice, PageSections
from sitehand.operations.elementor.editing import EditedItem, Editing, writes_document
from sitehand.operations.elementor.works import NewSections
from sitehand.site.content import Listing, take_page
from sitehand.site.values import Paging


class BlueprintQuery(Paging):
    """Which of them; all fit on one page."""

    per_page: int = Field(100, ge=1, le=100)


class BlueprintLine(TypedDict):
    """A section, and the names of the fields of its content."""

    name: str
    description: str
    content: list[str]


class BlueprintDetails(TypedDict):
    """A section: the JSON schema of its content, and an example that build_page takes."""

    name: str
    description: str
    content: dict[str, Any]
    example: dict[str, Any]


@operation("GET /elementor/blueprints", category="elementor", access="read", needs="elementor")
async def list_blueprints(ctx: Context, query: BlueprintQuery) -> Listing[BlueprintLine]:
    """List the sections that build_page makes."""
    found = [
        BlueprintLine(name=name, description=each.description, content=list(each.content.model_fields))
        for name, each in BLUEPRINTS.items()
    ]
    return take_page(found, query)


@operation("GET /elementor/blueprints/{name}", category="elementor", access="read", needs="elementor")
async def get_blueprint(ctx: Context, wanted: BlueprintChoice) -> BlueprintDetails:
    """Get a section's content schema and an example for build_page."""
    found = BLUEPRINTS.get(wanted.name)
    if found is None:
        raise not_found("blueprint", wanted.name, "list_blueprints tells what there is.")
    return BlueprintDetails(
        name=wanted.name,
        description=found.description,
        content=_shorten(found.content.model_json_schema()),
        example={"blueprint": wanted.name, "content": EXAMPLES[wanted.name]},
    )


def _shorten(schema: Any) -> Any:
    """A schema without titles, which repeat the names."""
    if isinstance(schema, list):
        return [_shorten(each) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    return {
        name: {each: _shorten(inner) for each, inner in value.items()} if name == "properties" else _shorten(value)
        for name, value in schema.items()
        if name != "title"
    }


BUILD = Editing(lambda asked: NewSections.read(asked.sections, asked.at))


@writes_document(
    "POST /items/{id}/elementor/sections",
    destructive=True,
    example={"sections": [{"blueprint": "call_to_action", "content": EXAMPLES["call_to_action"]}]},
    prepare=BUILD.prepare,
)
async def build_page(ctx: Context, asked: PageSections) -> EditedItem:
    """Replace an Elementor document with ready-made sections, or insert them with `at`."""
    return await BUILD.run(ctx, asked)
