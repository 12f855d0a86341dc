"""What every host must do with categories, tags and their tree."""

import pytest

from sitehand.errors import Code, Problem
from sitehand.site.content import PostFields, PostQuery
from sitehand.site.host import Host
from sitehand.site.terms import CATEGORY, TAG, Merger, Removal, Term, TermFields, TermQuery

BY = "key:1"


async def make(host: Host, name: str, taxonomy: str = CATEGORY, **fields: object) -> Term:
    """A new term."""
    return await host.terms.create(taxonomy, TermFields.model_validate({"name": name, **fields}))


async def refuse(host: Host, code: Code, name: str, taxonomy: str = CATEGORY, **fields: object) -> Problem:
    """The refusal of a new term."""
    with pytest.raises(Problem) as refusal:
        await make(host, name, taxonomy, **fields)
    assert refusal.value.code is code
    return refusal.value


async def list_names(host: Host, taxonomy: str = CATEGORY, **query: object) -> list[str]:
    """The names of a list."""
    found = await host.terms.find(TermQuery.model_validate({"taxonomy": taxonomy, "per_page": 100, **query}))
    return [term["name"] for term in found.items]


async def test_a_term_lives_from_its_creation_to_its_end(host: Host) -> None:
    """Created, read, changed, deleted; each change has a revision of its own."""
    made = await make(host, "  Fresh   bread ", description="Warm and <b>good</b>")
    assert (made["name"], made["slug"], made["taxonomy"], made["count"]) == ("Fresh bread", "fresh-bread", CATEGORY, 0)
    assert made["description"] == "Warm and <b>good</b>"
    assert made == await host.terms.get(CATEGORY, made["id"])
    changed = await host.terms.update(CATEGORY, made["id"], TermFields(name="Bread & more"))
    assert (changed["name"], changed["slug"]) == ("Bread & more", "fresh-bread")
    assert changed["revision"] != made["revision"]
    assert await host.terms.update(CATEGORY, made["id"], TermFields(name="Bread & more")) == changed
    assert await host.terms.delete(Removal(CATEGORY, made["id"]), BY) == changed
    with pytest.raises(Problem) as refusal:
        await host.terms.get(CATEGORY, made["id"])
    assert refusal.value.code is Code.NOT_FOUND


async def test_taxonomies_are_told(host: Host) -> None:
    """With the names that WordPress gives categories and tags, by either name."""
    found = {each["slug"]: (each["rest_base"], each["hierarchical"]) for each in await host.terms.taxonomies()}
    assert (found[CATEGORY], found[TAG]) == (("categories", True), ("tags", False))
    made = await make(host, "Either")
    assert await host.terms.get("categories", made["id"]) == made
    for taxonomy in ("planet", "post"):
        with pytest.raises(Problem) as refusal:
            await host.terms.find(TermQuery(taxonomy=taxonomy))
        assert refusal.value.code is Code.NOT_FOUND


async def test_a_term_of_another_taxonomy_is_not_found(host: Host) -> None:
    """A tag is no category."""
    tag = await make(host, "Only a tag", TAG)
    for act in (
        host.terms.get(CATEGORY, tag["id"]),
        host.terms.update(CATEGORY, tag["id"], TermFields(name="x")),
        host.terms.delete(Removal(CATEGORY, tag["id"]), BY),
    ):
        with pytest.raises(Problem) as refusal:
            await act
        assert refusal.value.code is Code.NOT_FOUND


async def test_names_are_taken_among_siblings(host: Host) -> None:
    """As in WordPress: below another parent the same name is free, and a slug of its own tells two apart."""
    news = await make(host, "News")
    refused = await refuse(host, Code.CONFLICT, "NEWS")
    assert (refused.extra["term_id"], refused.details[0]["path"]) == (news["id"], "name")
    below = await make(host, "News", parent=news["id"])
    assert (below["slug"], below.get("parent")) == ("news-news", news["id"])
    apart = await make(host, "News", slug="other-news")
    assert apart["slug"] == "other-news"


