"""Elementor documents of the built-in site: parts of their items, kept byte for byte."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection, select

from sitehand.errors import Code, Problem
from sitehand.guard.call import in_call
from sitehand.hosts.builtin.changes import Rules
from sitehand.hosts.builtin.elementor import BuiltinElementor
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.tables import item_elementor
from sitehand.site.changes import ObjectChange
from sitehand.site.content import PageFields, PostFields
from sitehand.site.elementor import Edit, ElementorDocument, ElementorQuery
from sitehand.site.host import Host
from sitehand.site.kinds import KINDS
from sitehand.store.capture import read_changes
from sitehand.store.database import Database
from sitehand.store.journal import read_changed
from sitehand.store.objects import read_revision
from sitehand.store.reading import list_rows
from sitehand.store.tables import changes, texts
from sitehand.store.undo import Undo
from tests.unit.elementor.documents import MIXED

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
SITE_URL = "https://hill.example"
LATER = MIXED.replace("Hello", "Hello again")


def write(data: str, **fields: str) -> Edit:
    """An edit that stores this text."""
    return lambda document: replace(document, data=data, **fields)


@pytest.fixture
def host(database: Database) -> Host:
    """An empty site."""
    return build_host(database, SITE_URL, lambda: NOW)


async def read_last(database: Database) -> tuple[int, list[ObjectChange]]:
    """The newest entry of the journal, and what became of which object."""

    def work(connection: Connection) -> tuple[int, list[ObjectChange]]:
        entry = connection.execute(select(changes.c.id).order_by(changes.c.id.desc()).limit(1)).scalar_one()
        return entry, read_changed(connection, entry)

    return await database.read(work)


async def undo(host: Host, database: Database, change_id: int) -> None:
    """Take a change back."""
    async with host.transactions.open() as transaction:
        with in_call(transaction=transaction):
            await Undo(database, host.transactions, KINDS).undo([change_id], NOW)
        await transaction.commit(lambda connection, objects: None)


async def test_a_document_belongs_to_its_item(host: Host, database: Database) -> None:
    """One change, one revision, byte for byte; the item's other fields stay."""
    assert host.elementor
    page = await host.pages.create(PageFields(title="Home", status="publish"), "key:1")
    item = await host.elementor.edit(page["id"], write(MIXED, page_settings='{"hide_title":"yes"}'), "key:1")
    held = await host.elementor.read(page["id"])
    assert held.document == ElementorDocument(MIXED, "builder", "wp-page", '{"hide_title":"yes"}')
    assert held.item["revision"] == item["revision"] == (await host.pages.get(page["id"], "view"))["revision"]
    assert (item["revision"] != page["revision"], item["visible"]) == (True, "yes")
    _, (change,) = await read_last(database)
    assert (change.kind, change.object, change.label) == ("page", str(page["id"]), "Home")
    assert change.before == dict.fromkeys(change.after or {}, "")
    assert (change.after or {}).keys() == {
        *("elementor_data", "elementor_edit_mode", "elementor_template_type", "elementor_page_settings")
    }
    assert (change.revision_before, change.revision_after) == (page["revision"], item["revision"])


async def test_the_revision_is_that_of_all_that_is_stored(host: Host, database: Database) -> None:
    """It returns with the text, and a change of the title keeps the document."""
    assert host.elementor
    post = await host.posts.create(PostFields(title="News"), "key:1")
    first = await host.elementor.edit(post["id"], write(MIXED), "key:1")
    second = await host.elementor.edit(post["id"], write(LATER), "key:1")
    again = await host.elementor.edit(post["id"], write(MIXED), "key:1")
    assert first["revision"] == again["revision"] != second["revision"]
    retitled = await host.posts.update(post["id"], PostFields(title="Other"), "key:1")
    held = await host.elementor.read(post["id"])
    assert (held.document.data, held.document.template_type) == (MIXED, "wp-post")
    token = await database.transact(lambda connection: read_revision(connection, "post", str(post["id"])))
    assert held.item["revision"] == retitled["revision"] == token


