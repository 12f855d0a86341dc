"""Which JSON is taken for the object that a write has left: what all that is made of it can be made of."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from sitehand.hosts.wordpress.attachments import Attachments
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.comment_resource import CommentResource
from sitehand.hosts.wordpress.custom_item_resource import CustomItems
from sitehand.hosts.wordpress.custom_types import CustomType
from sitehand.hosts.wordpress.design import GlobalStyles
from sitehand.hosts.wordpress.elementor_library import Library
from sitehand.hosts.wordpress.item_shape import Shape
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.media_view import build_media
from sitehand.hosts.wordpress.note_resource import NoteResource
from sitehand.hosts.wordpress.patterns import PatternItems
from sitehand.hosts.wordpress.resources import Json, Resource, SecretMarks
from sitehand.hosts.wordpress.settings import Options
from sitehand.hosts.wordpress.template_resource import TemplateResource, number_name
from sitehand.hosts.wordpress.term_resource import TermResource
from sitehand.hosts.wordpress.widget_area_resource import WidgetAreaResource
from sitehand.hosts.wordpress.widget_resource import WidgetResource

CLIENT, MARKS = Client("http://127.0.0.1/", "anna", "abcd"), SecretMarks("key")
TERMS = TermResource(CLIENT)
RAW = {"raw": "x", "rendered": "x"}
ITEM: Json = {
    **{"id": 5, "type": "page", "status": "draft", "slug": "x", "link": "x", "date_gmt": None, "modified_gmt": "x"},
    **{"title": RAW, "content": RAW, "excerpt": RAW, "author": 1, "featured_media": 0, "password": "", "template": ""},
    **{"comment_status": "open", "ping_status": "open", "meta": {"a": 1}, "parent": 0, "menu_order": 0},
    "_links": {"self": [{"href": "x"}], "predecessor-version": [{"id": 7}]},
}
POST: Json = {
    **ITEM,
    "type": "post",
    "sticky": False,
    "format": "standard",
    "categories": [1],
    "tags": [],
    "topics": [3],
}
FILE: Json = {
    **{"id": 5, "date_gmt": "x", "modified_gmt": "x", "slug": "x", "link": "x", "title": RAW, "caption": RAW},
    **{"description": RAW, "author": 1, "post": None, "alt_text": "", "mime_type": "image/png", "source_url": "x"},
    **{"media_details": {"image_meta": {"alt": "x"}}, "folders": [2]},
}
COMMENT: Json = {
    **{"id": 5, "post": 1, "parent": 0, "author": 1, "author_name": "x", "author_url": "", "status": "approved"},
    **{"type": "comment", "date_gmt": "x", "content": RAW, "link": "x"},
}
NOTE: Json = {**COMMENT, "type": "note", "parent": 4, "meta": {"_wp_note_status": "resolved"}}
TERM: Json = {
    **{"id": 5, "count": 0, "description": "", "link": "x", "name": "x", "slug": "x", "taxonomy": "category"},
    "parent": 0,
}
TEMPLATE: Json = {
    **{"id": "theme//home", "theme": "theme", "slug": "home", "title": RAW, "content": RAW, "description": ""},
    **{"source": "custom", "has_theme_file": True},
}
WIDGET: Json = {"id": "block-5", "id_base": "block", "sidebar": "x", "instance": {"raw": {"content": "x"}}}
AREA: Json = {"id": "sidebar-1", "name": "x", "description": "", "status": "active", "widgets": ["block-5"]}
STYLES: Json = {"id": 5, "settings": [], "styles": {"color": {}}}
OPTIONS: Json = {
    **{"title": "x", "description": "", "language": "", "timezone": "", "site_logo": None, "show_on_front": "posts"},
    **{"page_on_front": 0, "page_for_posts": 0},
}
KINDS: Sequence[Any] = (None, True, -1, 1.5, 10**400, "x", [], ["x"], [1, "x"], {}, {"raw": 5}, {"raw": "x"})


def now() -> datetime:
    """The time."""
    return datetime.now(UTC)


def items(kind: str, shape: Shape) -> Items:
    """Items of a kind."""
    return Items(CLIENT, kind, MARKS, now, shape)


BOOK = CustomType("book", "books", taxonomies={"genre": "genres"})
CASES: Sequence[tuple[Resource, int, Json]] = [
    (items("page", Shape()), 5, ITEM),
    (items("post", Shape("", {"topic": "topics", "category": "categories"})), 5, POST),
    (PatternItems(CLIENT, MARKS, now), 5, {**ITEM, "type": "wp_block"}),
    (Library(CLIENT, MARKS, now), 5, {**ITEM, "type": "elementor_library"}),
    (CustomItems(CLIENT, [BOOK], MARKS, now), 5, {**ITEM, "type": "book", "genres": [3]}),
    (Attachments(CLIENT, TERMS, {"folder": "folders"}), 5, FILE),
    (CommentResource(CLIENT), 5, COMMENT),
    (NoteResource(CLIENT), 5, NOTE),
    (TERMS, 5, TERM),
    (TemplateResource(CLIENT, "template", "/wp/v2/templates"), number_name("theme:home"), TEMPLATE),
    (WidgetResource(CLIENT), 5, WIDGET),
    (WidgetAreaResource(CLIENT), number_name("sidebar-1"), AREA),
    (GlobalStyles(CLIENT), 5, STYLES),
    (Options(CLIENT), 0, OPTIONS),
]
IDS = [type(resource).__name__ + resource.kind for resource, _, _ in CASES]


def change(value: Any) -> Iterator[Any]:
    """A value of each kind of JSON in its place, and in that of each of its members; and it without each of these."""
    yield from KINDS
    if isinstance(value, dict):
        for name, member in value.items():
            yield {each: kept for each, kept in value.items() if each != name}
            yield from ({**value, name: other} for other in change(member))
    if isinstance(value, list) and value:
        yield from ([other] for other in change(value[0]))


async def make_all(resource: Resource, object_id: int, answered: Any) -> None:
    """Make all of an object that is made of it without asking the site."""
    value = await resource.read_written(object_id, answered, None)
    assert value is not None
    fields, name = resource.fields(value), resource.name(object_id)
    resource.revision(fields, name)
    resource.describe(object_id, None, fields, ())
    resource.describe(object_id, {**fields, "status": "trash"}, fields, ())
    resource.find_lost({**fields, "meta": {"a": 2}} if "meta" in fields else fields, fields)
    await resource.examine(None, fields, value)
    for view in VIEWS.get(resource.kind, ()):
        view(resource, value)


VIEWS: dict[str, Sequence[Callable[[Any, Json], object]]] = {
    "media": [lambda files, value: build_media(files, value, raw=True)],
    "template": [lambda templates, value: templates.tell(value)],
    "widget": [lambda widgets, value: widgets.tell(value)],
    "post": [lambda posts, value: posts.tell_terms(value)],
    "custom_item": [lambda customs, value: customs.of(value).tell_terms(value)],
}


@pytest.mark.parametrize(("resource", "object_id", "told"), CASES, ids=IDS)
async def test_an_object_is_taken_where_all_can_be_made_of_it(resource: Resource, object_id: int, told: Json) -> None:
    """Each answer that is taken for an object is one; WordPress's own is, and what is no object at all is not."""
    assert resource.shows(told)
    assert resource.kind == "setting" or not resource.is_named({**told, "id": "other"}, object_id)
    assert resource.is_named(told, object_id)
    await make_all(resource, object_id, told)
    assert not any(map(resource.shows, KINDS))
    for other in change(told):
        if resource.shows(other):
            await make_all(resource, object_id, other)