async def test_names_of_tags_are_taken_everywhere(host: Host) -> None:
    """But not by categories."""
    await make(host, "Shared")
    tag = await make(host, "Shared", TAG)
    assert (tag["slug"], "parent" in tag) == ("shared", False)
    await refuse(host, Code.CONFLICT, "shared", TAG)


async def test_a_taken_slug_gets_a_number_and_a_notice(host: Host) -> None:
    """Of a new term; to change a slug to one that is taken is refused."""
    first = await make(host, "First", TAG, slug="same")
    second = await make(host, "Second", TAG, slug="same")
    assert second["slug"] == "same-2"
    assert [notice["code"] for notice in second["notices"]] == ["slug_changed"]
    with pytest.raises(Problem) as refusal:
        await host.terms.update(TAG, second["id"], TermFields(slug="same"))
    assert (refusal.value.code, refusal.value.extra["term_id"]) == (Code.CONFLICT, first["id"])
    assert await host.terms.get(TAG, second["id"]) == {k: v for k, v in second.items() if k != "notices"}


async def test_no_term_is_below_itself(host: Host) -> None:
    """Nor below one that is below it, nor below one that is not there; and tags have no parent."""
    top = await make(host, "Top")
    leaf = await make(host, "Leaf", parent=top["id"])
    for term_id, parent in ((top["id"], top["id"]), (top["id"], leaf["id"]), (leaf["id"], 999_999)):
        with pytest.raises(Problem) as refusal:
            await host.terms.update(CATEGORY, term_id, TermFields(parent=parent))
        assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "parent")
    tag = await make(host, "Flat", TAG)
    assert (await refuse(host, Code.INVALID_ARGUMENTS, "Below", TAG, parent=tag["id"])).details[0]["path"] == "parent"


async def test_lists_are_ordered_and_filtered(host: Host) -> None:
    """By WordPress's query names."""
    for name in ("walnut", "Apple", "mango_x", "mangoyx"):
        await make(host, name, TAG)
    apple = (await host.terms.find(TermQuery(taxonomy=TAG, slug=["apple"]))).items[0]
    post = await host.posts.create(PostFields.model_validate({"title": "On apples", "status": "publish"}), BY)
    assert post["tags"] == []
    assert await list_names(host, TAG) == ["Apple", "mango_x", "mangoyx", "walnut"]
    assert await list_names(host, TAG, order="desc") == ["walnut", "mangoyx", "mango_x", "Apple"]
    assert await list_names(host, TAG, orderby="id") == ["walnut", "Apple", "mango_x", "mangoyx"]
    assert await list_names(host, TAG, orderby="slug", order="desc") == ["walnut", "mangoyx", "mango_x", "Apple"]
    assert await list_names(host, TAG, search="ngo") == ["mango_x", "mangoyx"]
    assert await list_names(host, TAG, search="o_x") == ["mango_x"]
    assert await list_names(host, TAG, exclude=[apple["id"]], per_page=1) == ["mango_x"]
    assert await list_names(host, TAG, include=[apple["id"]]) == ["Apple"]
    assert await list_names(host, TAG, hide_empty=True) == []
    far = await host.terms.find(TermQuery(taxonomy=TAG, page=9, per_page=2))
    assert (list(far.items), far.total, far.pages) == ([], 4, 2)


