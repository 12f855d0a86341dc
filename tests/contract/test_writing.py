"""What every host does when pages and posts are written."""

from datetime import UTC, datetime, timedelta
from urllib.parse import quote, unquote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitehand.errors import Code, Problem
from sitehand.site.content import Page, PageFields, PageQuery, PostFields, PostQuery, Status
from sitehand.site.host import Host
from tests.contract.clocks import Clock
from tests.contract.conftest import Site

RAW = 'Line\r\n<b>bold</b> \\u003c \\ "q" \U0001f600 &amp; <script>no()</script>'


def _codes(page: object) -> list[str]:
    return [notice["code"] for notice in page.get("notices", [])]  # type: ignore[attr-defined]


async def _add(host: Host, title: str = "About", parent: int = 0, status: Status = "publish", slug: str = "") -> Page:
    return await host.pages.create(PageFields(title=title, parent=parent, status=status, slug=slug), "key:1")


async def test_a_page_is_a_draft_by_default(site: Site) -> None:
    """The answer to a create has every field of the contract; a draft has the address that asks by id."""
    host = site.host
    page = await host.pages.create(PageFields(title="About us & co"), "key:1")
    assert site.clock.is_now(page["date"])
    assert site.clock.is_now(page["modified"])
    own: dict[str, str] = site.by_host(builtin={"locale": "en-US"}, wordpress={})
    assert page == {
        **own,
        "id": page["id"],
        "date": page["date"],
        "modified": page["modified"],
        "slug": "",
        "status": "draft",
        "type": "page",
        "link": f"{site.url}/?page_id={page['id']}",
        "title": {"rendered": page["title"]["rendered"]},
        "content": {"rendered": "", "protected": False},
        "excerpt": {"rendered": "", "protected": False},
        "author": 1,
        "featured_media": 0,
        "parent": 0,
        "menu_order": 0,
        "revision": page["revision"],
    }
    assert await host.pages.get(page["id"], "view") == page


async def test_text_comes_back_byte_for_byte(site: Site) -> None:
    """Raw text is what was written, the password stays unread; the rendered form is safe; view leaves raw out."""
    host = site.host
    fields = PageFields(title=RAW, content=RAW, excerpt=RAW, status="publish", password="key")
    page = await host.pages.create(fields, "key:1")
    edit = await host.pages.get(page["id"], "edit")
    assert [edit["title"]["raw"], edit["content"]["raw"], edit["excerpt"]["raw"]] == [RAW] * 3
    assert edit["content"]["protected"]
    assert (edit["protected"], "password" in edit) == (True, False)
    assert "<b>bold</b>" in edit["content"]["rendered"]
    assert ("no()" in edit["content"]["rendered"]) == site.by_host(builtin=False, wordpress=True)
    view = await host.pages.get(page["id"], "view")
    assert not {"raw", "password", "protected"} & {*view["title"], *view}
    assert "raw" not in {*view["content"], *view["excerpt"]}


async def test_a_password_is_told_by_nothing(site: Site) -> None:
    """The same one again is a change like another, so that no guess is told right; not where the host keeps them."""
    host = site.host
    fields = PageFields(title="Members", password="key")
    first, second = await host.pages.create(fields, "key:1"), await host.pages.create(fields, "key:1")
    again = await host.pages.update(first["id"], PageFields(password="key"), "key:1")
    other = await host.pages.update(second["id"], PageFields(password="other"), "key:1")
    revisions = {each["revision"] for each in (first, second, again, other)}
    assert len(revisions) == site.by_host(builtin=4, wordpress=2)


async def test_an_empty_password_takes_the_protection_away(host: Host) -> None:
    """And gives the page the revision of one that never had any; once more it changes nothing."""
    page = await host.pages.create(PageFields(title="Members"), "key:1")
    locked = await host.pages.update(page["id"], PageFields(password="key"), "key:1")
    assert (await host.pages.get(page["id"], "edit"))["protected"]
    for _ in range(2):
        opened = await host.pages.update(page["id"], PageFields(password=""), "key:1")
        assert (opened["content"]["protected"], opened["revision"]) == (False, page["revision"])
    assert locked["revision"] != page["revision"]
    assert (await host.pages.get(page["id"], "edit"))["protected"] is False


