"""What every host does when pages and posts are listed and searched."""

from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitehand.errors import Code, Problem
from sitehand.site.content import PageFields, PageQuery, PostFields, PostQuery
from sitehand.site.host import Host
from tests.contract.conftest import Site

LINE = "\n"


async def _fill(host: Host) -> list[int]:
    """Five pages, a day apart, oldest first; the fourth is a draft, the fifth in the trash."""
    ids = []
    for number, title in enumerate(["delta", "Alpha", "charlie", "Bravo", "echo"]):
        fields = PageFields(
            title=title,
            content=f"<p>The {title} page speaks of gardens.</p>",
            status="draft" if title == "Bravo" else "publish",
            date=datetime(2026, 1, number + 1, tzinfo=UTC),
            menu_order=-number,
            slug=f"s{number}",
        )
        ids.append((await host.pages.create(fields, "key:1"))["id"])
    await host.pages.trash(ids[4], "key:1")
    return ids


async def _find(host: Host, query: PageQuery) -> list[int]:
    return [page["id"] for page in (await host.pages.find(query)).items]


async def test_the_usual_list_is_any_but_trash_newest_first(host: Host) -> None:
    """Without arguments: drafts too, newest first, the trash left out; the total says the same."""
    ids = await _fill(host)
    listing = await host.pages.find(PageQuery())
    assert [page["id"] for page in listing.items] == ids[3::-1]
    assert (listing.total, listing.pages, listing.page, listing.per_page) == (4, 1, 1, 10)


async def test_pages_of_a_list(host: Host) -> None:
    """Each page of the list continues the one before; past the end there is nothing, but the total is right."""
    ids = await _fill(host)
    seen = []
    for number in (1, 2, 3):
        listing = await host.pages.find(PageQuery(page=number, per_page=2))
        assert (listing.total, listing.pages) == (4, 2)
        seen += [page["id"] for page in listing.items]
    assert seen == ids[3::-1]
    far = await host.pages.find(PageQuery(page=1_000_000, per_page=100, search="gardens"))
    assert (far.items, far.total) == ([], 4)


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        (PageQuery(order="asc"), [0, 1, 2, 3]),
        (PageQuery(orderby="title", order="asc"), [1, 3, 2, 0]),
        (PageQuery(orderby="slug"), [3, 2, 1, 0]),
        (PageQuery(orderby="id", order="asc"), [0, 1, 2, 3]),
        (PageQuery(orderby="menu_order", order="asc"), [3, 2, 1, 0]),
        (PageQuery(orderby="modified"), [3, 2, 1, 0]),
        (PageQuery(status=["publish"]), [2, 1, 0]),
        (PageQuery(status=["draft", "trash"]), [4, 3]),
        (PageQuery(status=["any"]), [3, 2, 1, 0]),
        (PageQuery(status=["any", "trash"]), [4, 3, 2, 1, 0]),
        (PageQuery(status=["private"]), []),
        (PageQuery(after="2026-01-02T00:00:00Z"), [3, 2]),  # type: ignore[arg-type]
        (PageQuery(before="2026-01-02T01:00:00+01:00"), [0]),  # type: ignore[arg-type]
        (PageQuery(slug=["s1", "s2", "none"]), [2, 1]),
        (PageQuery(author=[1]), [3, 2, 1, 0]),
        (PageQuery(author=[2]), []),
        (PageQuery(parent=[0]), [3, 2, 1, 0]),
        (PageQuery(parent=[77]), []),
        (PageQuery(search="alpha"), [1]),
        (PageQuery(search="gardens alp"), [1]),
        (PageQuery(search="garden*"), [3, 2, 1, 0]),
        (PageQuery(search="gardens", orderby="relevance", status=["publish"], per_page=1, page=2), None),
        (PageQuery(search="!!!"), []),
        (PageQuery(search="   "), [3, 2, 1, 0]),
    ],
)
async def test_filters_and_orders(host: Host, query: PageQuery, numbers: list[int] | None) -> None:
    """Each filter and order alone; the total is the length of the whole list."""
    ids = await _fill(host)
    listing = await host.pages.find(query)
    if numbers is None:
        assert (len(listing.items), listing.total) == (1, 3)
    else:
        assert ([page["id"] for page in listing.items], listing.total) == ([ids[n] for n in numbers], len(numbers))


async def test_words_that_are_not_the_last_are_whole(site: Site) -> None:
    """The last word of a search may be its beginning; WordPress finds any part of any word."""
    ids = await _fill(site.host)
    found = await _find(site.host, PageQuery(search="alp gardens"))
    assert found == site.by_host(builtin=[], wordpress=[ids[1]])


