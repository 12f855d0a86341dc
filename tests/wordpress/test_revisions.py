"""The revision that is made before a text changes: what comes of it where requests fail, or where none is kept."""

import asyncio
from collections.abc import Iterator

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.baseline import find_newest
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.resources import EDIT
from sitehand.site.content import PageFields
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress

BY = "key:1"
TEXT = '<!-- wp:x {"a":1.0} -->x<!-- /wp:x -->'
KEEP_NONE = "<?php add_filter('wp_revisions_to_keep', '__return_zero');"


@pytest.fixture
def no_revisions(wordpress: WordPress) -> Iterator[None]:
    """A plugin that switches revisions off."""
    folder = wordpress.root / "wp-content" / "mu-plugins"
    folder.mkdir(exist_ok=True)
    file = folder / "no-revisions.php"
    file.write_text(KEEP_NONE)
    yield
    file.unlink()


@pytest.mark.usefixtures("no_revisions")
async def test_without_revisions_blocks_are_compared(host: WordPressHost) -> None:
    """The answer says so; texts without blocks are shown as they are stored."""
    made = await host.pages.create(PageFields(title="None", content=TEXT), BY)
    changed = await host.pages.update(made["id"], PageFields(content=f"{TEXT}y"), BY)
    assert [notice["code"] for notice in changed["notices"]] == ["no_revisions"]
    assert "notices" not in await host.pages.update(made["id"], PageFields(content="y"), BY)


async def test_an_answer_that_is_lost_is_looked_for(host: WordPressHost, proxy: Proxy) -> None:
    """The revision was made: the change goes on."""
    made = await host.pages.create(PageFields(title="Lost", content=TEXT), BY)
    proxy.sent.clear()
    proxy.fail("cut_after", "POST", f"/wp/v2/pages/{made['id']}")
    changed = await host.pages.update(made["id"], PageFields(content="y"), BY)
    assert ([sent.body for sent in proxy.writes], "notices" in changed) == ([b"{}", b'{"content":"y"}'], False)


async def test_what_cannot_be_kept_is_not_changed(host: WordPressHost, proxy: Proxy) -> None:
    """The revision was not made: nothing else is sent, and the item is free for the next call."""
    made = await host.pages.create(PageFields(title="Lost", content=TEXT), BY)
    proxy.fail("cut_before", "POST", f"/wp/v2/pages/{made['id']}")
    with pytest.raises(Problem) as refusal:
        await host.pages.update(made["id"], PageFields(content="y"), BY)
    assert refusal.value.code is Code.HOST_UNAVAILABLE
    assert await host.pages.get(made["id"], "view") == made
    assert (await host.pages.update(made["id"], PageFields(content="z"), BY))["content"]["rendered"] == "<p>z</p>\n"


async def test_texts_without_blocks_cost_no_request_more(host: WordPressHost, proxy: Proxy) -> None:
    """They are shown as they are stored: no revision is read while nobody else makes one."""
    made = await host.pages.create(PageFields(title="Plain", content="<p>x</p>"), BY)
    await host.pages.update(made["id"], PageFields(content="<p>first</p>"), BY)
    await host.pages.update(made["id"], PageFields(content="<p>y</p>", title="Plainer"), BY)
    assert [sent.path for sent in proxy.sent if "revisions" in sent.path] == []


async def test_a_lost_race_of_a_title_is_reported(host: WordPressHost, proxy: Proxy) -> None:
    """The numbers of the revisions leave room for one of somebody else, whose text is named by its number."""
    made = await host.pages.create(PageFields(title="Base"), BY)
    path = f"/wp/v2/pages/{made['id']}"
    fault = proxy.fail("hold", "POST", path)
    ours = asyncio.create_task(host.pages.update(made["id"], PageFields(title="Ours"), BY))
    await fault.reached.wait()
    theirs = (await host.transactions.client.write("POST", path, {"title": "Theirs"}, EDIT)).value
    fault.go_on.set()
    (told,) = (await ours)["notices"]
    assert told["code"] == "changed_meanwhile"
    assert f"revision {find_newest(theirs)} in WordPress" in told["message"]


async def test_a_revision_is_read_once(host: WordPressHost, proxy: Proxy) -> None:
    """What a write has left is known to the next one; after a change by somebody else it is read again."""
    made = await host.pages.create(PageFields(title="Blocks", content=TEXT), BY)
    path = f"/wp/v2/pages/{made['id']}"
    await host.pages.update(made["id"], PageFields(content=f"{TEXT}1"), BY)
    read = []
    for text in ("2", "3", "4"):
        proxy.sent.clear()
        await host.pages.update(made["id"], PageFields(content=f"{TEXT}{text}"), BY)
        read.append(len([sent for sent in proxy.sent if sent.path.startswith(f"{path}/revisions/")]))
        if text == "3":
            await host.transactions.client.write("POST", path, {"title": "Theirs"})
    assert read == [0, 0, 1]


async def test_a_revision_that_names_another_text_by_now_is_not_used(
    host: WordPressHost, proxy: Proxy, wordpress: WordPress
) -> None:
    """A tool changed item and revision in the database: a new revision is asked for, and read, before the change."""
    made = await host.pages.create(PageFields(title="Blocks", content=TEXT), BY)
    await host.pages.update(made["id"], PageFields(content=f"{TEXT}1"), BY)
    whole = f"ID = {made['id']} OR post_parent = {made['id']}"
    wordpress.run_sql(f"UPDATE wp_posts SET post_content = REPLACE(post_content, 'wp:x', 'wp:y') WHERE {whole}")
    proxy.sent.clear()
    changed = await host.pages.update(made["id"], PageFields(content=f"{TEXT}2"), BY)
    assert changed["content"]["rendered"].strip().endswith("2")
    assert proxy.writes[0].body == b"{}"
    assert [sent.path.rpartition("/")[0] for sent in proxy.sent if "revisions/" in sent.path]


async def test_an_autosave_is_read_each_time(host: WordPressHost, proxy: Proxy) -> None:
    """WordPress writes over it under the number that it has."""
    made = await host.pages.create(PageFields(title="Blocks", content="x", status="publish"), BY)
    await host.pages.update(made["id"], PageFields(content="<p>1</p>"), BY)
    path = f"/wp/v2/pages/{made['id']}"
    saved = (await host.transactions.client.write("POST", f"{path}/autosaves", {"content": "<p>1</p>"})).value
    resource = host.transactions.settling.resources["page"]
    assert isinstance(resource, Items)
    item = {"id": made["id"], "_links": {"predecessor-version": [{"id": saved["id"]}]}}
    # The first reading finds out whether this release tells single fields of a revision.
    await resource.baseline.read_stored(item)
    proxy.sent.clear()
    assert [await resource.baseline.recall_stored(item) for _ in range(2)] == ["<p>1</p>"] * 2
    assert [sent.path for sent in proxy.sent] == [f"{path}/revisions/{saved['id']}"] * 2
