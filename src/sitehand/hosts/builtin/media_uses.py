"""What of the built-in site uses a file: items, as featured media or in text, templates, components, and the logo."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Integer, Text, cast, func, literal, or_, select

from sitehand.hosts.builtin.elementor_components import elementor_components
from sitehand.hosts.builtin.elementor_templates import elementor_templates
from sitehand.hosts.builtin.tables import item_elementor, items
from sitehand.site.media import MAX_USES, MediaUse, MediaUses
from sitehand.site.media_uses import gather_uses, name_file, tell_logo
from sitehand.store.sqlite import contains
from sitehand.store.tables import settings

LOGO = select(cast(settings.c.value, Integer)).where(settings.c.name == "logo")
SHOWN = (items.c.id, items.c.type, items.c.status, items.c.title)

ELEMENTOR = (item_elementor.c.elementor_data, item_elementor.c.elementor_page_settings)
DOCUMENT, SETTINGS = (func.replace(func.coalesce(column, ""), "\\/", "/") for column in ELEMENTOR)
"""The Elementor document of an item and its settings; JSON may write a slash as an escape."""
ALL_TEXT = items.c.content + "\n" + items.c.excerpt + "\n" + DOCUMENT + "\n" + SETTINGS
WITH_DOCUMENTS = items.outerjoin(item_elementor, item_elementor.c.item_id == items.c.id)
TEMPLATE_TEXT = func.replace(
    elementor_templates.c.content + "\n" + elementor_templates.c.page_settings, "\\/", "/", type_=Text
)
COMPONENT_TEXT = func.replace(elementor_components.c.content, "\\/", "/", type_=Text)
OF_ITEMS = select(*SHOWN, ALL_TEXT.label("text")).select_from(WITH_DOCUMENTS).order_by(items.c.id)
OF_TEMPLATES = select(
    elementor_templates.c.id,
    literal("elementor_template").label("type"),
    literal("").label("status"),
    elementor_templates.c.title,
    TEMPLATE_TEXT.label("text"),
).order_by(elementor_templates.c.id)
OF_COMPONENTS = select(
    elementor_components.c.id,
    literal("elementor_component").label("type"),
    literal("").label("status"),
    elementor_components.c.title,
    COMPONENT_TEXT.label("text"),
).order_by(elementor_components.c.id)


def find_uses(connection: Connection, row: Mapping[str, Any]) -> MediaUses:
    """What uses the file in this row. Each text that may name it is looked at, so this takes its time."""
    logo = tell_logo(connection.execute(LOGO).scalar() or 0, row["id"])
    in_texts = islice(_find_in_texts(connection, row), MAX_USES + 1)
    return gather_uses([*logo, *_find_featured(connection, row["id"]), *in_texts])


def _find_featured(connection: Connection, media_id: int) -> Iterator[MediaUse]:
    query = select(*SHOWN).where(items.c.featured_media == media_id, items.c.featured_media != 0)
    for item in connection.execute(query.order_by(items.c.id).limit(MAX_USES + 1)):
        yield _tell(item, "featured_media")


def _find_in_texts(connection: Connection, row: Mapping[str, Any]) -> Iterator[MediaUse]:
    """SQLite looks for what every such text has, and the expression whether it names this very file."""
    marks, pattern = name_file(row["id"], row["source_url"])
    for query, text in ((OF_ITEMS, ALL_TEXT), (OF_TEMPLATES, TEMPLATE_TEXT), (OF_COMPONENTS, COMPONENT_TEXT)):
        named = query.where(or_(*(contains(text, mark) for mark in marks)))
        for item in connection.execute(named.execution_options(yield_per=10)):
            if pattern.search(item.text):
                yield _tell(item, "content")


def _tell(item: Any, used_as: Any) -> MediaUse:
    return MediaUse(id=item.id, type=item.type, status=item.status, title=item.title, used_as=[used_as])
