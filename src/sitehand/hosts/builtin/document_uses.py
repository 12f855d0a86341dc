"""Where the built-in site names a class, a variable, a component or a template: looked up.

Elementor documents name any of them, content names templates by shortcodes.
"""

import json
from collections.abc import Collection, Iterator

from sqlalchemy import Connection, text

from sitehand.elementor.uses import EVERY, find_content_names, find_names
from sitehand.site.shared_styles import ItemName
from sitehand.store.sqlite.json import values_of

ITEM, CONTENT = ITEMS = "item", "content"
NAMED = {
    ITEM: "items",
    CONTENT: "items",
    "elementor_template": "elementor_templates",
    "elementor_component": "elementor_components",
}
"""The tables with the titles of documents, by the kind that a document, or content, has in `document_names`."""
FIND = {
    kind: text(
        f"""SELECT document_names.name, named.id, named.title FROM document_names
            JOIN {table} AS named ON named.id = document_names.document_id
            WHERE document_names.kind = '{kind}' AND document_names.name IN {values_of("names")}
            ORDER BY named.id, document_names.name"""  # noqa: S608 - names of tables
    )
    for kind, table in NAMED.items()
}
READ = {
    ITEM: text("SELECT elementor_data FROM item_elementor WHERE item_id = :id"),
    CONTENT: text("SELECT content FROM items WHERE id = :id"),
    "elementor_template": text("SELECT content FROM elementor_templates WHERE id = :id"),
    "elementor_component": text("SELECT content FROM elementor_components WHERE id = :id"),
}
"""The text of a document that names too much to be listed."""


def find_uses(connection: Connection, names: Collection[str]) -> Iterator[tuple[str, ItemName]]:
    """The documents that have one of these names, each with the name: of items, those in the trash too, then content,
    templates and components.
    """
    wanted = frozenset(names)
    for kind, query in FIND.items():
        for row in connection.execute(query, {"names": json.dumps([*wanted, EVERY])}).all():
            item = ItemName(id=row.id, title=row.title)
            found = [row.name]
            if row.name == EVERY:
                found = sorted(wanted.intersection(_find_all(connection, kind, row.id)))
            for name in found:
                yield name, item if kind in ITEMS else {**item, "type": kind}


def _find_all(connection: Connection, kind: str, document_id: int) -> list[str]:
    data = connection.execute(READ[kind], {"id": document_id}).scalar_one()
    return find_content_names(data) if kind == CONTENT else find_names(data)
