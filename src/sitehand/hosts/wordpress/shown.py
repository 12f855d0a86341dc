"""What WordPress shows at least of an object of each kind, for all that is made of it.

What answers a write is looked at so: plugins and proxies answer with other JSON, whether or not the write was done.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NotRequired

from pydantic import Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

Shown = TypeAdapter[Any]
"""Which JSON is an object of a kind. Members beside those that it names may be anything."""
Id = Annotated[int, Field(gt=0, lt=2**52)]
Number = Annotated[int, Field(ge=-(2**63), lt=2**63)]
Members = dict[str, Any] | Annotated[list[Any], Field(max_length=0)]
"""An object: PHP writes one without members as a list."""
Moment = str | None
Ids = list[Number]


class Raw(TypedDict):
    """A text as it is edited; not each kind shows it rendered."""

    raw: str
    rendered: NotRequired[str]


class Text(TypedDict):
    """A text as it is edited, and as visitors see it."""

    raw: str
    rendered: str


class Linked(TypedDict):
    """A revision, as its item names it."""

    id: Number


Links = TypedDict("Links", {"predecessor-version": NotRequired[list[Linked]]})


class AnyItem(TypedDict):
    """What items of all types have, and what some types have beside it."""

    id: Id
    type: str
    status: str
    slug: str
    link: str
    date_gmt: Moment
    modified_gmt: Moment
    excerpt: NotRequired[Raw]
    author: NotRequired[Number]
    featured_media: NotRequired[Number]
    password: NotRequired[str]
    meta: NotRequired[Members]
    _links: NotRequired[Links]


class ShownItem(AnyItem):
    """An item of a type that may have neither title nor text."""

    title: NotRequired[Raw]
    content: NotRequired[Raw]
    parent: NotRequired[Number]
    menu_order: NotRequired[Number]


class TitledItem(AnyItem):
    """An item of a type that may have no text."""

    title: Raw
    content: NotRequired[Raw]


class TextItem(AnyItem):
    """An item of a type that has a title and a text."""

    title: Raw
    content: Raw


class ShownPage(TextItem):
    """A page."""

    parent: Number
    menu_order: Number


class ShownPost(TextItem):
    """A post."""

    sticky: bool
    format: NotRequired[str]
    categories: Ids
    tags: Ids


class ShownFile(TypedDict):
    """A file."""

    id: Id
    date_gmt: Moment
    modified_gmt: Moment
    slug: str
    link: str
    title: Text
    caption: Text
    description: Text
    author: Number
    post: Number | None
    alt_text: str
    mime_type: str
    source_url: str
    media_details: "Details | Annotated[list[Any], Field(max_length=0)]"


class Details(TypedDict):
    """What WordPress has found in a file."""

    image_meta: NotRequired[Members]


class ShownComment(TypedDict):
    """A comment."""

    id: Id
    post: Number
    parent: Number
    author: Number
    author_name: str
    author_url: str
    status: str
    type: str
    date_gmt: str
    content: Text
    link: str


class ShownNote(TypedDict):
    """A note, which is a comment of a type of its own."""

    id: Id
    post: Number
    parent: Number
    author: Number
    author_name: str
    type: str
    status: str
    date_gmt: str
    content: Text
    meta: Members


class ShownTerm(TypedDict):
    """A term."""

    id: Id
    count: Number
    description: str
    link: str
    name: str
    slug: str
    taxonomy: str
    parent: NotRequired[Number]


class ShownTemplate(TypedDict):
    """A template or template part."""

    id: str
    theme: str
    slug: str
    title: Raw
    content: Raw
    description: str
    source: str
    has_theme_file: bool


class BlockText(TypedDict):
    """What a widget with blocks stores."""

    content: str


class Instance(TypedDict):
    """A widget as it is stored."""

    raw: BlockText


class ShownWidget(TypedDict):
    """A widget with blocks."""

    id: Annotated[str, Field(pattern="^block-[1-9][0-9]{0,14}$")]
    sidebar: str
    instance: Instance


class ShownWidgetArea(TypedDict):
    """An area for widgets."""

    id: str
    name: str
    description: str
    status: str
    widgets: list[str]


class ShownStyles(TypedDict):
    """The user's global styles of a theme."""

    id: Id
    settings: Members
    styles: Members


class ShownOptions(TypedDict):
    """The settings of the site."""

    title: str
    description: str
    language: str
    timezone: str | None
    site_logo: Number | None
    show_on_front: str | None
    page_on_front: Number
    page_for_posts: Number


ANYTHING: Shown = TypeAdapter(Any)
"""Of kinds that are read back whatever is answered."""
ITEMS: Mapping[str, Shown] = {
    "page": Shown(ShownPage),
    "post": Shown(ShownPost),
    "pattern": Shown(TextItem),
    "navigation": Shown(TextItem),
    "elementor_template": Shown(TitledItem),
}
"""By kind; items of other kinds may have no texts."""
ITEM, ATTACHMENT, COMMENT, NOTE, TERM = (
    Shown(ShownItem),
    Shown(ShownFile),
    Shown(ShownComment),
    Shown(ShownNote),
    Shown(ShownTerm),
)
TEMPLATE, BLOCK_WIDGET, WIDGET_AREA = Shown(ShownTemplate), Shown(ShownWidget), Shown(ShownWidgetArea)
STYLES, OPTIONS = Shown(ShownStyles), Shown(ShownOptions)
_IDS: Shown = TypeAdapter(Ids)


def fits(shown: Shown, value: Any) -> bool:
    """Whether a value is an object of a kind."""
    try:
        shown.validate_python(value, strict=True)
    except ValidationError:
        return False
    return True


def has_ids(value: Mapping[str, Any], names: Iterable[str]) -> bool:
    """Whether these members of an object are ids, as far as it has them."""
    return all(fits(_IDS, value.get(name) or []) for name in names)
