"""Arguments of the operations on Elementor documents."""

from typing import Annotated, Any, Literal

from pydantic import Field

from sitehand.elementor.blueprints.blueprint import MAX_SECTIONS
from sitehand.elementor.operations import MAX_OPERATIONS
from sitehand.site.values import NOT_GIVEN, UNSET, Id, Input, WholeBody

ElementId = Annotated[str, Field(min_length=1, max_length=100)]
Place = Annotated[
    Literal["start", "end"] | dict[Literal["before", "after", "first_in", "last_in"], str],
    Field(description='"start", "end", or {"after": element id}'),
]
NewElement = Annotated[
    dict[str, Any], Field(description="elType, widgetType, settings, elements; CSS as style; dynamic")
]
Settings = dict[str, Any]
Removals = Annotated[list[str], Field(max_length=200)]
BUDGET = 10_000
MAX_BUDGET = 8 * 1024 * 1024


class Item(Input):
    """The item that a document belongs to."""

    id: Id


class DocumentView(Item):
    """How much of a document: `depth` levels of its outline, or of one element; `full` with all settings."""

    detail: Literal["outline", "full"] = "outline"
    element: ElementId = UNSET
    depth: Annotated[int, Field(ge=1, le=100)] = UNSET
    budget: int = Field(BUDGET, ge=200, le=MAX_BUDGET, description="bytes")


class ElementSearch(Item):
    """What to look for; an element has all of it."""

    type: str = Field("", max_length=100, description="heading, section, e-flexbox")
    text: str = Field("", max_length=500)
    setting: str = Field("", max_length=200, description="name of one that is set")
    value: str = Field("", max_length=2000, description="in settings or styles")
    reference: str = Field("", max_length=200, description="class, variable, kit colour")
    budget: int = Field(BUDGET, ge=200, le=MAX_BUDGET, description="bytes")


class Findings(Item):
    """Which findings: errors alone, or notes too."""

    severity: Literal["error", "any"] = "any"
    budget: int = Field(BUDGET, ge=200, le=MAX_BUDGET, description="bytes")


class WholeDocument(Item):
    """A document in place of what is there."""

    content: Annotated[
        str | list[dict[str, Any]], WholeBody(), Field(description="elements, or JSON text kept byte for byte")
    ]


class PageSections(Item):
    """Sections of a page, in their order."""

    sections: Annotated[list[dict[str, Any]], WholeBody()] = Field(
        min_length=1,
        max_length=MAX_SECTIONS,
        description='[{"blueprint": "hero", "content": {...}}]; get_blueprint shows the content of each',
    )
    at: Place = UNSET


class BlueprintChoice(Input):
    """A section by its name."""

    name: str = Field(max_length=100)


class NewPlacedElement(Item):
    """An element to add."""

    element: NewElement
    at: Place


class ElementChange(Item):
    """Settings to set and remove."""

    element: ElementId
    settings: Settings = UNSET
    remove: Removals = UNSET
    breakpoint: str = Field(default=NOT_GIVEN, max_length=20, description="mobile, tablet")
    style: str = Field(default=NOT_GIVEN, max_length=20_000, description="CSS")
    dynamic: dict[str, Any] = Field(
        default=NOT_GIVEN, description='tags by setting: {"title": {"tag": "post-title", "settings": {}}}; null: none'
    )


class ElementInteractions(Item):
    """All interactions of an atomic element, in place of those that it has."""

    element: ElementId
    interactions: list[dict[str, Any]] = Field(
        max_length=20, description="trigger load or scrollIn; effect fade, slide, scale; type, direction, duration"
    )


class ElementReplacement(Item):
    """An element in the place of another."""

    element: ElementId
    replacement: NewElement


class ElementMove(Item):
    """An element and its new place."""

    element: ElementId
    at: Place


class ElementCopy(Item):
    """An element, and where its copy goes: behind it unless said."""

    element: ElementId
    at: Place = UNSET


class ElementsToWrap(Item):
    """Elements that stand side by side, and what comes around them."""

    elements: list[ElementId] = Field(min_length=1, max_length=200)
    wrapper: NewElement


class OneElement(Item):
    """An element."""

    element: ElementId


class ElementOperations(Item):
    """Operations such as {"operation": "move_element", "element": "1a2b3c4", "at": "end"}."""

    operations: list[dict[str, Any]] = Field(
        min_length=1, max_length=MAX_OPERATIONS, description='{"operation": tool, its arguments}; or repair_document'
    )


class TextReplacement(Item):
    """What to replace, in an element or in all: text that people read, parts of addresses, or one whole colour."""

    old: str = Field(min_length=1, max_length=10_000)
    new: str = Field(max_length=10_000)
    kind: Literal["text", "address", "color"] = "text"
    element: ElementId = UNSET


class PageSettings(Item):
    """Settings of the page to set and remove; none: they are only told."""

    settings: Settings = UNSET
    remove: Removals = UNSET


class WidgetChoice(Input):
    """An element type, and the settings to describe; else those that a person sees first."""

    name: str = Field(max_length=100)
    settings: list[str] = Field(default_factory=list, max_length=100)


class ComponentPlace(Item):
    """A component by its title, and its place: `at` of a new instance, or the `element` to replace or change."""

    component: str = Field(default=NOT_GIVEN, max_length=200, description="title")
    at: Place = UNSET
    element: ElementId = UNSET
    values: dict[str, Any] = Field(default=NOT_GIVEN, description="by label of property; null: the component's own")
