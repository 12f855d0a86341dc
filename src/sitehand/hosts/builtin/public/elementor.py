"""Elementor documents as visitors see them: from the text to HTML and a style sheet, in a thread of the visitors."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Connection, RowMapping, bindparam, text
from starlette.responses import Response

from sitehand.elementor.rendering.canvas import Picture, References
from sitehand.elementor.rendering.document import RenderedDocument
from sitehand.elementor.rendering.references import Named, list_references
from sitehand.elementor.rendering.shared import Shared, choose_shared
from sitehand.elementor.shared.entries import list_entries
from sitehand.errors import Problem
from sitehand.hosts.builtin.elementor_components import read_shown
from sitehand.hosts.builtin.public.answers import allow_style
from sitehand.hosts.builtin.public.elementor_facts import read_facts
from sitehand.hosts.builtin.public.queries import VISIBLE, Entry, read_size
from sitehand.hosts.builtin.public.visit import Visit
from sitehand.hosts.builtin.shared_styles import read_shared
from sitehand.hosts.builtin.type_table import SHOWN_TYPES
from sitehand.site.elementor import BUILDER
from sitehand.site.shared_styles import CLASSES, VARIABLES

Fields = Mapping[str, Any] | RowMapping
READ_AT_ONCE = 500
DOCUMENT = text(
    "SELECT elementor_data, elementor_page_settings, elementor_edit_mode FROM item_elementor"
    " JOIN items ON items.id = item_elementor.item_id WHERE items.id = :id AND items.revision = :revision"
)
FILES = text(
    "SELECT id, source_url, alt_text, coalesce(details, '{}') AS details FROM media WHERE id IN :ids"
).bindparams(bindparam("ids", expanding=True))
ITEMS = text(
    f"SELECT id, path FROM items WHERE id IN :ids AND {VISIBLE} AND type IN {SHOWN_TYPES}"  # noqa: S608 - ours
).bindparams(bindparam("ids", expanding=True))


def has_document(state: Fields) -> bool:
    """Whether an item with these fields shows its document."""
    return state.get("elementor_edit_mode") == BUILDER and state.get("elementor_data") not in (None, "", "[]")


async def find_document(
    visit: Visit, article: Entry, state: Mapping[str, Any] | None = None
) -> RenderedDocument | None:
    """The document of an item, or that of another state of it; None where its content is shown.

    An item that has changed since it was found may not be this visitor's to read any more.
    """
    if not (has_document(state) if state is not None else article.has_document):
        return None

    def render(connection: Connection) -> RenderedDocument | None:
        known = connection.execute(DOCUMENT, {"id": article.id, "revision": article.revision}).mappings().first()
        fields = known if state is None else state
        if not fields or not has_document(fields):
            return None
        return _render(connection, visit, fields, _Shown(article, state))

    return await visit.database.visitors.read(render)


def add_policy(response: Response, document: RenderedDocument | None) -> None:
    """Allow the style sheet of a document that stands in the page."""
    if document:
        response.headers["Content-Security-Policy"] = allow_style(document.digest)


class _Shown(NamedTuple):
    """An item as it is shown, and the state that is shown of it where that is another."""

    article: Entry
    state: Mapping[str, Any] | None


def _render(connection: Connection, visit: Visit, fields: Fields, shown: _Shown) -> RenderedDocument | None:
    data = fields["elementor_data"]
    components = read_shown(connection, data)
    named = "\n".join([data, *components.values()])
    shared = _read_shared(connection, named)
    facts = read_facts(connection, visit, shown.article, named, shown.state)
    ids = list_references(named)
    ids = ids._replace(files=ids.files | {facts.picture, facts.logo}) if facts else ids
    references = replace(_read_references(connection, visit, ids, shared), components=components, facts=facts)
    try:
        return visit.theme.documents.find(data, fields["elementor_page_settings"], references)
    except Problem:  # an import may have brought a text that is no document
        return None


def _read_references(connection: Connection, visit: Visit, named: Named, shared: Shared) -> References:
    files = _read(connection, FILES, named.files, visit.now)
    items = _read(connection, ITEMS, named.items, visit.now)
    return References(
        {
            row["id"]: Picture(visit.safe(row["source_url"]), row["alt_text"], **read_size(row["details"]))
            for row in files
        },
        {row["id"]: visit.url(row["path"]) for row in items},
        shared.classes,
        shared.variables,
    )


def _read_shared(connection: Connection, data: str) -> Shared:
    classes, variables = (read_shared(connection, sort) for sort in (CLASSES, VARIABLES))
    return choose_shared(data, dict(list_entries(classes.items, classes.ranking)), variables.items)


def _read(connection: Connection, query: Any, ids: Collection[int], now: str) -> Iterable[RowMapping]:
    wanted = sorted(ids)
    for start in range(0, len(wanted), READ_AT_ONCE):
        given = {"ids": wanted[start : start + READ_AT_ONCE], "now": now}
        yield from connection.execute(query, given).mappings()
