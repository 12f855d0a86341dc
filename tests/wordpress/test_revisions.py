"""The revision that is made before a text changes: what comes of it where requests fail, or where none is kept."""

from collections.abc import Iterator

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.host import WordPressHost
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
    """They are shown as they are stored."""
    made = await host.pages.create(PageFields(title="Plain", content="<p>x</p>"), BY)
    # The first reading finds out whether this release tells single fields of a revision.
    await host.pages.update(made["id"], PageFields(content="<p>first</p>"), BY)
    proxy.sent.clear()
    await host.pages.update(made["id"], PageFields(content="<p>y</p>", title="Plainer"), BY)
    assert len(proxy.writes) == 1
    assert [sent.path for sent in proxy.sent if "revisions" in sent.path] == [f"/wp/v2/pages/{made['id']}/revisions"]