async def test_a_tree_has_each_term_before_those_below_it(host: Host) -> None:
    """Siblings by name; from any term on."""
    food = await make(host, "Food")
    bread = await make(host, "Bread", parent=food["id"])
    await make(host, "Apples", parent=food["id"])
    await make(host, "Rye", parent=bread["id"])
    await make(host, "Drinks")
    tree = await host.terms.tree(CATEGORY, 0)
    names = [(each["name"], each["depth"]) for each in tree["items"] if each["slug"] != "uncategorized"]
    assert names == [("Drinks", 0), ("Food", 0), ("Apples", 1), ("Bread", 1), ("Rye", 2)]
    assert tree["complete"]
    assert [each["name"] for each in (await host.terms.tree(CATEGORY, food["id"]))["items"]] == [
        "Apples",
        "Bread",
        "Rye",
    ]
    with pytest.raises(Problem, match="no term"):
        await host.terms.tree(CATEGORY, 999_999)


async def test_posts_have_terms(host: Host) -> None:
    """By ids, and tags by names; an unknown name is created, and the answer says so."""
    news = await make(host, "News of posts")
    known = await make(host, "Known", TAG)
    fields = PostFields.model_validate({"title": "A", "categories": [news["id"]], "tags": ["KNOWN", "Fresh  one"]})
    post = await host.posts.create(fields, BY)
    fresh = (await host.terms.find(TermQuery(taxonomy=TAG, slug=["fresh-one"]))).items[0]
    assert (post["categories"], post["tags"]) == ([news["id"]], sorted([known["id"], fresh["id"]]))
    assert [notice["code"] for notice in post["notices"]] == ["tag_created"]
    again = await host.posts.update(post["id"], PostFields(tags=["fresh one", fresh["id"]]), BY)
    assert (again["tags"], again["categories"], "notices" in again) == ([fresh["id"]], [news["id"]], False)
    assert again["revision"] != post["revision"]
    same = await host.posts.update(post["id"], PostFields(tags=[fresh["id"]], categories=[news["id"]]), BY)
    assert same == again
    bare = await host.posts.update(post["id"], PostFields(tags=[]), BY)
    assert bare["tags"] == []
    found = await host.posts.find(PostQuery(categories=[news["id"]]))
    assert [item["id"] for item in found.items] == [post["id"]]


async def test_posts_cannot_have_terms_that_are_not_there(host: Host) -> None:
    """Nor those of the other taxonomy; nothing is created beside them."""
    tag = await make(host, "A tag of its own", TAG)
    before = (await host.terms.find(TermQuery(taxonomy=TAG))).total
    for fields, path in (
        ({"categories": [tag["id"]], "tags": ["Never made"]}, "categories"),
        ({"tags": ["Never made", 999_999]}, "tags"),
    ):
        with pytest.raises(Problem) as refusal:
            await host.posts.create(PostFields.model_validate({"title": "A", **fields}), BY)
        assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, path)
    assert (await host.terms.find(TermQuery(taxonomy=TAG))).total == before


async def test_the_count_is_that_of_published_posts(host: Host) -> None:
    """It follows what is published, taken back and deleted."""
    tag = await make(host, "Counted", TAG)
    counts = []
    post = await host.posts.create(PostFields.model_validate({"title": "A", "tags": [tag["id"]]}), BY)
    counts.append((await host.terms.get(TAG, tag["id"]))["count"])
    for fields in (PostFields(status="publish"), PostFields(status="draft"), PostFields(status="publish")):
        await host.posts.update(post["id"], fields, BY)
        counts.append((await host.terms.get(TAG, tag["id"]))["count"])
    await host.posts.delete(post["id"], BY)
    counts.append((await host.terms.get(TAG, tag["id"]))["count"])
    assert counts == [0, 1, 0, 1, 0]
    assert await list_names(host, TAG, hide_empty=True) == []


