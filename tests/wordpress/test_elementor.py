"""Elementor documents of a real WordPress, with a plugin of ours that registers for REST what Elementor does."""

import json
import secrets
import shutil
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.capabilities import list_capabilities
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.facts import read_facts
from sitehand.hosts.wordpress.host import WordPressHost, build_host
from sitehand.site.content import PageFields, PageQuery, PostFields
from sitehand.site.elementor import Edit, ElementorQuery, ElementorStore
from sitehand.site.revisions import RestoredFields
from sitehand.store.database import Database
from tests.unit.elementor.documents import MIXED
from tests.wordpress.conftest import restore
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_service import Service, open_rest

ODD = (
    '[{"id":"aaaaaa1","elType":"container","settings":{"a":1.0,"b":1e3,"c":{},"d":[],"t":"\\u00e9 é \\/ 🎉"},'
    '"elements":[{"id":"aaaaaa2","elType":"widget","widgetType":"html","settings":{"html":"<script>x()</script>"},'
    '"elements":[]}]}]'
)


@pytest.fixture(autouse=True)
def plugin(wordpress: WordPress) -> Iterator[Path]:
    """The plugin, as long as a test of this module runs."""
    folder = wordpress.root / "wp-content" / "mu-plugins"
    folder.mkdir(exist_ok=True)
    file = Path(shutil.copy(Path(__file__).with_name("elementor.php"), folder / "elementor.php"))
    yield file
    file.unlink(missing_ok=True)


@pytest.fixture
def elementor(host: WordPressHost) -> ElementorStore:
    """The documents of the site."""
    assert host.elementor is not None
    return host.elementor


@pytest.fixture
async def author(wordpress: WordPress, proxy: Proxy, ledger: Database) -> AsyncIterator[WordPressHost]:
    """The site as an author, who lacks the right unfiltered_html."""
    admin = Client(f"{proxy.url}/?rest_route=/", wordpress.user, wordpress.password)
    name = f"author{secrets.token_hex(4)}"
    body = {"username": name, "email": f"{name}@example.org", "password": secrets.token_hex(8), "roles": ["author"]}
    user = (await admin.write("POST", "/wp/v2/users", body)).value["id"]
    made = await admin.write("POST", f"/wp/v2/users/{user}/application-passwords", {"name": "Tests"})
    await admin.close()
    client = Client(f"{proxy.url}/?rest_route=/", name, made.value["password"])
    yield build_host(client, ledger, "secret")
    await client.close()


def write(data: str, **fields: str) -> Edit:
    """An edit that stores this text."""
    return lambda document: replace(document, data=data, **fields)


def read_meta(wordpress: WordPress, item: int, name: str) -> str:
    """A custom field as the database has it."""
    query = f"SELECT meta_value FROM wp_postmeta WHERE post_id = {item} AND meta_key = '{name}'"
    return wordpress.run_sql(query).removesuffix("\n")


async def test_a_document_is_stored_byte_for_byte(
    host: WordPressHost, elementor: ElementorStore, wordpress: WordPress
) -> None:
    """With its mode and type; the page has a new revision, and its other fields stay."""
    page = await host.pages.create(PageFields(title="Built", content="<p>x</p>", status="publish"), "key:1")
    item = await elementor.edit(page["id"], write(ODD), "key:1")
    assert read_meta(wordpress, page["id"], "_elementor_data") == ODD
    assert read_meta(wordpress, page["id"], "_elementor_template_type") == "wp-page"
    held = await elementor.read(page["id"])
    assert (held.document.data, held.document.edit_mode) == (ODD, "builder")
    now = await host.pages.get(page["id"], "edit")
    assert now["revision"] == item["revision"] == held.item["revision"] != page["revision"]
    assert (now["content"]["raw"], "visible" in item, "notices" in item) == ("<p>x</p>", False, False)


