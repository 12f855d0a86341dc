"""What a block of a release is, for whoever is about to write one."""

from typing import Any, NotRequired, cast

from typing_extensions import TypedDict

from sitehand.blocks.catalogue import Attribute, BlockType, Origin, Where
from sitehand.blocks.descriptions import DESCRIPTIONS
from sitehand.blocks.design.presets import ATTRIBUTES
from sitehand.blocks.examples import write_example
from sitehand.blocks.release import Release
from sitehand.blocks.showing import name_text
from sitehand.errors import Problem


class TypeLine(TypedDict):
    """A block in a list. `policy` is what the owner says of new ones, where that is not: allow.

    `origin` of one that is not WordPress's own: the `site` has registered it, or a `plugin` of Sitehand or a `file`
    describes it.
    """

    name: str
    title: str
    category: str
    description: str
    policy: NotRequired[str]
    origin: NotRequired[str]


class AttributeShown(TypedDict, total=False):
    """An attribute. `stored` says where: in the delimiter (comment), in the HTML, or in both, which have to agree.

    `preset` is the kind of presets that it names by slug; `get_design_system` lists them. `origin` of one that is added
    to a block of WordPress: by the `site`, a `plugin` of Sitehand or a `file`.
    """

    types: list[str]
    stored: str
    default: Any
    values: list[Any]
    content: bool
    origin: str
    preset: str


class TypeShown(TypeLine):
    """A block. `kind` says who writes its HTML: the editor (static), the site (dynamic) or both (hybrid).

    `text` names the attribute that is its text. `example` is a block of this kind as insert_blocks takes it. A `leaf`
    takes no blocks in it.
    """

    kind: str
    attributes: dict[str, AttributeShown]
    supports: dict[str, Any]
    text: NotRequired[str]
    parents: NotRequired[list[str]]
    ancestors: NotRequired[list[str]]
    allowed: NotRequired[list[str]]
    leaf: NotRequired[bool]
    styles: NotRequired[list[str]]
    variations: NotRequired[list[str]]
    example: NotRequired[dict[str, Any]]


def list_types(release: Release) -> list[TypeLine]:
    """The blocks of a release, by name; core's come first, since a site may have hundreds of others."""
    known = sorted(release.blocks.values(), key=lambda block: (block.origin is not Origin.CORE, block.name))
    return [_line(block) for block in known]


def describe_type(block: BlockType, release: Release) -> TypeShown:
    """All that is known of a block."""
    attributes = {one.name: _show(one) for one in block.attributes.values() if not (one.unused or one.local)}
    sometimes = {
        "text": name_text(block),
        "parents": block.parents,
        "ancestors": block.ancestors,
        "allowed": block.allowed,
        "leaf": block.leaf,
        "styles": block.styles,
        "variations": list(block.variations),
        "example": _find_example(block, release),
    }
    always = {**_line(block), "kind": block.kind.value, "attributes": attributes, "supports": block.supports}
    return cast(TypeShown, {**always, **{name: value for name, value in sometimes.items() if value}})


def _find_example(block: BlockType, release: Release) -> dict[str, Any] | None:
    """An example; None of a block that cannot be made from attributes."""
    example = write_example(block.name, has_text=bool(name_text(block)))
    try:
        release.make([release.read_new(example)])
    except Problem:
        return None
    return example


def _line(block: BlockType) -> TypeLine:
    told = block.description or DESCRIPTIONS.get(block.name, "")
    line = TypeLine(name=block.name, title=block.title, category=block.category, description=told)
    return line if block.origin is Origin.CORE else {**line, "origin": block.origin.value}


def _show(one: Attribute) -> AttributeShown:
    shown = AttributeShown(types=list(one.types), stored=one.where.value)
    if one.has_default:
        shown["default"] = one.default
    if one.values is not None:
        shown["values"] = list(one.values)
    if one.content and one.where is not Where.COMMENT:
        shown["content"] = True
    if one.added:
        shown["origin"] = one.added.value
    if one.name in ATTRIBUTES and "string" in one.types:
        shown["preset"] = ATTRIBUTES[one.name].name
    return shown
