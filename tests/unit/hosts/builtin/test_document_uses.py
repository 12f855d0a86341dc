"""What Elementor documents name is looked up, whoever has written them, and however much they name."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from sitehand.elementor.uses import EVERY, MAX_LISTED, find_names, list_content_names, list_names
from sitehand.hosts.builtin.document_uses import FIND, find_uses
from sitehand.hosts.builtin.schema import SITE
from sitehand.store.database import Database
from sitehand.store.migration import upgrade
from tests.databases import migrate
from tests.old_database import open_old_database

NAMING = (
    '[{"a":"g-1a2b3c4","b":"e-gv-5d6e7f8","c":"var( --brand )","template_id":"7","d":"[elementor-template id=\\"8\\"]",'
    '"component_id":{"$$type":"number","value":9},"popup_action_popup_id":"10",'
    '"link":"[elementor-tag id=\\"1\\" name=\\"popup\\" settings=\\"%7B%22popup%22%3A%2211%22%7D\\"]"},'
    '{"templateID":12}]'
)
SHOWN = [f"template {each}" for each in (7, 12, 10, 11, 8)]
NAMES = ["g-1a2b3c4", "e-gv-5d6e7f8", "brand", "e-component 9", *SHOWN]
CONTENT = '<p>[elementor-template id="7"] [elementor-template id=13 x="1"] template_id: "14"</p>'
MANY = json.dumps([f"g-{number}" for number in range(MAX_LISTED + 1)])
ITEM = """INSERT INTO items (id, type, title, title_rendered, slug, path, content, content_rendered, excerpt,
        excerpt_rendered, status, author, date, modified, revision)
    VALUES (1, 'page', 'Page', 'Page', 'p', '/p/', :data, '', '', '', 'draft', 9, '2026-03-01T10:00:00Z',
        '2026-03-01T10:00:00Z', '000000000000')"""
AUTHOR = "INSERT INTO authors (id, name, slug) VALUES (9, 'A', 'a')"
DOCUMENT = """INSERT INTO item_elementor (item_id, elementor_data, elementor_edit_mode, elementor_template_type,
        elementor_version, elementor_page_settings, digest) VALUES (1, :data, 'builder', 'wp-page', '', '', 'x')"""
TEMPLATE = "INSERT INTO elementor_templates (id, title, type, content) VALUES (2, 'Template', 'page', :data)"
COMPONENT = "INSERT INTO elementor_components (id, title, content) VALUES (3, 'Component', :data)"
STORED = "SELECT kind, document_id, name FROM document_names ORDER BY 1, 2, 3"


def write(
    connection: Connection, data: str, template: str = "[]", component: str = "[]", content: str = "None"
) -> None:
    """A page, a template and a component with these texts."""
    for statement, given in (
        (AUTHOR, ""),
        (ITEM, content),
        (DOCUMENT, data),
        (TEMPLATE, template),
        (COMPONENT, component),
    ):
        connection.execute(text(statement), {"data": given} if given else {})


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """An empty site."""
    opened = Database(tmp_path, SITE)
    await migrate(opened)
    yield opened
    await opened.close()


def test_each_name_is_found_once() -> None:
    """Whatever it is the name of; of a document with very many, one word stands for all."""
    assert find_names(NAMING + NAMING) == list_names(NAMING) == NAMES
    assert list_names(MANY) == [EVERY] and len(find_names(MANY)) == MAX_LISTED + 1


async def test_names_follow_every_document(database: Database) -> None:
    """A page, a template and a component, when they are written, changed and removed, and with more names than are
    listed."""

    def work(connection: Connection) -> list[list[Any]]:
        def find(*names: str) -> list[Any]:
            return [(name, item["id"], item.get("type")) for name, item in find_uses(connection, names)]

        write(connection, NAMING, MANY, NAMING)
        found = [find("template 7", "g-1000"), find("none")]
        connection.execute(text("UPDATE item_elementor SET elementor_data = '[]'"))
        connection.execute(text("DELETE FROM elementor_components"))
        return [*found, find("template 7", "g-1000"), [*connection.execute(text(STORED)).scalars()]]

    first, none, later, kept = await database.transact(work)
    in_template = ("g-1000", 2, "elementor_template")
    assert first == [("template 7", 1, None), in_template, ("template 7", 3, "elementor_component")]
    assert (none, later, kept) == ([], [in_template], ["elementor_template"])


async def test_names_follow_content(database: Database) -> None:
    """Templates that a text shows by shortcodes, when it is written, changed and removed, and very many of them too."""
    many = " ".join(f"[elementor-template id={number}]" for number in range(MAX_LISTED + 1))

    def work(connection: Connection) -> list[list[Any]]:
        def find() -> list[Any]:
            return [(name, item["id"]) for name, item in find_uses(connection, ["template 7", "template 14"])]

        write(connection, "[]", content=CONTENT)
        found = [find()]
        for content in ("<p>None</p>", many, "<p>None</p>", CONTENT):
            connection.execute(text("UPDATE items SET content = :content"), {"content": content})
            found.append(find())
        connection.execute(text("DELETE FROM items"))
        return [*found, [*connection.execute(text(STORED))]]

    shown = [("template 7", 1)]
    assert await database.transact(work) == [shown, [], [("template 14", 1), *shown], [], shown, []]


async def test_uses_are_found_without_reading_documents(database: Database) -> None:
    """The index leads to them."""

    def plan(connection: Connection) -> list[str]:
        given = {"names": '["g-1"]'}
        return [
            row.detail
            for query in FIND.values()
            for row in connection.execute(text(f"EXPLAIN QUERY PLAN {query.text}"), given)
            if "document_names" in row.detail or "named" in row.detail
        ]

    steps = await database.read(plan)
    assert len(steps) == 2 * len(FIND)
    assert all("ix_document_names_name" in each or "PRIMARY KEY" in each for each in steps), steps


async def test_names_in_an_older_site_are_listed_at_its_start(tmp_path: Path) -> None:
    """The migration finds what a write would have found."""
    path = tmp_path / "sitehand.db"
    with open_old_database(path, "0050") as connection:
        write(connection, NAMING, MANY, NAMING[:40], CONTENT)
    upgrade(path, SITE)
    database = Database(tmp_path, SITE)
    found = [tuple(row) for row in database.look_up(STORED)]
    await database.close()
    content = [("content", 1, name) for name in list_content_names(CONTENT)]
    names = {("item", 1): NAMING, ("elementor_template", 2): MANY, ("elementor_component", 3): NAMING[:40]}
    assert found == sorted(
        content + [(*document, name) for document, data in names.items() for name in list_names(data)]
    )