async def test_a_revision_brings_its_document_back_or_says_that_it_cannot(
    host: WordPressHost, elementor: ElementorStore, wordpress: WordPress
) -> None:
    """It can where Elementor lets WordPress keep documents in revisions, since 6.4. What is not kept there stays."""
    wordpress.run_sql("INSERT INTO wp_options (option_name, option_value) VALUES ('elementor_revised', '1')")
    page = (await host.pages.create(PageFields(title="Built", content="<p>x</p>"), "key:1"))["id"]
    await elementor.edit(page, write(ODD, page_settings='{"hide_title": "yes"}'), "key:1")
    await host.pages.update(page, PageFields(title="Kept"), "key:1")
    await elementor.edit(page, write("[]"), "key:1")
    await host.pages.update(page, PageFields(title="Newer"), "key:1")
    revised = wordpress.release != "6.1"
    for title, keeps in (("Kept", revised), ("Newer", False)):
        found = (await host.revisions.find("page", page, 1, 10)).items
        revision = next(one["id"] for one in reversed(found) if one["title"]["raw"] == title)
        if not keeps:
            wordpress.run_sql(f"DELETE FROM wp_postmeta WHERE post_id = {revision} AND meta_key LIKE '_elementor%'")
        texts = await host.revisions.get_texts("page", page, revision)
        parts = await host.revisions.get_parts("page", page, revision)
        done = await host.store("page").update(page, RestoredFields.model_validate({**texts, **parts}), "key:1")
        codes = [notice["code"] for notice in done.get("notices", ())]
        assert (done["title"]["rendered"], "elementor_not_restored" in codes) == (title, not keeps)
        held = (await elementor.read(page)).document
        assert (held.data, held.page_settings) == (ODD if revised else "[]", '{"hide_title": "yes"}')


async def test_a_write_clears_the_cache_or_says_that_it_cannot(
    elementor: ElementorStore, host: WordPressHost, wordpress: WordPress, author: WordPressHost, proxy: Proxy
) -> None:
    """An administrator clears it; an author is told what visitors may see."""
    page = await host.pages.create(PageFields(title="Cached"), "key:1")
    proxy.sent.clear()
    await elementor.edit(page["id"], write(MIXED), "key:1")
    assert [sent.method for sent in proxy.writes] == ["POST", "DELETE"]
    assert author.elementor
    post = await author.posts.create(PostFields(title="By an author"), "key:1")
    item = await author.elementor.edit(post["id"], write(MIXED.replace("1e1", "10")), "key:1")
    assert (item["visible"], [each["code"] for each in item["notices"]][-1]) == ("cached", "elementor_cached")


async def test_an_author_is_told_of_what_is_filtered(author: WordPressHost, wordpress: WordPress) -> None:
    """What is lost is refused, and undone; the same in other words is kept, with a notice."""
    assert author.elementor
    post = await author.posts.create(PostFields(title="Filtered"), "key:1")
    plain = ODD.replace("<script>x()</script>", "<b>x</b>")
    item = await author.elementor.edit(post["id"], write(plain), "key:1")
    assert "document_rewritten" in [each["code"] for each in item["notices"]]
    before = read_meta(wordpress, post["id"], "_elementor_data")
    with pytest.raises(Problem) as refusal:
        await author.elementor.edit(post["id"], write(ODD), "key:1")
    assert refusal.value.code is Code.VERIFICATION_FAILED
    assert "elementor_data" in refusal.value.message
    assert json.loads(read_meta(wordpress, post["id"], "_elementor_data")) == json.loads(before)


async def test_page_settings_are_merged_by_us(
    host: WordPressHost, elementor: ElementorStore, wordpress: WordPress
) -> None:
    """WordPress replaces the object that is sent."""
    page = await host.pages.create(PageFields(title="Settings"), "key:1")
    await elementor.edit(page["id"], write(MIXED, page_settings='{"hide_title": "yes"}'), "key:1")
    held = await elementor.read(page["id"])
    assert json.loads(held.document.page_settings) == {"hide_title": "yes"}
    assert "hide_title" in read_meta(wordpress, page["id"], "_elementor_page_settings")
    await elementor.edit(page["id"], lambda document: replace(document, page_settings=""), "key:1")
    held = await elementor.read(page["id"])
    assert (held.document.page_settings, held.document.data) == ("", MIXED)