async def test_posts_of_a_deleted_category_get_the_default_one(host: Host) -> None:
    """If they have no other; and it cannot be deleted itself."""
    gone, other = await make(host, "Gone soon"), await make(host, "Other one")
    alone = await host.posts.create(PostFields(title="Alone", categories=[gone["id"]]), BY)
    both = await host.posts.create(PostFields(title="Both", categories=[gone["id"], other["id"]]), BY)
    below = await make(host, "Below it", parent=gone["id"])
    await host.terms.delete(Removal(CATEGORY, gone["id"]), BY)
    (default,) = (await host.posts.get(alone["id"], "view"))["categories"]
    assert (await host.terms.get(CATEGORY, default))["slug"] == "uncategorized"
    assert (await host.posts.get(both["id"], "view"))["categories"] == [other["id"]]
    assert (await host.terms.get(CATEGORY, below["id"])).get("parent") == 0
    with pytest.raises(Problem, match="default category") as refusal:
        await host.terms.delete(Removal(CATEGORY, default), BY)
    assert refusal.value.code is Code.CONFLICT


async def test_posts_of_a_deleted_term_can_get_another(host: Host) -> None:
    """The one that is named, which must be another term of the taxonomy."""
    old, new, category = await make(host, "Old", TAG), await make(host, "New", TAG), await make(host, "No tag")
    post = await host.posts.create(PostFields(title="Moved", tags=[old["id"]]), BY)
    for wrong in (old["id"], category["id"], 999_999):
        with pytest.raises(Problem) as refusal:
            await host.terms.delete(Removal(TAG, old["id"], wrong), BY)
        assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "reassign")
    await host.terms.delete(Removal(TAG, old["id"], new["id"]), BY)
    assert (await host.posts.get(post["id"], "view"))["tags"] == [new["id"]]
    await host.terms.delete(Removal(TAG, new["id"]), BY)
    assert (await host.posts.get(post["id"], "view"))["tags"] == []


async def test_a_deletion_tells_what_becomes_of_posts(host: Host) -> None:
    """In the same transaction, which can be taken back."""
    tag = await make(host, "Told", TAG)
    post = await host.posts.create(PostFields(title="Told", tags=[tag["id"]]), BY)
    async with host.transactions.open() as transaction:
        await host.terms.delete(Removal(TAG, tag["id"]), BY)
        objects = {(each.kind, each.action): each for each in await transaction.objects()}
        await transaction.rollback()
    assert set(objects) == {("term", "delete"), ("post", "update")}
    changed = objects["post", "update"]
    assert (changed.before, changed.after) == ({"tags": [tag["id"]]}, {"tags": []})
    assert await host.posts.get(post["id"], "view") == post


async def test_a_merged_term_leaves_everything_to_another(host: Host) -> None:
    """Its posts and the terms below it, wherever the other stood; and the answer counts them."""
    old = await make(host, "Breads")
    middle = await make(host, "Middle", parent=old["id"])
    new = await make(host, "Bread", parent=middle["id"])
    fields = {"title": "Filed", "status": "publish", "categories": [old["id"]]}
    post = await host.posts.create(PostFields.model_validate(fields), BY)
    both = await host.posts.create(PostFields.model_validate({**fields, "categories": [old["id"], new["id"]]}), BY)
    merged = await host.terms.merge(Merger(CATEGORY, old["id"], new["id"]), BY)
    assert (merged["id"], merged["count"], merged.get("parent")) == (new["id"], 2, 0)
    assert (await host.terms.get(CATEGORY, middle["id"])).get("parent") == new["id"]
    for each in (post, both):
        assert (await host.posts.get(each["id"], "view"))["categories"] == [new["id"]]
    with pytest.raises(Problem) as refusal:
        await host.terms.get(CATEGORY, old["id"])
    assert refusal.value.code is Code.NOT_FOUND


@pytest.mark.parametrize("into", ["itself", "a tag", "nothing"])
async def test_a_term_is_merged_into_another_of_its_taxonomy(host: Host, into: str) -> None:
    """And into nothing else."""
    term, tag = await make(host, "Alone"), await make(host, "Tag", TAG)
    wrong = {"itself": term["id"], "a tag": tag["id"], "nothing": 999_999}[into]
    with pytest.raises(Problem) as refusal:
        await host.terms.merge(Merger(CATEGORY, term["id"], wrong), BY)
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "into")
