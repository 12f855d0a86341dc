"""Several writes of one call in one request: in their order, byte for byte, and compensated when a part fails."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.grouping import MAX_BYTES, group_steps
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.hosts.wordpress.sending import Unsettled
from sitehand.site.content import Page, PageFields, PageQuery, PostFields
from sitehand.site.settings import SiteSettingsFields
from sitehand.site.terms import Removal, TermFields
from sitehand.store.database import Database
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_kill import settle_at_once
from tests.wordpress.test_transactions import BY, change_elsewhere, keep, make, open_claims

TEXT = "<!-- wp:paragraph -->\n<p>Back\\slash \\u003c 🎉 &amp; \"quoted\" 'single'</p>\n<!-- /wp:paragraph -->"
Break = Callable[[str], None]


@pytest.fixture
def break_site(wordpress: WordPress) -> Iterator[Break]:
    """Puts PHP of a test into the site, as long as the test runs."""
    file = wordpress.root / "wp-content" / "mu-plugins" / "broken.php"
    file.parent.mkdir(exist_ok=True)
    yield lambda code: void(file.write_text(f"<?php {code}"))
    file.unlink(missing_ok=True)


def void(_: object) -> None:
    """Nothing."""


async def change_both(host: WordPressHost, one: Page, two: Page) -> None:
    """Two titles in one call."""
    async with host.transactions.open() as transaction:
        await host.pages.update(one["id"], PageFields(title="Changed one"), BY)
        await host.pages.update(two["id"], PageFields(title="Changed two"), BY)
        await transaction.commit(keep)


async def read_titles(host: WordPressHost, *pages: Page) -> list[str]:
    """Their titles now."""
    return [(await host.pages.get(each["id"], "edit"))["title"]["raw"] for each in pages]


async def test_writes_go_in_one_request(host: WordPressHost, proxy: Proxy) -> None:
    """Of pages, posts and terms, made, changed and moved to the trash; a deletion and settings go alone."""
    there, gone, last = await make(host, "There"), await make(host, "Gone"), await make(host, "Last")
    proxy.sent.clear()
    async with host.transactions.open() as transaction:
        made = await make(host, "Batched \\ page", content=TEXT, status="publish")
        post = await host.posts.create(PostFields(title="Batched post", sticky=True), BY)
        term = await host.terms.create("category", TermFields(name="Batched & term"))
        await host.pages.update(there["id"], PageFields(content=TEXT), BY)
        await host.pages.trash(gone["id"], BY)
        await host.pages.delete(last["id"], BY)
        await host.settings.update(SiteSettingsFields(description="Alone"))
        done = await transaction.commit(keep)
    assert [sent.path for sent in proxy.writes] == ["/batch/v1", f"/wp/v2/pages/{last['id']}", "/wp/v2/settings"]
    assert [each.action for each in done] == ["create", "create", "create", "update", "update", "delete", "update"]
    for page in (made, there):
        assert (await host.pages.get(page["id"], "edit"))["content"]["raw"] == TEXT
    assert (await host.pages.get(made["id"], "view"), await host.posts.get(post["id"], "view")) == (made, post)
    assert (await host.terms.get("category", term["id"]))["name"] == "Batched & term"
    assert (await host.pages.get(gone["id"], "view"))["status"] == "trash"
    await host.settings.update(SiteSettingsFields(description=""))


async def test_what_does_not_go_together_goes_in_its_order(host: WordPressHost) -> None:
    """Twice the same object, what refers to a new one, equal new ones, too many bytes: each begins another request."""
    there = await make(host, "There")
    async with host.transactions.open() as transaction:
        await host.pages.update(there["id"], PageFields(title="First"), BY)
        await host.pages.update(there["id"], PageFields(title="Second"), BY)
        new = await make(host, "New")
        await make(host, "Child", parent=new["id"])
        await make(host, "Child", content="other")
        await make(host, "Long", content="x" * MAX_BYTES)
        for number in range(27):
            await make(host, f"Many {number}")
        steps = host.transactions.staged()
        assert [[step.sent["title"] for step in group] for group in group_steps(steps)] == [
            ["First"],
            ["Second", "New"],
            ["Child"],
            ["Child"],
            ["Long"],
            [f"Many {number}" for number in range(25)],
            ["Many 25", "Many 26"],
        ]
        await transaction.rollback()


async def test_what_wordpress_does_not_validate_is_not_begun(
    host: WordPressHost, proxy: Proxy, break_site: Break
) -> None:
    """It looks at all parts before it does the first, so that nothing has to be undone."""
    there = await make(host, "There")
    break_site(
        "add_filter('rest_endpoints', function ($all) { foreach ($all['/wp/v2/pages'] as &$each) "
        "if (isset($each['args']['title'])) $each['args']['title']['validate_callback'] = "
        "fn($given) => $given === 'Wrong' ? new WP_Error('wrong', 'No such title.') : true; return $all; });"
    )
    proxy.sent.clear()
    with pytest.raises(Problem) as refusal:
        async with host.transactions.open() as transaction:
            await host.pages.update(there["id"], PageFields(title="Changed"), BY)
            await make(host, "Wrong")
            await transaction.commit(keep)
    assert (refusal.value.code, [each["path"] for each in refusal.value.details]) == (
        Code.INVALID_ARGUMENTS,
        ["title"],
    )
    assert "undone" not in refusal.value.message
    assert [sent.path for sent in proxy.writes] == ["/batch/v1"]
    assert await read_titles(host, there) == ["There"]


async def test_a_part_that_fails_undoes_the_others(host: WordPressHost, ledger: Database, break_site: Break) -> None:
    """WordPress goes on past it; what it did before and after is put back, and the refusal says so."""
    one, two, three = await make(host, "One"), await make(host, "Two"), await make(host, "Three")
    refuse = "new WP_Error('locked', 'Not this one.', ['status' => 403])"
    break_site(f"add_filter('rest_pre_insert_page', fn($page) => ($page->ID ?? 0) == {two['id']} ? {refuse} : $page);")
    with pytest.raises(Problem, match=r"Not this one.*What was done before it was undone") as refusal:
        async with host.transactions.open() as transaction:
            await host.pages.update(one["id"], PageFields(title="Changed"), BY)
            await host.pages.update(two["id"], PageFields(title="Changed"), BY)
            await host.pages.update(three["id"], PageFields(title="Changed"), BY)
            await make(host, "Made after the fault")
            await transaction.commit(keep)
    assert (refusal.value.code, refusal.value.extra["upstream"]["code"]) == (Code.HOST_REFUSED, "locked")
    assert await read_titles(host, one, two, three) == ["One", "Two", "Three"]
    assert (await host.pages.find(PageQuery(search="after the fault", status=["any", "trash"]))).total == 0
    assert await open_claims(ledger) == []


async def test_nothing_is_deleted_behind_a_part_that_fails(host: WordPressHost, break_site: Break) -> None:
    """A permanent deletion begins a request of its own: the term keeps its id and its posts."""
    page, term = await make(host, "Refused"), await host.terms.create("category", TermFields(name="Kept"))
    post = await host.posts.create(PostFields(title="In it", categories=[term["id"]]), BY)
    refuse = "new WP_Error('locked', 'Not this one.', ['status' => 403])"
    break_site(f"add_filter('rest_pre_insert_page', fn($page) => {refuse});")
    with pytest.raises(Problem, match="Not this one") as refusal:
        async with host.transactions.open() as transaction:
            await host.pages.update(page["id"], PageFields(title="Changed"), BY)
            await host.terms.delete(Removal("category", term["id"]), BY)
            await transaction.commit(keep)
    assert "undone" not in refusal.value.message
    assert (await host.terms.get("category", term["id"]))["name"] == "Kept"
    assert (await host.posts.get(post["id"], "view"))["categories"] == [term["id"]]


@pytest.mark.parametrize("kind", ["cut_after", "html_after", "fail_after"])
async def test_a_batch_that_nobody_answered_is_read_back(host: WordPressHost, proxy: Proxy, kind: Any) -> None:
    """It was done: a success, and nothing is sent twice."""
    one, two = await make(host, "One"), await make(host, "Two")
    proxy.sent.clear()
    proxy.fail(kind, "POST", "/batch/v1")
    await change_both(host, one, two)
    assert (await read_titles(host, one, two), len(proxy.writes)) == (["Changed one", "Changed two"], 1)


async def test_a_batch_that_php_ended_half_way(
    host: WordPressHost, ledger: Database, break_site: Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of it is done, and nobody can say that it has ended: the claim stays, and settling tells each part."""
    monkeypatch.setattr("sitehand.hosts.wordpress.sending.LOOK_AGAIN", (0.0,))
    one, two = await make(host, "One"), await make(host, "Two")
    break_site(f"add_action('pre_post_update', fn($id) => $id == {two['id']} ? exit('half') : 0);")
    with pytest.raises(Unsettled):
        await change_both(host, one, two)
    assert (await read_titles(host, one, two), await open_claims(ledger)) == (["Changed one", "Two"], ["unknown"])
    patient = host.transactions.settling
    patient.still_running *= 0
    assert await host.settle() == [
        f"A call was cut off: update page:{one['id']}: done; update page:{two['id']}: not done."
    ]