async def test_where_the_fields_are_not_shown_nothing_is_sent(
    host: WordPressHost, elementor: ElementorStore, proxy: Proxy, plugin: Path
) -> None:
    """WordPress would answer 200 and store nothing; the capability is gone at the next look."""
    page = await host.pages.create(PageFields(title="Without"), "key:1")
    client = host.transactions.client
    assert list_capabilities(await read_facts(client)).offers("elementor")
    plugin.unlink()  # noqa: ASYNC240 - a file of the test's own
    proxy.sent.clear()
    for refused in (elementor.read(page["id"]), elementor.edit(page["id"], write(MIXED), "key:1")):
        with pytest.raises(Problem) as refusal:
            await refused
        assert refusal.value.code is Code.NOT_SUPPORTED
    assert proxy.writes == []
    assert not list_capabilities(await read_facts(client)).offers("elementor")


async def test_an_undo_restores_every_byte(
    host: WordPressHost, elementor: ElementorStore, wordpress: WordPress
) -> None:
    """Of the document alone: what else was changed since stays."""
    page = await host.pages.create(PageFields(title="Undone"), "key:1")
    first = await elementor.edit(page["id"], write(ODD), "key:1")
    async with host.transactions.open() as transaction:
        await elementor.edit(page["id"], write(MIXED), "key:1")
        changes = await transaction.objects()
        await transaction.commit(host.transactions.ledger.journal.enter)
    (change,) = changes
    assert (change.before, change.after) == ({"elementor_data": ODD}, {"elementor_data": MIXED})
    await host.pages.update(page["id"], PageFields(title="Retitled"), "key:1")
    async with host.transactions.open() as transaction:
        await restore(transaction, changes)
        await transaction.commit(host.transactions.ledger.journal.enter)
    assert read_meta(wordpress, page["id"], "_elementor_data") == ODD
    assert (await host.pages.get(page["id"], "edit"))["title"]["raw"] == "Retitled"
    assert "visible" not in first


async def test_pages_made_with_elementor_are_listed(host: WordPressHost, elementor: ElementorStore) -> None:
    """Of both types, those changed last first, without the ones that have none."""
    name = secrets.token_hex(4)
    page = await host.pages.create(PageFields(title=f"{name} page"), "key:1")
    post = await host.posts.create(PostFields(title=f"{name} post"), "key:1")
    await host.pages.create(PageFields(title=f"{name} plain"), "key:1")
    for item in (page, post):
        await elementor.edit(item["id"], write(MIXED), "key:1")
    found = await elementor.find(ElementorQuery(search=name))
    assert sorted(each["id"] for each in found.items) == sorted([page["id"], post["id"]])
    assert (found.total, found.total_is) == (2, "exact")


async def test_somebodys_edit_meanwhile_is_a_conflict(
    host: WordPressHost, elementor: ElementorStore, wordpress: WordPress
) -> None:
    """The last look is right before the request."""
    page = await host.pages.create(PageFields(title="Race"), "key:1")
    await elementor.edit(page["id"], write(MIXED), "key:1")
    async with host.transactions.open() as transaction:
        await elementor.edit(page["id"], write(ODD), "key:1")
        await transaction.objects()
        wordpress.run_sql(
            f"UPDATE wp_postmeta SET meta_value = '[]' WHERE post_id = {page['id']} AND meta_key = '_elementor_data'"
        )
        with pytest.raises(Problem) as refusal:
            await transaction.commit(host.transactions.ledger.journal.enter)
    assert refusal.value.code is Code.REVISION_CONFLICT
    assert read_meta(wordpress, page["id"], "_elementor_data") == "[]"


@pytest.fixture
async def service(wordpress: WordPress, proxy: Proxy, tmp_path: Path) -> AsyncIterator[Service]:
    """The REST door over a WordPress with Elementor."""
    async with open_rest(wordpress, proxy, tmp_path, "elementor") as opened:
        yield opened