async def test_posts_have_terms_and_stickiness(site: Site) -> None:
    """A post carries its own fields, and its address has its month."""
    host = site.host
    fields = PostFields(title="News", status="publish", sticky=True, date="2025-02-03T04:05:06+02:00")  # type: ignore[arg-type]
    post = await host.posts.create(fields, "key:1")
    assert (post["sticky"], post["categories"], post["tags"]) == (True, site.by_host(builtin=[], wordpress=[1]), [])
    assert post["date"] == "2025-02-03T02:05:06Z"
    assert post["link"] == f"{site.url}/2025/02/news/"


@pytest.mark.parametrize("status", ["draft", "pending", "private", "publish"])
async def test_every_status_is_kept(host: Host, status: Status) -> None:
    """A page can be stored in each status and found by it; only drafts go without a slug."""
    page = await _add(host, "Some page", status=status)
    assert page["status"] == status
    assert page["slug"] == ("" if status in ("draft", "pending") else "some-page")
    assert [found["id"] for found in (await host.pages.find(PageQuery(status=[status]))).items] == [page["id"]]


async def test_a_taken_slug_is_changed_and_said(site: Site) -> None:
    """The second page of a name gets a number, and a notice; elsewhere in the tree the name is free."""
    host = site.host
    first, second = await _add(host), await _add(host)
    assert (first["slug"], _codes(first)) == ("about", [])
    assert (second["slug"], _codes(second)) == ("about-2", ["slug_changed"])
    below = await _add(host, parent=first["id"])
    assert (below["slug"], _codes(below)) == ("about", [])
    assert below["link"] == f"{site.url}/about/about/"
    asked = await host.pages.update(second["id"], PageFields(slug="Häuser & Gärten"), "key:1")
    assert (asked["slug"], _codes(asked)) == ("hauser-garten", ["slug_changed"])


async def test_publishing_names_a_draft(site: Site) -> None:
    """A draft gets its slug and its date when it is published, unless somebody has set them."""
    host = site.host
    draft = await _add(host, "Über uns", status="draft")
    published = await host.pages.update(draft["id"], PageFields(status="publish"), "key:1")
    assert (published["slug"], published["link"]) == ("uber-uns", f"{site.url}/uber-uns/")
    untitled = await host.pages.create(PageFields(status="publish"), "key:1")
    assert untitled["slug"] == f"{untitled['id']}{site.by_host(builtin='', wordpress='-2')}"
    japanese = await _add(host, "会社概要")
    assert japanese["slug"] == site.by_host(builtin="会社概要", wordpress=quote("会社概要").lower())
    assert unquote(japanese["link"]) == f"{site.url}/会社概要/"


async def test_a_draft_is_dated_when_it_is_published(host: Host, clock: Clock) -> None:
    """The date of a draft waits for the publication; one that was given stays."""
    free = await host.posts.create(PostFields(title="Free"), "key:1")
    dated = await host.posts.create(PostFields(title="Dated", date=datetime(2020, 1, 2, tzinfo=UTC)), "key:1")
    clock.advance(timedelta(days=7))
    free = await host.posts.update(free["id"], PostFields(status="publish"), "key:1")
    dated = await host.posts.update(dated["id"], PostFields(status="publish"), "key:1")
    assert clock.is_now(free["date"])
    assert datetime.fromisoformat(dated["date"]) < clock.now - timedelta(days=365)


async def test_the_date_decides_between_publish_and_future(host: Host, clock: Clock) -> None:
    """Publishing with a date to come schedules, scheduling with a past one publishes; both are said."""
    later, earlier = clock.now.replace(year=2090), clock.now.replace(year=2020)
    coming = await host.pages.create(PageFields(title="A", status="publish", date=later), "key:1")
    assert (coming["status"], _codes(coming)) == ("future", ["scheduled"])
    past = await host.pages.create(PageFields(title="B", status="future", date=earlier), "key:1")
    assert (past["status"], _codes(past)) == ("publish", ["published"])
    exact = await host.pages.create(PageFields(title="C", status="future", date=later), "key:1")
    assert (exact["status"], _codes(exact)) == ("future", [])
    moved = await host.pages.update(past["id"], PageFields(date=later), "key:1")
    assert (moved["status"], _codes(moved)) == ("future", ["scheduled"])
    with pytest.raises(Problem) as refusal:
        await host.pages.create(PageFields(title="D", status="future"), "key:1")
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "date")


