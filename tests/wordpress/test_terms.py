"""What is WordPress's own about terms; what every host must do is in `tests/contract`."""

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress import term_removal
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.site.content import PageFields, PostFields
from sitehand.site.terms import CATEGORY, TAG, Removal, TermFields, TermQuery
from tests.wordpress.conftest import restore
from tests.wordpress.proxy import Proxy
from tests.wordpress.reset import empty_site
from tests.wordpress.site import WordPress

BY = "key:1"


@pytest.fixture(autouse=True)
def forget_terms(wordpress: WordPress) -> None:
    """Each test begins with the default category alone."""
    empty_site(wordpress)


async def test_an_ampersand_in_a_description(host: WordPressHost) -> None:
    """WordPress stores HTML there; of a name, which it keeps as HTML too, the text is told."""
    made = await host.terms.create(CATEGORY, TermFields(name="Salt & pepper", description="Salt & pepper"))
    assert (made["name"], made["description"]) == ("Salt & pepper", "Salt &amp; pepper")


async def test_names_of_which_wordpress_would_store_a_part_are_refused(host: WordPressHost, proxy: Proxy) -> None:
    """Before anything is sent, in a tag by its name too; what only looks alike is stored as it is."""
    proxy.sent.clear()
    for name in ("Sour <b>dough</b>", "100%20 rye", "Rye <!-- x --> bread", "1 < 2 > 0"):
        for wrong in (
            host.terms.create(CATEGORY, TermFields(name=name)),
            host.posts.create(PostFields(title="A", tags=[name]), BY),
        ):
            with pytest.raises(Problem, match="WordPress would remove") as refusal:
                await wrong
            assert refusal.value.code is Code.INVALID_ARGUMENTS
    assert proxy.writes == []
    for name in ("1 < 2", "<em", "100% rye", "a > b", "Tom & <3"):
        made = await host.terms.create(CATEGORY, TermFields(name=name, slug=f"s{len(name)}"))
        assert (await host.terms.get(CATEGORY, made["id"]))["name"] == name


async def test_a_term_with_many_posts_stays(host: WordPressHost, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused before anything is sent."""
    tag = await host.terms.create(TAG, TermFields(name="Busy"))
    for title in ("One", "Two"):
        await host.posts.create(PostFields(title=title, tags=[tag["id"]]), BY)
    monkeypatch.setattr(term_removal, "MAX_ITEMS", 1)
    with pytest.raises(Problem, match="More than 1 posts") as refusal:
        await host.terms.delete(Removal(TAG, tag["id"]), BY)
    assert refusal.value.code is Code.CONFLICT
    assert (await host.terms.get(TAG, tag["id"]))["count"] == 0


async def test_a_new_post_has_the_default_category(host: WordPressHost) -> None:
    """Which WordPress gives it, unless it is given others, or none."""
    assert (await host.posts.create(PostFields(title="A"), BY))["categories"] == [1]
    assert (await host.posts.create(PostFields(title="A", categories=[]), BY))["categories"] == []


async def test_a_new_tag_is_made_before_its_post(host: WordPressHost, proxy: Proxy) -> None:
    """Which then has its id, and both are one change."""
    proxy.sent.clear()
    async with host.transactions.open() as transaction:
        post = await host.posts.create(PostFields(title="A", tags=["Fresh"]), BY)
        done = await transaction.commit(lambda _, objects: objects)
    assert [each.path for each in proxy.writes] == ["/wp/v2/tags", "/wp/v2/posts"]
    tag = await host.terms.get(TAG, post["tags"][0])
    assert (tag["name"], [notice["code"] for notice in post["notices"]]) == ("Fresh", ["tag_created"])
    assert [(each.kind, each.action) for each in done] == [("term", "create"), ("post", "create")]


async def test_when_the_post_fails_its_new_tag_goes_again(host: WordPressHost, proxy: Proxy) -> None:
    """What was done of the call is undone."""
    proxy.fail("fail_before", "POST", "/wp/v2/posts")
    with pytest.raises(Problem, match="was undone"):
        await host.posts.create(PostFields(title="A", tags=["Fresh"]), BY)
    assert (await host.terms.find(TermQuery(taxonomy=TAG))).total == 0


async def test_an_undone_deletion_gives_posts_their_term_back(host: WordPressHost) -> None:
    """Under the new id that it has; what moved up is below it again."""
    gone = await host.terms.create(CATEGORY, TermFields(name="Gone"))
    below = await host.terms.create(CATEGORY, TermFields(name="Below", parent=gone["id"]))
    post = await host.posts.create(PostFields(title="A", categories=[gone["id"]]), BY)
    async with host.transactions.open() as transaction:
        await host.terms.delete(Removal(CATEGORY, gone["id"]), BY)
        done = await transaction.commit(lambda _, objects: objects)
    assert (await host.posts.get(post["id"], "view"))["categories"] == [1]
    async with host.transactions.open() as transaction:
        notices = await restore(transaction, done)
        await transaction.commit(lambda _, objects: objects)
    (again,) = (await host.terms.find(TermQuery(taxonomy=CATEGORY, slug=["gone"]))).items
    assert [notice["code"] for notice in notices] == ["new_id"]
    assert (await host.posts.get(post["id"], "view"))["categories"] == [again["id"]]
    assert (await host.terms.get(CATEGORY, below["id"])).get("parent") == again["id"]


async def test_a_deletion_that_is_part_of_a_failed_call_is_undone(host: WordPressHost, proxy: Proxy) -> None:
    """Posts and terms below get the term back under its new id."""
    gone = await host.terms.create(CATEGORY, TermFields(name="Gone"))
    below = await host.terms.create(CATEGORY, TermFields(name="Below", parent=gone["id"]))
    post = await host.posts.create(PostFields(title="A", categories=[gone["id"]]), BY)
    proxy.fail("fail_before", "POST", "/wp/v2/pages")
    with pytest.raises(Problem, match="was undone"):
        async with host.transactions.open() as transaction:
            await host.terms.delete(Removal(CATEGORY, gone["id"]), BY)
            await host.pages.create(PageFields(title="Refused"), BY)
            await transaction.commit(lambda _, objects: objects)
    (again,) = (await host.terms.find(TermQuery(taxonomy=CATEGORY, slug=["gone"]))).items
    assert (await host.posts.get(post["id"], "view"))["categories"] == [again["id"]]
    assert (await host.terms.get(CATEGORY, below["id"])).get("parent") == again["id"]