async def test_an_undo_puts_the_document_back_with_its_item(host: Host, database: Database) -> None:
    """After an edit, and after the item was deleted for good; the first document is gone after its own undo."""
    assert host.elementor
    page = await host.pages.create(PageFields(title="Home"), "key:1")
    first = await host.elementor.edit(page["id"], write(MIXED), "key:1")
    made, _ = await read_last(database)
    await host.elementor.edit(page["id"], write(LATER), "key:1")
    edited, (change,) = await read_last(database)
    assert (change.before, change.after) == ({"elementor_data": MIXED}, {"elementor_data": LATER})
    await undo(host, database, edited)
    assert (await host.elementor.read(page["id"])).item["revision"] == first["revision"]
    await host.pages.delete(page["id"], "key:1")
    deleted, (gone,) = await read_last(database)
    assert (gone.before or {})["elementor_data"] == MIXED
    await undo(host, database, deleted)
    held = await host.elementor.read(page["id"])
    assert (held.document.data, held.item["revision"]) == (MIXED, first["revision"])
    await undo(host, database, made)
    held = await host.elementor.read(page["id"])
    assert (held.document, held.item["revision"]) == (ElementorDocument(), page["revision"])
    assert await database.read(list_rows(select(item_elementor))) == []


async def test_a_text_is_kept_once(host: Host, database: Database) -> None:
    """In journal and revisions together."""
    assert host.elementor
    page = await host.pages.create(PageFields(title="Home"), "key:1")
    for text in (MIXED, LATER, MIXED):
        await host.elementor.edit(page["id"], write(text), "key:1")
    assert len(await database.read(list_rows(select(texts)))) == 2


async def test_what_changes_nothing_is_not_stored(host: Host, database: Database) -> None:
    """Neither journaled nor revised."""
    assert host.elementor
    page = await host.pages.create(PageFields(title="Home"), "key:1")
    await host.elementor.edit(page["id"], write(MIXED), "key:1")
    before = await read_last(database)
    await host.elementor.edit(page["id"], write(MIXED), "key:1")
    assert await read_last(database) == before


async def test_items_with_a_document_are_listed(host: Host) -> None:
    """Of every type, without the trash; by a part of the title, a page of the list at a time."""
    assert host.elementor
    page = await host.pages.create(PageFields(title="Home 100%", status="publish"), "key:1")
    post = await host.posts.create(PostFields(title="News"), "key:1")
    gone = await host.pages.create(PageFields(title="Gone"), "key:1")
    await host.pages.create(PageFields(title="Plain"), "key:1")
    for item in (page, post, gone):
        await host.elementor.edit(item["id"], write(MIXED), "key:1")
    await host.pages.trash(gone["id"], "key:1")
    found = await host.elementor.find(ElementorQuery())
    assert ([(each["id"], each["type"]) for each in found.items], found.total) == (
        [(post["id"], "post"), (page["id"], "page")],
        2,
    )
    assert found.items[1]["link"] == f"{SITE_URL}/home-100/"
    assert [each["id"] for each in (await host.elementor.find(ElementorQuery(search="100%"))).items] == [page["id"]]
    assert (await host.elementor.find(ElementorQuery(search="%"))).total == 1
    assert (await host.elementor.find(ElementorQuery(status=["any"]))).total == 3
    second = await host.elementor.find(ElementorQuery(per_page=1, page=2))
    assert ([each["id"] for each in second.items], second.total) == ([page["id"]], 2)


async def test_what_cannot_be_edited_is_refused(host: Host, database: Database) -> None:
    """No item, one in the trash, and a text past the bound, unless it was longer before."""
    assert host.elementor
    for missing in (404, 2**70):
        with pytest.raises(Problem) as refusal:
            await host.elementor.edit(missing, write(MIXED), "key:1")
        assert refusal.value.code is Code.NOT_FOUND
    page = await host.pages.create(PageFields(title="Home"), "key:1")
    await host.elementor.edit(page["id"], write(LATER), "key:1")
    bounded = BuiltinElementor(database, SITE_URL, lambda: NOW, Rules(max_text_bytes=len(MIXED) - 1))
    with pytest.raises(Problem, match="too long"):
        await bounded.edit(page["id"], write(LATER + " "), "key:1")
    await bounded.edit(page["id"], write(MIXED), "key:1")
    await host.pages.trash(page["id"], "key:1")
    with pytest.raises(Problem, match="trash"):
        await host.elementor.edit(page["id"], write(LATER), "key:1")


async def test_a_change_of_the_row_by_anybody_is_noted(database: Database, host: Host) -> None:
    """As a change of the item, with its revisions."""
    assert host.elementor
    page = await host.pages.create(PageFields(title="Home"), "key:1")
    await host.elementor.edit(page["id"], write(MIXED), "key:1")

    def work(connection: Connection) -> list[ObjectChange]:
        connection.execute(item_elementor.delete())
        return read_changes(connection)

    (change,) = await database.transact(work)
    assert (change.before or {})["elementor_data"] == MIXED
    assert change.revision_after == page["revision"] != change.revision_before