async def test_a_change_keeps_the_rest(site: Site, clock: Clock) -> None:
    """Only given fields change; the token, and the moment of the change, are new."""
    host = site.host
    page = await host.pages.create(PageFields(title="Old", content="Body", status="publish", menu_order=3), "key:1")
    clock.advance(timedelta(hours=1))
    changed = await host.pages.update(page["id"], PageFields(title="New"), "key:2")
    assert changed["title"]["rendered"] == "New"
    assert (changed["content"], changed["menu_order"], changed["slug"]) == (page["content"], 3, "old")
    assert clock.is_now(changed["modified"])
    assert changed["revision"] != page["revision"]
    assert (await host.overview.recent_changes(5))[0]["by"] == site.by_host(builtin="key:2", wordpress="")


async def test_a_change_of_nothing_is_none(site: Site, clock: Clock) -> None:
    """Writing what is there already leaves the item as it is, without a revision."""
    host = site.host
    made = await _add(host)
    clock.advance(timedelta(hours=1))
    page = await host.pages.get(made["id"], "view")
    assert await host.pages.update(page["id"], PageFields(title="About", slug="about"), "key:2") == page
    assert [change["by"] for change in await host.overview.recent_changes(5)] == [
        site.by_host(builtin="key:1", wordpress="")
    ]


async def test_the_trash_and_back(site: Site) -> None:
    """What is in the trash frees its slug, is out of lists, and a status brings it back with its name."""
    host = site.host
    page = await _add(host)
    trashed = await host.pages.trash(page["id"], "key:1")
    assert (trashed["status"], trashed["slug"]) == ("trash", "about__trashed")
    assert (await host.pages.find(PageQuery())).total == 0
    assert [found["id"] for found in (await host.pages.find(PageQuery(status=["trash"]))).items] == [page["id"]]
    for write in (host.pages.trash(page["id"], "key:1"), host.pages.update(page["id"], PageFields(title="x"), "key:1")):
        with pytest.raises(Problem) as refusal:
            await write
        assert refusal.value.code == Code.CONFLICT
    restored = await host.pages.update(page["id"], PageFields(status="draft"), "key:1")
    assert (restored["status"], restored["slug"], _codes(restored)) == ("draft", "about", [])
    await host.pages.trash(page["id"], "key:1")
    await _add(host)
    again = await host.pages.update(page["id"], PageFields(status="publish"), "key:1")
    assert (again["slug"], _codes(again)) == ("about-2", ["slug_changed"])


async def test_what_must_be_in_the_trash_is_looked_at_when_it_is_written(site: Site) -> None:
    """Who takes an item out of the trash, or empties that, changes nothing of one that somebody has restored."""
    page = await _add(site.host)
    for write in (
        site.host.pages.update(page["id"], PageFields(status="draft"), "key:1", trashed=True),
        site.host.pages.delete(page["id"], "key:1", trashed=True),
    ):
        with pytest.raises(Problem) as refusal:
            await write
        assert refusal.value.code == Code.CONFLICT
    assert await site.host.pages.get(page["id"], "view") == page
    await site.host.pages.trash(page["id"], "key:1")
    back = await site.host.pages.update(page["id"], PageFields(status="draft"), "key:1", trashed=True)
    await site.host.pages.trash(page["id"], "key:1")
    gone = await site.host.pages.delete(page["id"], "key:1", trashed=True)
    assert (back["status"], gone["status"]) == ("draft", "trash")


async def test_a_slug_beside_the_way_out_of_the_trash(site: Site) -> None:
    """It is taken; where the host gives the old one back, a notice says so."""
    page = await _add(site.host)
    await site.host.pages.trash(page["id"], "key:1")
    back = await site.host.pages.update(page["id"], PageFields(status="publish", slug="other"), "key:1")
    expected = site.by_host(builtin=("other", []), wordpress=("about", ["slug_changed"]))
    assert (back["slug"], _codes(back)) == expected


async def test_spaces_around_a_title(site: Site) -> None:
    """They are kept; WordPress takes them off."""
    page = await _add(site.host, "  About ")
    title = (await site.host.pages.get(page["id"], "edit"))["title"]["raw"]
    assert title == site.by_host(builtin="  About ", wordpress="About")


async def test_deleting_moves_children_up(site: Site) -> None:
    """After the deletion nothing is left, and pages below stand below its parent, at addresses that say so."""
    host = site.host
    top = await _add(host, "Top")
    middle = await _add(host, "Middle", parent=top["id"])
    leaf = await _add(host, "Leaf", parent=middle["id"])
    deepest = await _add(host, "Deepest", parent=leaf["id"])
    deleted = await host.pages.delete(middle["id"], "key:1")
    assert (deleted["id"], deleted["title"]["raw"]) == (middle["id"], "Middle")
    with pytest.raises(Problem) as refusal:
        await host.pages.get(middle["id"], "view")
    assert refusal.value.code == Code.NOT_FOUND
    assert (await host.pages.get(leaf["id"], "view"))["parent"] == top["id"]
    assert (await host.pages.get(deepest["id"], "view"))["link"] == f"{site.url}/top/leaf/deepest/"
    assert middle["id"] not in {change["id"] for change in await host.overview.recent_changes(50)}