async def test_include_and_exclude(host: Host) -> None:
    """Only chosen ids come, and excluded ones do not."""
    ids = await _fill(host)
    chosen = [ids[2], ids[0], 999, ids[1]]
    assert await _find(host, PageQuery(include=chosen)) == [ids[2], ids[1], ids[0]]
    assert await _find(host, PageQuery(exclude=chosen)) == [ids[3]]


async def test_the_best_hit_comes_first(host: Host) -> None:
    """By relevance a word in the title counts more than one in a long text."""
    long = "<p>" + "many words about other things " * 40 + " otter</p>"
    await host.pages.create(PageFields(title="Rivers", content=long), "key:1")
    best = await host.pages.create(PageFields(title="The otter", content="<p>It swims.</p>"), "key:1")
    await host.pages.create(PageFields(title="Lakes", content=long), "key:1")
    found = await _find(host, PageQuery(search="OTTER", orderby="relevance"))
    assert (found[0], len(found)) == (best["id"], 3)


async def test_search_follows_changes(host: Host) -> None:
    """A changed text is found by its new words and no longer by its old."""
    page = await host.pages.create(PageFields(title="Schönes Haus"), "key:1")
    assert await _find(host, PageQuery(search="schon")) == [page["id"]]
    await host.pages.update(page["id"], PageFields(title="Boat"), "key:1")
    assert await _find(host, PageQuery(search="haus")) == []
    assert await _find(host, PageQuery(search="boat")) == [page["id"]]
    await host.pages.delete(page["id"], "key:1")
    assert await _find(host, PageQuery(search="boat")) == []


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30) | st.text('"*:()^-+{} ANDORNOTNEAR', max_size=30))
async def test_no_words_are_an_error(site: Site, words: str) -> None:
    """Whatever is searched for, in either order, gives a list; a WordPress refuses the second without a word in it."""
    if words:
        await site.host.pages.find(PageQuery(search=words))
        try:
            await site.host.pages.find(PageQuery(search=words, orderby="relevance"))
        except Problem as problem:
            assert problem.code is site.by_host(builtin=None, wordpress=Code.INVALID_ARGUMENTS)
            assert words == "0" or not any(map(str.isalnum, words))  # PHP takes "0" for empty


async def test_relevance_without_words_is_refused(host: Host) -> None:
    """An order by relevance needs a search."""
    with pytest.raises(Problem) as refusal:
        await host.pages.find(PageQuery(orderby="relevance"))
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "orderby")


async def test_details_and_contexts(site: Site) -> None:
    """A summary has no bodies; edit adds the raw text to what is there, and of a password that there is one."""
    host = site.host
    await host.posts.create(PostFields(title="A", content="B", excerpt="C", password="D"), "key:1")
    shapes = {}
    for detail in ("summary", "full"):
        for context in ("view", "edit"):
            query = PostQuery.model_validate({"detail": detail, "context": context})
            post = (await host.posts.find(query)).items[0]
            shapes[detail, context] = (
                post["title"].get("raw"),
                post.get("content", {}).get("raw"),
                post.get("excerpt", {}).get("rendered"),
                post.get("protected"),
            )
    rendered = f"<p>C</p>{site.by_host(builtin='', wordpress=LINE)}"
    assert shapes == {
        ("summary", "view"): (None, None, None, None),
        ("summary", "edit"): ("A", None, None, True),
        ("full", "view"): (None, None, rendered, None),
        ("full", "edit"): ("A", "B", rendered, True),
    }


async def test_posts_by_stickiness(host: Host) -> None:
    """Sticky posts, and those that are not, can be listed."""
    sticky = await host.posts.create(PostFields(title="Sticky", sticky=True), "key:1")
    plain = await host.posts.create(PostFields(title="Plain"), "key:1")
    for wanted, post in ((True, sticky), (False, plain)):
        assert (await host.posts.find(PostQuery(sticky=wanted))).items == [post]


async def test_ids_are_completed_newest_first(host: Host) -> None:
    """Ids that begin with the prefix, without the trash, at most as many as wanted."""
    ids = await _fill(host)
    assert await host.pages.complete_id("", 3) == [str(item) for item in ids[3:0:-1]]
    assert await host.pages.complete_id(str(ids[0]), 10) == [str(ids[0])]
    assert await host.pages.complete_id("x%", 10) == []
    assert await host.posts.complete_id("", 10) == []