@pytest.mark.parametrize("why", ["no route", "not allowed"])
async def test_where_no_batch_is_taken_each_goes_alone(
    host: WordPressHost, proxy: Proxy, break_site: Break, why: str
) -> None:
    """A plugin has removed the route, or lets routes be no parts of it."""
    one, two = await make(host, "One"), await make(host, "Two")
    proxy.sent.clear()
    without = "unset($all['/batch/v1']); return $all;"
    alone = "foreach ($all as &$each) unset($each['allow_batch']); return $all;"
    break_site(f"add_filter('rest_endpoints', function ($all) {{ {without if why == 'no route' else alone} }});")
    await change_both(host, one, two)
    assert await read_titles(host, one, two) == ["Changed one", "Changed two"]
    assert [sent.path.rpartition("/")[0] for sent in proxy.writes] == ["/batch", "/wp/v2/pages", "/wp/v2/pages"]


async def test_a_call_that_fails_later_takes_nothing_of_others_back(
    host: WordPressHost, proxy: Proxy, ledger: Database, break_site: Break
) -> None:
    """What somebody has changed since stays, and the refusal names it; the rest is undone."""
    one, two, three = await make(host, "One"), await make(host, "Two"), await make(host, "Three")
    refuse = "new WP_Error('locked', 'Not this one.', ['status' => 403])"
    break_site(
        f"add_filter('rest_pre_insert_page', fn($page) => ($page->ID ?? 0) == {three['id']} ? {refuse} : $page);"
    )
    await host.settings.get()
    fault = proxy.fail("hold", "POST", "/wp/v2/settings")

    async def call() -> None:
        async with host.transactions.open() as transaction:
            await host.pages.update(one["id"], PageFields(title="Changed"), BY)
            await host.pages.update(two["id"], PageFields(title="Changed"), BY)
            await host.settings.update(SiteSettingsFields(name="Changed"))
            await host.pages.update(three["id"], PageFields(title="Changed"), BY)
            await transaction.commit(keep)

    ours = asyncio.create_task(call())
    await fault.reached.wait()
    await change_elsewhere(host, one["id"], title="Theirs")
    fault.go_on.set()
    with pytest.raises(
        Problem, match=rf"Not this one.*could not be undone.*Somebody changed page:{one['id']} in WordPress"
    ):
        await ours
    titles = [(await host.pages.get(each["id"], "view"))["title"]["rendered"] for each in (one, two, three)]
    assert titles == ["Theirs", "Two", "Three"]
    assert await open_claims(ledger) == ["unknown"]
    assert await settle_at_once(host) == [
        f"A call failed, and its undo was not finished: update page:{one['id']}: unclear; "
        f"update page:{two['id']}: undone; update setting:0: undone; update page:{three['id']}: not done."
    ]