async def test_addresses_follow_the_tree(site: Site) -> None:
    """Another slug or parent of a page shows in the addresses of all below it."""
    host = site.host
    top, other = await _add(host, "Top"), await _add(host, "Other")
    middle = await _add(host, "Middle", parent=top["id"])
    leaf = await _add(host, "Leaf", parent=middle["id"])
    await host.pages.update(middle["id"], PageFields(parent=other["id"], slug="centre"), "key:1")
    assert (await host.pages.get(leaf["id"], "view"))["link"] == f"{site.url}/other/centre/leaf/"


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        (PageFields(title="x", parent=99), "parent"),
        (PageFields(title="x", author=99), "author"),
        (PageFields(title="x", featured_media=99), "featured_media"),
    ],
)
async def test_references_must_lead_somewhere(host: Host, fields: PageFields, path: str) -> None:
    """A parent, author or picture that is not there is refused on create and on change, and nothing is written."""
    page = await _add(host)
    for write in (host.pages.create(fields, "key:1"), host.pages.update(page["id"], fields, "key:1")):
        with pytest.raises(Problem) as refusal:
            await write
        assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, path)
    assert (await host.pages.find(PageQuery())).items == [page]


async def test_a_post_or_a_trashed_page_is_no_parent(host: Host) -> None:
    """Only pages that are there can have pages below them."""
    post = await host.posts.create(PostFields(title="Post"), "key:1")
    page = await _add(host)
    await host.pages.trash(page["id"], "key:1")
    for parent in (post["id"], page["id"]):
        with pytest.raises(Problem, match="parent"):
            await _add(host, "Below", parent=parent)


async def test_types_are_apart(host: Host) -> None:
    """A post is not found, changed or removed as a page."""
    post = await host.posts.create(PostFields(title="Post"), "key:1")
    for call in (
        host.pages.get(post["id"], "view"),
        host.pages.update(post["id"], PageFields(title="x"), "key:1"),
        host.pages.trash(post["id"], "key:1"),
        host.pages.delete(post["id"], "key:1"),
        host.posts.get(2**63 - 1, "view"),
    ):
        with pytest.raises(Problem) as refusal:
            await call
        assert refusal.value.code == Code.NOT_FOUND
    assert (await host.posts.find(PostQuery())).total == 1


on_builtin = pytest.mark.parametrize("site", ["builtin"], indirect=True)
on_wordpress = pytest.mark.parametrize("site", ["wordpress"], indirect=True)
Moves = list[tuple[int, int]]


@on_builtin
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12))
async def test_no_series_of_moves_closes_a_cycle(site: Site, moves: Moves) -> None:
    """After any moves every page leads up to the top level, and its address names all above it."""
    await move_and_check(site, moves)


@on_wordpress
@pytest.mark.parametrize("moves", [[(1, 0), (2, 1), (0, 2), (3, 3), (0, 5)], [(0, 1), (1, 0), (2, 0), (0, 2), (5, 2)]])
async def test_chosen_moves_close_no_cycle(site: Site, moves: Moves) -> None:
    """The same where each move is a request: below oneself, directly and around a corner, and moves that are right."""
    await move_and_check(site, moves)


async def move_and_check(site: Site, moves: Moves) -> None:
    """Move six pages about. Raises AssertionError for one that leads nowhere."""
    host = site.host
    ids = [(await _add(host, f"P{number}"))["id"] for number in range(6)]
    for child, parent in moves:
        try:
            await host.pages.update(ids[child], PageFields(parent=ids[parent]), "key:1")
        except Problem as problem:
            assert problem.code == Code.INVALID_ARGUMENTS
    pages = {page["id"]: page for page in (await host.pages.find(PageQuery(include=ids))).items}
    assert len(pages) == 6
    for page in pages.values():
        above, slugs = page["parent"], [page["slug"]]
        while above:
            slugs.insert(0, pages[above]["slug"])
            above = pages[above]["parent"]
            assert len(slugs) <= 6
        assert page["link"] == f"{site.url}/{'/'.join(slugs)}/"
