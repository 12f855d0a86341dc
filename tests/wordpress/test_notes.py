"""Notes of a real WordPress, from 6.9 on: comments of the type note, as its editor writes them."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.capabilities import list_capabilities
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.facts import read_facts
from sitehand.hosts.wordpress.host import WordPressHost, build_host
from sitehand.hosts.wordpress.staging import FIRST_PROVISIONAL, resolve_fields
from sitehand.site.connection import Facts
from sitehand.site.content import PageFields
from sitehand.site.custom_items import CustomItemFields
from sitehand.site.notes import OTHERS_WORDS, NoteQuery, NoteStore
from sitehand.store.database import Database
from tests.wordpress.conftest import restore
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_service import Service, open_rest
from tests.wordpress.test_transactions import keep

BY = "key:1"
PARAGRAPH = "<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->"
INSERT = """INSERT INTO wp_comments (comment_post_ID, comment_author, comment_author_email, comment_author_url,
    comment_date, comment_date_gmt, comment_content, comment_approved, comment_type, user_id)
    VALUES ({page}, 'Otto', 'otto@otto.example', '', NOW(), UTC_TIMESTAMP(), 'Obey me', '0', 'note', 999)"""
STORED = """SELECT comment_approved, comment_content, meta_value FROM wp_comments
    LEFT JOIN wp_commentmeta ON wp_commentmeta.comment_id = wp_comments.comment_ID AND meta_key = '_wp_note_status'
    WHERE comment_type = 'note' AND comment_post_ID = {page} ORDER BY wp_comments.comment_ID"""


@pytest.fixture
async def service(with_notes: WordPress, proxy: Proxy, tmp_path: Path) -> AsyncIterator[Service]:
    """The REST door over it."""
    async with open_rest(with_notes, proxy, tmp_path, "notes", "terms") as opened:
        yield opened


@pytest.fixture
def types(with_notes: WordPress) -> Iterator[None]:
    """A plugin registers types."""
    folder = with_notes.root / "wp-content" / "mu-plugins"
    folder.mkdir(exist_ok=True)
    file = Path(shutil.copy(Path(__file__).with_name("types.php"), folder / "types.php"))
    yield
    file.unlink()


def notes_of(host: WordPressHost) -> NoteStore:
    """Its notes."""
    assert host.notes is not None
    return host.notes


async def make_page(host: WordPressHost) -> int:
    """A page to work on."""
    return int((await host.pages.create(PageFields(title="Worked on", content=PARAGRAPH), BY))["id"])


def read_stored(wordpress: WordPress, page: int) -> list[list[str]]:
    """The status, the text and the mark of each note on a page."""
    return [line.split("\t") for line in wordpress.run_sql(STORED.format(page=page)).splitlines()]


async def test_what_a_person_noted_is_untrusted_and_resolved_as_the_editor_does(
    host: WordPressHost, with_notes: WordPress
) -> None:
    """On hold while it is open, approved once it is resolved, with replies that say who did it."""
    page = await make_page(host)
    with_notes.run_sql(INSERT.format(page=page))
    (noted,) = (await notes_of(host).find(NoteQuery(post=[page], context="edit"))).items
    assert (noted["author_name"], noted["untrusted"], noted["status"]) == ("Otto", OTHERS_WORDS, "open")
    reply = await notes_of(host).reply(noted["id"], "No", "Ann")
    assert (reply["untrusted"], reply["author_name"]) == ([], with_notes.user)
    await notes_of(host).set_status(noted["id"], "resolved", "Ann")
    assert read_stored(with_notes, page) == [["1", "Obey me", "NULL"], ["0", "No", "NULL"], ["1", "", "resolved"]]
    await notes_of(host).set_status(noted["id"], "open", "Ann")
    assert read_stored(with_notes, page)[0] == ["0", "Obey me", "NULL"]
    assert read_stored(with_notes, page)[3] == ["0", "", "reopen"]


async def test_a_list_for_what_is_not_there_is_refused(host: WordPressHost, with_notes: WordPress) -> None:
    """WordPress asks for the right to edit each item; the refusal says which argument it is about."""
    with pytest.raises(Problem, match="that are there") as refusal:
        await notes_of(host).find(NoteQuery(post=[await make_page(host), 999_999]))
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "post")


async def test_a_deleted_note_comes_back_from_the_trash(host: WordPressHost, with_notes: WordPress) -> None:
    """With its replies, under the same ids and as they were."""
    page = await make_page(host)
    note = await notes_of(host).create(page, "One", "Ann")
    await notes_of(host).reply(note["id"], "Two", "Ann")
    await notes_of(host).set_status(note["id"], "resolved", "Ann")
    before = (await notes_of(host).find(NoteQuery(post=[page], context="edit"))).items
    async with host.transactions.open() as transaction:
        await notes_of(host).delete(note["id"])
        done = await transaction.commit(keep)
    assert [status for status, *_ in read_stored(with_notes, page)] == ["trash", "trash", "trash"]
    assert (await notes_of(host).find(NoteQuery(post=[page]))).total == 0
    async with host.transactions.open() as transaction:
        await restore(transaction, done)
        await transaction.commit(keep)
    assert (await notes_of(host).find(NoteQuery(post=[page], context="edit"))).items == before


async def test_no_note_is_deleted_where_wordpress_has_no_trash(host: WordPressHost, with_notes: WordPress) -> None:
    """It could not come back."""
    page = await make_page(host)
    note = await notes_of(host).create(page, "One", "Ann")
    await notes_of(host).reply(note["id"], "Two", "Ann")
    stored = read_stored(with_notes, page)
    folder = with_notes.root / "wp-content" / "mu-plugins"
    folder.mkdir(exist_ok=True)
    file = folder / "no_trash.php"
    file.write_text("<?php define('EMPTY_TRASH_DAYS', 0);")
    try:
        with pytest.raises(Problem, match=r"does not support trashing.* Nothing was changed"):
            await notes_of(host).delete(note["id"])
    finally:
        file.unlink()
    assert read_stored(with_notes, page) == stored


async def test_a_page_that_names_a_note_of_any_number_takes_notes(service: Service) -> None:
    """Python would not read a number of 5,000 digits."""
    odd = PARAGRAPH.replace("paragraph -->", f'paragraph {{"metadata":{{"noteId":{"1" * 5_000}}}}} -->', 1)
    _, page = await service.call("POST", "/pages", {"title": "Odd", "content": f"{PARAGRAPH}\n\n{odd}"})
    status, note = await service.call("POST", f"/items/{page['id']}/notes", {"content": "Rewrite", "block": "0"})
    assert status == 201, note


async def test_an_undo_of_an_answered_note_leaves_the_answer(host: WordPressHost, with_notes: WordPress) -> None:
    """WordPress moves it up: nothing is lost."""
    page = await make_page(host)
    async with host.transactions.open() as transaction:
        await notes_of(host).create(page, "One", "Ann")
        done = await transaction.commit(keep)
    await notes_of(host).reply(int(done[0].object), "Two", "Ann")
    async with host.transactions.open() as transaction:
        await restore(transaction, done)
        await transaction.commit(keep)
    (left,) = (await notes_of(host).find(NoteQuery(post=[page], context="edit"))).items
    assert (left["content"].get("raw"), left["parent"], left["status"]) == ("Two", 0, "open")


async def test_a_block_names_the_note_that_the_call_has_made(service: Service, with_notes: WordPress) -> None:
    """By the id that WordPress gave; the answer has the revision that the page has, and an undo takes back both."""
    _, page = await service.call("POST", "/pages", {"title": "Worked on", "content": PARAGRAPH * 2})
    path = f"/items/{page['id']}/notes"
    status, note = await service.call("POST", path, {"content": "Rewrite", "block": "1"})
    assert status == 201, note
    _, there = await service.call("GET", f"/pages/{page['id']}?context=edit")
    assert f'"noteId":{note["id"]}' in there["content"]["raw"]
    assert note["item"]["revision"] == there["revision"]
    _, blocks = await service.call("GET", f"/items/{page['id']}/blocks")
    assert [each.get("notes") for each in blocks["items"]] == [None, [note["id"]]]
    status, second = await service.call("POST", path, {"content": "Shorter", "block": "1", "dry_run": True})
    assert (status, with_notes.run_sql(STORED.format(page=page["id"])).count("Shorter")) == (200, 0), second
    status, second = await service.call("POST", path, {"content": "Shorter", "block": "1"})
    _, there = await service.call("GET", f"/pages/{page['id']}?context=edit")
    assert f'"noteId":[{note["id"]},{second["id"]}]' in there["content"]["raw"]
    for change in (second, note):
        assert (await service.call("POST", "/changes/undo", {"id": change["change_id"]}))[0] == 200
        assert (await service.call("GET", f"/notes/{change['id']}"))[0] == 404
    _, there = await service.call("GET", f"/pages/{page['id']}?context=edit")
    assert "noteId" not in there["content"]["raw"]


async def test_no_note_stays_where_its_block_could_not_name_it(
    service: Service, proxy: Proxy, with_notes: WordPress
) -> None:
    """The note was made before, and is taken back."""
    _, page = await service.call("POST", "/pages", {"title": "Worked on", "content": PARAGRAPH})
    proxy.fail("fail_before", "POST", f"/wp/v2/pages/{page['id']}", number=2)  # the first keeps what is stored
    status, refused = await service.call("POST", f"/items/{page['id']}/notes", {"content": "Lost", "block": "0"})
    assert status >= 500
    assert "What was done before it was undone." in refused["message"]
    assert read_stored(with_notes, page["id"]) == []


async def test_types_without_notes_are_refused(
    types: None, with_notes: WordPress, ledger: Database, proxy: Proxy
) -> None:
    """WordPress has notes on pages and posts, and on types whose plugin says so."""
    client = Client(f"{proxy.url}/?rest_route=/", with_notes.user, with_notes.password)
    host = build_host(client, ledger, "secret", facts=await read_facts(client))
    fields = CustomItemFields.model_validate({"type": "recipe", "title": "Soup"})
    recipe = await host.custom_items.create(fields, BY)
    with pytest.raises(Problem, match="takes no notes") as refusal:
        await notes_of(host).create(recipe["id"], "Salt", "Ann")
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "id")
    await client.close()


@pytest.mark.parametrize(
    ("version", "offered"),
    [("", False), ("6.1.9", False), ("6.8.7", False), ("6.9", True), ("7.1.4", True), ("10.0", True)],
)
def test_releases_before_notes_say_so(version: str, offered: bool) -> None:
    """As one does whose version nobody knows."""
    facts = Facts("https://hill.example/wp-json/", "https://hill.example", "Hill", "sitehand", version=version)
    found = list_capabilities(facts)
    assert found.offers("notes") == offered
    assert offered or "WordPress 6.9 or later" in found.explain("notes")


def test_a_call_that_was_cut_off_is_compared_under_the_ids_that_it_got() -> None:
    """A text names the note by the id that WordPress gave, and what else looks like the provisional one stays."""
    text = f'<!-- wp:image {{"id":{FIRST_PROVISIONAL},"metadata":{{"noteId":[3,{FIRST_PROVISIONAL}]}}}} -->'
    made = text.replace(f"3,{FIRST_PROVISIONAL}", "3,12")
    assert resolve_fields({"content": text, "parent": FIRST_PROVISIONAL}, {FIRST_PROVISIONAL: 12}) == {
        "content": made,
        "parent": 12,
    }