async def test_a_part_that_fails_takes_no_edit_of_right_before_back(
    host: WordPressHost, proxy: Proxy, ledger: Database, break_site: Break
) -> None:
    """An object that somebody edited between our last look and our request is left alone, and named."""
    one, two, three = await make(host, "One"), await make(host, "Two"), await make(host, "Three")
    refuse = "new WP_Error('locked', 'Not this one.', ['status' => 403])"
    condition = f"($page->ID ?? 0) == {three['id']}"
    break_site(f"add_filter('rest_pre_insert_page', fn($page) => {condition} ? {refuse} : $page);")
    fault = proxy.fail("hold", "POST", "/batch/v1")

    async def call() -> None:
        async with host.transactions.open() as transaction:
            for page in (one, two, three):
                await host.pages.update(page["id"], PageFields(title="Changed"), BY)
            await transaction.commit(keep)

    ours = asyncio.create_task(call())
    await fault.reached.wait()
    await change_elsewhere(host, one["id"], menu_order=7)
    fault.go_on.set()
    with pytest.raises(Problem, match=rf"Not this one.*Somebody changed page:{one['id']} in WordPress"):
        await ours
    now = await host.pages.get(one["id"], "view")
    assert (now["title"]["rendered"], now["menu_order"]) == ("Changed", 7)
    assert await read_titles(host, two, three) == ["Two", "Three"]
    assert await open_claims(ledger) == ["unknown"]
    await settle_at_once(host)
    query = "SELECT object, before, after FROM changed_objects WHERE change_id = (SELECT MAX(id) FROM changes)"
    (row,) = await ledger.read(lambda connection: connection.exec_driver_sql(query).all())
    assert (row.object, "menu_order" in row.before + row.after) == (str(one["id"]), False)  # that is not the call's