async def test_elements_are_edited_through_the_service(service: Service, proxy: Proxy, wordpress: WordPress) -> None:
    """Shown first without a request that writes, then done in two, and undone; a page without a document has none."""
    _, page = await service.call("POST", "/pages", {"title": "Built by element"})
    path = f"/items/{page['id']}/elementor"
    status, plain = await service.call("GET", path)
    assert (status, plain["code"]) == (409, "conflict")
    await service.call("PUT", path, {"content": MIXED})
    proxy.sent.clear()
    body = {"settings": {"title": "Other"}}
    _, shown = await service.call("PATCH", f"{path}/elements/aaaaaa3?dry_run=true", body)
    assert (shown["changed"], proxy.writes) == (True, [])
    status, done = await service.call("PATCH", f"{path}/elements/aaaaaa3", body)
    assert (status, done["elements"], "visible" in done) == (200, ["aaaaaa3"], False)
    assert [sent.method for sent in proxy.writes] == ["POST", "DELETE"]
    assert read_meta(wordpress, page["id"], "_elementor_data") == MIXED.replace("Caf\\u00e9 \\/ Bar", "Other")
    stale = {**body, "expected_revision": page["revision"]}
    status, refused = await service.call("PATCH", f"{path}/elements/aaaaaa3", stale)
    assert (status, refused["code"]) == (409, "revision_conflict")
    status, _ = await service.call("POST", "/changes/undo", {"id": done["change_id"]})
    assert (status, read_meta(wordpress, page["id"], "_elementor_data")) == (200, MIXED)


async def test_a_document_becomes_blocks_and_blocks_a_document(
    service: Service, proxy: Proxy, wordpress: WordPress
) -> None:
    """Shown first without a write; the document is off and kept, and one undo brings both back.

    On releases whose blocks are not known it is refused.
    """
    _, page = await service.call("POST", "/pages", {"title": "Both", "content": "<p>Before</p>"})
    item, path = page["id"], f"/items/{page['id']}/elementor/conversion"
    await service.call("PUT", f"/items/{item}/elementor", {"content": MIXED})
    proxy.sent.clear()
    status, shown = await service.call("POST", f"{path}?dry_run=true", {"to": "blocks"})
    if wordpress.release == "6.1":
        assert (status, shown["code"], proxy.writes) == (409, "conflict", [])
        return
    assert (status, shown["report"]["converted"] > 0, proxy.writes) == (200, True, [])
    status, done = await service.call("POST", path, {"to": "blocks"})
    assert (status, done["report"]) == (200, shown["report"]), done
    assert read_meta(wordpress, item, "_elementor_edit_mode") == ""
    assert read_meta(wordpress, item, "_elementor_data") == MIXED
    _, now = await service.call("GET", f"/pages/{item}?context=edit")
    assert "Bar</h2>" in now["content"]["raw"] and now["revision"] == done["revision"]
    status, back = await service.call("POST", path, {"to": "elementor"})
    assert (status, back["report"]["no_counterpart"]) == (200, []), back
    assert read_meta(wordpress, item, "_elementor_edit_mode") == "builder"
    assert read_meta(wordpress, item, "_elementor_data") != MIXED
    for change in (back, done):
        status, undone = await service.call("POST", "/changes/undo", {"id": change["change_id"]})
        assert status == 200, undone
    assert read_meta(wordpress, item, "_elementor_edit_mode") == "builder"
    assert read_meta(wordpress, item, "_elementor_data") == MIXED
    _, now = await service.call("GET", f"/pages/{item}?context=edit")
    assert now["content"]["raw"] == "<p>Before</p>"


async def test_documents_of_a_long_list_are_read_ten_by_ten(
    wordpress: WordPress, proxy: Proxy, ledger: Database
) -> None:
    """They would not fit into one answer; the revisions are those of single reads. A list of ten is one request."""
    client = Client(f"{proxy.url}/?rest_route=/", wordpress.user, wordpress.password)
    host = build_host(client, ledger, "secret", facts=await read_facts(client))
    assert host.elementor
    ids = [(await host.pages.create(PageFields(title=f"Page {number}"), "key:1"))["id"] for number in range(12)]
    for item in ids[:2]:
        await host.elementor.edit(item, write(MIXED), "key:1")
    proxy.sent.clear()
    listed = await host.pages.find(PageQuery(include=ids, per_page=12))
    asked = [sent.query["_fields"][0].split(",") for sent in proxy.sent]
    assert [len(proxy.sent), "meta" in asked[0], asked[1:]] == [3, False, [["id", "meta"]] * 2]
    found = {item["id"]: item["revision"] for item in listed.items}
    assert found == {item: (await host.pages.get(item, "edit"))["revision"] for item in ids}
    proxy.sent.clear()
    shorter = await host.pages.find(PageQuery(include=ids, per_page=10))
    assert ([item["revision"] for item in shorter.items], len(proxy.sent)) == (
        [found[each["id"]] for each in shorter.items],
        1,
    )
    await client.close()
