"""Terms of the taxonomies that plugins of a real WordPress have registered, for their own items, pages and posts."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.site.content import PageFields, PostFields
from sitehand.site.custom_items import CustomItemQuery
from sitehand.site.item_terms import ItemTerms
from sitehand.site.terms import TAG, Merger, Removal, Term, TermFields, TermOrder, TermQuery
from tests.wordpress.conftest import restore
from tests.wordpress.proxy import Proxy
from tests.wordpress.reset import empty_site
from tests.wordpress.site import WordPress
from tests.wordpress.test_custom_items import BY, recipe, site, types
from tests.wordpress.test_service import Service, open_with_types

__all__ = ["site", "types"]
COURSE, GENRE = "course", "genre"


@pytest.fixture(autouse=True)
def forget_terms(wordpress: WordPress) -> None:
    """Each test begins without terms."""
    empty_site(wordpress)


async def make(host: WordPressHost, name: str, taxonomy: str = COURSE, **fields: object) -> Term:
    """A new term."""
    return await host.terms.create(taxonomy, TermFields.model_validate({"name": name, **fields}))


async def test_terms_live_in_a_hierarchical_and_in_a_flat_taxonomy(site: WordPressHost) -> None:
    """They are told, made, found, changed, moved and removed; flat ones have no parent."""
    course, genre = [await site.terms.taxonomy(name) for name in (COURSE, "genres")]
    assert (course["rest_base"], course["hierarchical"]) == ("courses", True)
    assert set(course["types"]) == {"recipe", "post", "page"}
    assert (genre["slug"], genre["hierarchical"], genre["types"]) == (GENRE, False, ["recipe"])
    main = await make(site, "Main")
    fish = await make(site, "Fish", parent=main["id"])
    await make(site, "Starter")
    tree = await site.terms.tree(COURSE, 0)
    assert [(each["name"], each["depth"]) for each in tree["items"]] == [("Main", 0), ("Fish", 1), ("Starter", 0)]
    assert await site.terms.get("courses", fish["id"]) == fish
    with pytest.raises(Problem) as refusal:
        await site.terms.update(COURSE, main["id"], TermFields(parent=fish["id"]))
    assert refusal.value.code is Code.INVALID_ARGUMENTS
    quick = await make(site, "Quick", GENRE)
    assert "parent" not in quick
    for act in (
        make(site, "Slow", GENRE, parent=quick["id"]),
        site.terms.find(TermQuery(taxonomy=GENRE, parent=quick["id"])),
    ):
        with pytest.raises(Problem) as refusal:
            await act
        assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "parent")
    changed = await site.terms.update(GENRE, quick["id"], TermFields(name="Quick & easy", description="Soon"))
    found = (await site.terms.find(TermQuery(taxonomy=GENRE, search="quick"))).items
    assert (changed["name"], list(found)) == ("Quick & easy", [changed])
    await site.terms.delete(Removal(GENRE, quick["id"]), BY)
    assert (await site.terms.find(TermQuery(taxonomy=GENRE))).total == 0


async def test_a_deleted_term_comes_back_to_items_of_every_type(site: WordPressHost) -> None:
    """Custom items, pages and posts that had it, under the new id that it has."""
    main = await make(site, "Main")
    fish = await make(site, "Fish", parent=main["id"])
    given = {"terms": {COURSE: [main["id"]]}}
    soup = await site.custom_items.create(recipe(**given), BY)
    post = await site.posts.create(PostFields(title="A post"), BY)
    page = await site.pages.create(PageFields(title="A page"), BY)
    for kind, item in (("post", post["id"]), ("page", page["id"])):
        changed = await site.store(kind).update(item, ItemTerms.model_validate(given), BY)
        assert changed["terms"] == given["terms"]
    async with site.transactions.open() as transaction:
        await site.terms.delete(Removal(COURSE, main["id"]), BY)
        done = await transaction.commit(lambda _, objects: objects)
    assert sorted((each.kind, each.action) for each in done) == [
        *(("custom_item", "update"), ("page", "update"), ("post", "update")),
        *(("term", "delete"), ("term", "update")),
    ]
    assert (await site.custom_items.get(soup["id"], "view"))["terms"] == {}
    async with site.transactions.open() as transaction:
        notices = await restore(transaction, done)
        await transaction.commit(lambda _, objects: objects)
    (again,) = (await site.terms.find(TermQuery(taxonomy=COURSE, slug=["main"]))).items
    assert [notice["code"] for notice in notices] == ["new_id"]
    for kind, item in (("custom_item", soup["id"]), ("post", post["id"]), ("page", page["id"])):
        assert (await site.store(kind).get(item, "view"))["terms"] == {COURSE: [again["id"]]}
    assert (await site.terms.get(COURSE, fish["id"])).get("parent") == again["id"]


async def test_items_of_a_merged_term_get_the_other(site: WordPressHost) -> None:
    """Custom items and posts alike; or the term that a deletion names."""
    old, new = await make(site, "Old"), await make(site, "New")
    below = await make(site, "Below", parent=old["id"])
    soup = await site.custom_items.create(recipe(terms={COURSE: [old["id"], new["id"]]}), BY)
    post = await site.posts.create(PostFields(title="A post", status="publish"), BY)
    await site.store("post").update(post["id"], ItemTerms(terms={COURSE: [old["id"]]}), BY)
    merged = await site.terms.merge(Merger(COURSE, old["id"], new["id"]), BY)
    assert (merged["id"], merged["count"]) == (new["id"], 2)
    assert (await site.terms.get(COURSE, below["id"])).get("parent") == new["id"]
    for kind, item in (("custom_item", soup["id"]), ("post", post["id"])):
        assert (await site.store(kind).get(item, "view"))["terms"] == {COURSE: [new["id"]]}
    await site.terms.delete(Removal(COURSE, new["id"], below["id"]), BY)
    assert (await site.custom_items.get(soup["id"], "view"))["terms"] == {COURSE: [below["id"]]}


async def test_a_tag_is_of_posts_and_custom_items(site: WordPressHost) -> None:
    """Where a type has the taxonomy of posts: deleted, it comes back to both."""
    tag = await make(site, "Both", TAG)
    soup = await site.custom_items.create(recipe(terms={TAG: [tag["id"]]}), BY)
    post = await site.posts.create(PostFields(title="A post", tags=[tag["id"]]), BY)
    async with site.transactions.open() as transaction:
        await site.terms.delete(Removal(TAG, tag["id"]), BY)
        done = await transaction.commit(lambda _, objects: objects)
    async with site.transactions.open() as transaction:
        await restore(transaction, done)
        await transaction.commit(lambda _, objects: objects)
    (again,) = (await site.terms.find(TermQuery(taxonomy=TAG))).items
    assert (await site.custom_items.get(soup["id"], "view"))["terms"] == {TAG: [again["id"]]}
    assert (await site.posts.get(post["id"], "view"))["tags"] == [again["id"]]


async def test_a_term_of_items_that_nobody_reads_here_stays(site: WordPressHost, wordpress: WordPress) -> None:
    """An undo could not give it back to them; without such items it goes."""
    shelf = await make(site, "Top shelf", "shelf")
    await site.custom_items.create(recipe(terms={"shelf": [shelf["id"]]}), BY)
    count = f"UPDATE wp_term_taxonomy SET count = {{}} WHERE term_id = {shelf['id']}"
    wordpress.run_sql(count.format(2))
    with pytest.raises(Problem, match="Items that Sitehand cannot read") as refusal:
        await site.terms.delete(Removal("shelf", shelf["id"]), BY)
    assert (refusal.value.code, "hidden" in refusal.value.message) == (Code.CONFLICT, True)
    wordpress.run_sql(count.format(1))
    await site.terms.delete(Removal("shelf", shelf["id"]), BY)


async def test_a_wordpress_keeps_no_order_of_terms(site: WordPressHost) -> None:
    """Neither is one made, nor is a list asked for by it."""
    main = await make(site, "Main")
    with pytest.raises(Problem) as refusal:
        await site.terms.order(TermOrder(COURSE, 0, [main["id"]]))
    assert refusal.value.code is Code.NOT_SUPPORTED
    with pytest.raises(Problem, match="no order of terms") as refusal:
        await site.terms.find(TermQuery(taxonomy=COURSE, orderby="menu_order"))
    assert refusal.value.code is Code.INVALID_ARGUMENTS


async def test_a_type_is_known_by_its_rest_base_too(site: WordPressHost) -> None:
    """In lists and writes, as in the answer of list_types."""
    made = await site.custom_items.create(recipe(type="recipes"), BY)
    found = await site.custom_items.find(CustomItemQuery(type="recipes"))
    assert ([each["id"] for each in found.items], made["type"]) == ([made["id"]], "recipe")
    changed = await site.custom_items.update(made["id"], recipe(type="recipes", title="Broth"), BY)
    assert changed["title"]["rendered"] == "Broth"


async def test_the_tag_cloud_has_tags_of_custom_items(site: WordPressHost, wordpress: WordPress) -> None:
    """Also those that no post has: the cloud of the built-in site counts as this one does."""
    tag = await make(site, "Cloudy", TAG)
    await site.custom_items.create(recipe(terms={TAG: [tag["id"]]}), BY)
    block = '<!-- wp:tag-cloud {"showTagCounts":true} /-->'
    page = await site.pages.create(PageFields(title="Cloud", content=block, status="publish"), BY)
    async with httpx2.AsyncClient(timeout=60) as visitor:
        shown = (await visitor.get(page["link"])).text
    assert 'aria-label="Cloudy (1 item)"' in shown


@pytest.fixture
async def service(wordpress: WordPress, proxy: Proxy, types: Path, tmp_path: Path) -> AsyncIterator[Service]:
    """The REST door over a WordPress with these taxonomies."""
    async with open_with_types(wordpress, proxy, tmp_path, "custom_items", "terms") as opened:
        yield opened


async def test_operations_give_items_terms_of_any_taxonomy(service: Service, proxy: Proxy) -> None:
    """One item by id or name, and many by a filter, which a dry run shows first and one undo takes back."""
    made = [
        (await service.call("POST", "/types/recipes/items", {"title": title, "terms": {GENRE: ["Winter"]}}))[1]
        for title in ("Soup", "Stew")
    ]
    soup, stew = [each["id"] for each in made]
    (winter,) = made[0]["terms"][GENRE]
    _, main = await service.call("POST", "/taxonomies/courses/terms", {"name": "Main"})
    added = {"terms": {COURSE: ["main"], GENRE: ["Quick"]}, "mode": "add"}
    status, changed = await service.call("PUT", f"/items/{soup}/terms", added)
    assert (status, changed["terms"][COURSE], len(changed["terms"][GENRE])) == (200, [main["id"]], 2)
    taken = {"terms": {GENRE: ["winter", "Never"]}, "mode": "remove"}
    _, changed = await service.call("PUT", f"/items/{soup}/terms", taken)
    assert winter not in changed["terms"][GENRE]
    wanted = {"type": "recipe", "terms": {GENRE: [winter]}, "add_terms": {COURSE: [main["id"]]}}
    proxy.sent.clear()
    status, shown = await service.call("POST", "/items/terms?dry_run=true", wanted)
    assert (status, len(shown["changes"]), proxy.writes) == (200, 1, [])
    _, done = await service.call("POST", "/items/terms", {**wanted, "remove_terms": {GENRE: [winter]}})
    assert [(each["id"], each["terms"]) for each in done["items"]] == [(stew, {COURSE: [main["id"]]})]
    assert (await service.call("POST", "/changes/undo", {"id": done["change_id"]}))[0] == 200
    assert (await service.call("GET", f"/types/recipes/items/{stew}"))[1]["terms"] == {GENRE: [winter]}
    _, post = await service.call("POST", "/posts", {"title": "A post"})
    _, changed = await service.call("PUT", f"/posts/{post['id']}/terms", {"terms": {COURSE: ["Main"]}, "tags": ["Rye"]})
    assert (changed["terms"], len(changed["tags"])) == ({COURSE: [main["id"]]}, 1)
    _, alike = await service.call("GET", "/taxonomies/course/alike")
    assert alike == []
    status, refused = await service.call("PUT", f"/items/{post['id']}/terms", {"terms": {GENRE: ["Quick"]}})
    assert (status, refused["code"]) == (400, "invalid_arguments")


async def test_many_terms_of_an_item_are_looked_up_at_once(site: WordPressHost, service: Service, proxy: Proxy) -> None:
    """Not one by one in each taxonomy; one that is not there, or of another taxonomy, is refused."""
    genres = [(await make(site, f"Genre {number}", GENRE))["id"] for number in range(5)]
    main = await make(site, "Main")
    soup = await site.custom_items.create(recipe(), BY)
    proxy.sent.clear()
    status, changed = await service.call("PUT", f"/items/{soup['id']}/terms", {"terms": {GENRE: genres}})
    assert (status, changed["terms"]) == (200, {GENRE: genres})
    reads = [each.path for each in proxy.sent if each.method == "GET"]
    assert [path for path in reads if path.startswith(("/wp/v2/genres", "/wp/v2/tags"))] == ["/wp/v2/genres"]
    for wrong in (main["id"], 999_999):
        status, refused = await service.call("PUT", f"/items/{soup['id']}/terms", {"terms": {GENRE: [wrong]}})
        assert (status, refused["code"]) == (400, "invalid_arguments")


async def test_a_failed_call_gives_custom_items_their_deleted_term_back(service: Service, proxy: Proxy) -> None:
    """Under its new id, when a later part of the call fails."""
    host = service.host
    quick = await make(host, "Quick", GENRE)
    soup = await host.custom_items.create(recipe(terms={GENRE: [quick["id"]]}), BY)
    proxy.fail("fail_before", "POST", "/wp/v2/pages")
    with pytest.raises(Problem, match="was undone"):
        async with host.transactions.open() as transaction:
            await host.terms.delete(Removal(GENRE, quick["id"]), BY)
            await host.pages.create(PageFields(title="Refused"), BY)
            await transaction.commit(lambda _, objects: objects)
    (again,) = (await host.terms.find(TermQuery(taxonomy=GENRE))).items
    assert (await host.custom_items.get(soup["id"], "view"))["terms"] == {GENRE: [again["id"]]}
