"""What every host does when all types are searched at once."""

import pytest

from sitehand.errors import Code, Problem
from sitehand.site.content import ItemFields, PageFields, PostFields
from sitehand.site.host import Host
from sitehand.site.patterns import PatternFields
from sitehand.site.search import SearchQuery
from tests.contract.conftest import Site

SHORT = "<p>One <b>otter</b> here.</p>"
LONG = "<p>" + "Words about other things. " * 60 + "</p>"


async def _fill(host: Host) -> dict[str, int]:
    """A page and a post with the word in the title, one of each with it in the text, one in the trash."""
    made = {
        "title page": (await host.pages.create(PageFields(title="The otter", status="publish"), "key:1"))["id"],
        "title post": (await host.posts.create(PostFields(title="Otter & friends"), "key:1"))["id"],
        "page": (await host.pages.create(PageFields(title="Lake", content=f"{LONG}<p>An Otter swims.</p>"), "k"))["id"],
        "post": (await host.posts.create(PostFields(title="River", content="<p>One <b>otter</b> here.</p>"), "k"))[
            "id"
        ],
        "trash": (await host.posts.create(PostFields(title="An otter"), "key:1"))["id"],
    }
    await host.posts.trash(made["trash"], "key:1")
    return made


async def test_titles_come_before_texts_whatever_the_type(host: Host) -> None:
    """Pages and posts in one list, drafts too, the trash left out."""
    made = await _fill(host)
    found = await host.search.find(SearchQuery(search="OTTER"))
    ids = [hit["id"] for hit in found.items]
    assert (set(ids[:2]), set(ids[2:])) == ({made["title page"], made["title post"]}, {made["page"], made["post"]})
    assert (found.total, found.pages) == (4, 1)
    assert {(hit["type"], hit["subtype"]) for hit in found.items} == {("post", "page"), ("post", "post")}


async def test_the_snippet_is_around_the_word_and_marks_it(host: Host) -> None:
    """Text without tags, from the place of the first hit; without a hit in the text its beginning."""
    made = await _fill(host)
    found = {hit["id"]: hit for hit in (await host.search.find(SearchQuery(search="otter"))).items}
    snippet = found[made["page"]]["snippet"]
    assert snippet.startswith("…")
    assert snippet.endswith("An <mark>Otter</mark> swims.")
    assert found[made["post"]]["snippet"] == "One <mark>otter</mark> here."
    assert found[made["title page"]]["snippet"] == ""


async def test_pages_types_and_statuses_of_a_search(host: Host) -> None:
    """Each page continues the one before; a type or a status narrows the search."""
    made = await _fill(host)
    seen = [
        hit["id"]
        for page in (1, 2, 3)
        for hit in (await host.search.find(SearchQuery(search="otter", page=page, per_page=2))).items
    ]
    assert sorted(seen) == sorted(made[name] for name in made if name != "trash")
    posts = await host.search.find(SearchQuery(search="otter", subtype=["post"]))
    assert {hit["id"] for hit in posts.items} == {made["title post"], made["post"]}
    published = await host.search.find(SearchQuery(search="otter", status=["publish"]))
    assert [(hit["id"], hit["status"]) for hit in published.items] == [(made["title page"], "publish")]
    trash = await host.search.find(SearchQuery(search="otter", status=["trash"]))
    assert [hit["id"] for hit in trash.items] == [made["trash"]]
    past = await host.search.find(SearchQuery(search="otter", page=9))
    assert (list(past.items), past.total) == ([], 4)


async def test_what_nothing_holds(host: Host) -> None:
    """No hit is an empty list, and so is a search without a word."""
    await _fill(host)
    for search in ("zebra", "!!!"):
        found = await host.search.find(SearchQuery(search=search))
        assert (list(found.items), found.total) == ([], 0)


async def test_a_search_goes_as_deep_as_the_host_ranks(site: Site) -> None:
    """A WordPress ranks the first hundred hits of each type, and refuses what is beyond them."""
    await _fill(site.host)
    deep = SearchQuery(search="otter", page=21, per_page=5)
    if site.by_host(builtin=True, wordpress=False):
        assert (await site.host.search.find(deep)).total == 4
        return
    with pytest.raises(Problem) as refusal:
        await site.host.search.find(deep)
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "page")


async def test_only_what_has_a_page_has_an_address(host: Host) -> None:
    """A pattern or a navigation leads to no page that is not there; a WordPress does not search them."""
    page = await host.pages.create(PageFields(title="Heron", status="publish"), "key:1")
    pattern = await host.patterns.create(PatternFields(title="Heron card", status="publish"), "key:1")
    navigation = await host.navigations.create(ItemFields(title="Heron menu", status="publish"), "key:1")
    found = {hit["id"]: hit for hit in (await host.search.find(SearchQuery(search="heron"))).items}
    assert found[page["id"]]["url"].startswith("http")
    parts = [hit for item_id, hit in found.items() if item_id in (pattern["id"], navigation["id"])]
    assert len(parts) == (2 if host.name == "builtin" else 0)
    assert not any("url" in hit for hit in parts)
