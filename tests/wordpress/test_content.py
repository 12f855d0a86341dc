"""Pages and posts of a real WordPress, at the level of the port."""

from datetime import UTC, datetime

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.site.content import PageFields, PageQuery, PostFields, PostQuery
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress

BLOCK = '<!-- wp:x {"style":{},"n":1.0,"t":"caf\\u00e9 \\\\ c"} --><p>é 🎉 \\ שלום</p><!-- /wp:x -->'


async def test_a_page_lives_from_its_creation_to_its_end(host: WordPressHost) -> None:
    """Created, read, changed, trashed, taken out again, deleted for good."""
    made = await host.pages.create(PageFields(title="A & b", content="<p>x</p>"), "key:1")
    assert (made["status"], made["slug"], made["title"]) == ("draft", "", {"rendered": "A &#038; b"})
    assert made == await host.pages.get(made["id"], "view")
    edit = await host.pages.get(made["id"], "edit")
    assert (edit["title"]["raw"], edit["content"]["raw"], edit["protected"]) == ("A & b", "<p>x</p>", False)
    shown = await host.pages.update(made["id"], PageFields(status="publish", slug="a-and-b"), "key:1")
    assert (shown["status"], shown["slug"], "notices" in shown) == ("publish", "a-and-b", False)
    assert shown["revision"] != made["revision"]
    gone = await host.pages.trash(made["id"], "key:1")
    assert (gone["status"], gone["slug"]) == ("trash", "a-and-b__trashed")
    with pytest.raises(Problem, match="already in the trash"):
        await host.pages.trash(made["id"], "key:1")
    back = await host.pages.update(made["id"], PageFields(status="publish"), "key:1")
    assert (back["slug"], back["revision"]) == ("a-and-b", shown["revision"])
    last = await host.pages.delete(made["id"], "key:1")
    assert (last["id"], last["title"]["raw"]) == (made["id"], "A & b")
    with pytest.raises(Problem) as refusal:
        await host.pages.get(made["id"], "view")
    assert refusal.value.code is Code.NOT_FOUND


async def test_a_list_of_some_members_asks_for_these_alone(host: WordPressHost, proxy: Proxy) -> None:
    """As the whole list has them; members that follow from texts, such as the revision, are read with all."""
    made = await host.pages.create(PageFields(title="Some & few", content="<p>x</p>", status="publish"), "key:1")
    query = PageQuery(include=[made["id"]])
    (whole,) = (await host.pages.find(query)).items
    plain = ["id", "date", "modified", "slug", "status", "type", "link", "title.rendered", "author", "featured_media"]
    for members in (plain, ["id"], ["title"]):
        proxy.sent.clear()
        listing = await host.pages.find(query, members)
        names = {name.partition(".")[0] for name in members}
        assert (listing.items, listing.total) == ([{name: dict(whole)[name] for name in names}], 1)
        assert not {"content", "content.raw"} & set(proxy.sent[0].query["_fields"][0].split(","))
    for members in (["id", "revision"], ["content.raw"], ["nothing"]):
        assert (await host.pages.find(query, members)).items == [whole]


async def test_a_list_is_one_request_and_knows_its_total(host: WordPressHost, proxy: Proxy) -> None:
    """With the same revisions as single reads, in every detail and context."""
    ids = [(await host.posts.create(PostFields(title=f"Listed {n}"), "key:1"))["id"] for n in range(3)]
    for detail in ("summary", "full"):
        for context in ("view", "edit"):
            proxy.sent.clear()
            query = PostQuery.model_validate({"include": ids, "per_page": 2, "detail": detail, "context": context})
            found = await host.posts.find(query)
            assert (len(proxy.sent), found.total, found.pages, len(found.items)) == (1, 3, 2, 2)
            assert ("content" in found.items[0]) == (detail == "full")
            assert ("raw" in found.items[0]["title"]) == (context == "edit")
            for item in found.items:
                assert item["revision"] == (await host.posts.get(item["id"], "view"))["revision"]
    far = await host.posts.find(PostQuery(include=ids, page=9))
    assert (far.items, far.total) == ([], 3)


async def test_what_wordpress_cannot_answer_is_refused(host: WordPressHost, proxy: Proxy) -> None:
    """And not asked."""
    for query, path in (
        (PostQuery(orderby="menu_order"), "orderby"),
        (PostQuery(orderby="relevance"), "orderby"),
        (PostQuery(cursor="x"), "cursor"),
    ):
        with pytest.raises(Problem) as refusal:
            await host.posts.find(query)
        assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, path)
    assert proxy.sent == []


async def test_what_wordpress_rewrites_is_said(host: WordPressHost, wordpress: WordPress) -> None:
    """Since 6.8 an update is stored in WordPress's own form, and what is in that form stays as it is."""
    made = await host.pages.create(PageFields(title="Bytes"), "key:1")
    changed = await host.pages.update(made["id"], PageFields(content=BLOCK), "key:1")
    told = [notice["code"] for notice in changed.get("notices", ())]
    assert told == ([] if wordpress.release == "6.1" else ["blocks_rewritten"])
    canonical = (await host.pages.get(made["id"], "edit"))["content"]["raw"]
    again = await host.pages.update(made["id"], PageFields(content=f"{canonical}<p>\\u003c</p>"), "key:1")
    assert "notices" not in again
    stored = wordpress.run_sql(f"SELECT post_content FROM wp_posts WHERE ID = {made['id']}")
    assert stored == f"{canonical}<p>\\u003c</p>\n"


async def test_nothing_is_sent_when_nothing_would_be_different(host: WordPressHost, proxy: Proxy) -> None:
    """The same values again."""
    made = await host.pages.create(PageFields(title="Same", menu_order=3), "key:1")
    proxy.sent.clear()
    again = await host.pages.update(made["id"], PageFields(title="Same", menu_order=3, status="draft"), "key:1")
    assert (again, proxy.writes) == (made, [])


async def test_a_taken_slug_is_said(host: WordPressHost) -> None:
    """By the notice that the built-in site gives."""
    for codes in ([], ["slug_changed"]):
        made = await host.pages.create(PageFields(title="Taken", slug="taken-once", status="publish"), "key:1")
        assert [notice["code"] for notice in made.get("notices", [])] == codes


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        (PageFields(title="x", parent=999_999), "parent"),
        (PageFields(title="x", author=999_999), "author"),
        (PageFields(title="x", featured_media=999_999), "featured_media"),
        (PageFields(title="x", status="future"), "date"),
        (PageFields(title="x", status="private", password="quiet"), "password"),
    ],
)
async def test_references_lead_somewhere(host: WordPressHost, proxy: Proxy, fields: PageFields, path: str) -> None:
    """Before anything is sent: WordPress itself takes some that do not."""
    with pytest.raises(Problem) as refusal:
        await host.pages.create(fields, "key:1")
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, path)
    assert proxy.writes == []


async def test_no_page_stands_below_itself(host: WordPressHost) -> None:
    """Nor below one that is below it."""
    top = await host.pages.create(PageFields(title="Top"), "key:1")
    leaf = await host.pages.create(PageFields(title="Leaf", parent=top["id"]), "key:1")
    with pytest.raises(Problem, match="below itself"):
        await host.pages.update(top["id"], PageFields(parent=leaf["id"]), "key:1")


async def test_deleting_moves_children_up(host: WordPressHost) -> None:
    """As WordPress does it by itself, and the journal knows."""
    top = await host.pages.create(PageFields(title="Above"), "key:1")
    middle = await host.pages.create(PageFields(title="Middle", parent=top["id"]), "key:1")
    leaf = await host.pages.create(PageFields(title="Below", parent=middle["id"]), "key:1")
    async with host.transactions.open() as transaction:
        await host.pages.delete(middle["id"], "key:1")
        planned = await transaction.objects()
        done = await transaction.commit(lambda _, objects: objects)
    assert [(each.object, each.action) for each in planned] == [
        (str(middle["id"]), "delete"),
        (str(leaf["id"]), "update"),
    ]
    assert (planned[1].before, planned[1].after) == ({"parent": middle["id"]}, {"parent": top["id"]})
    assert done[1].after == {"parent": top["id"]}
    assert (await host.pages.get(leaf["id"], "view"))["parent"] == top["id"]


async def test_types_are_apart(host: WordPressHost) -> None:
    """A post is no page."""
    post = await host.posts.create(PostFields(title="Post", sticky=True), "key:1")
    assert (post["sticky"], post["categories"], post["tags"]) == (True, [1], [])
    with pytest.raises(Problem) as refusal:
        await host.pages.update(post["id"], PageFields(title="x"), "key:1")
    assert refusal.value.code is Code.NOT_FOUND


async def test_ids_are_completed(host: WordPressHost) -> None:
    """Those made last come first, whatever their dates."""
    dated = PageFields(title="Ahead", status="future", date=datetime(2090, 1, 1, tzinfo=UTC))
    await host.pages.create(dated, "key:1")
    ids = [str((await host.pages.create(PageFields(title=f"Id {n}"), "key:1"))["id"]) for n in range(2)]
    assert (await host.pages.complete_id("", 2)) == ids[::-1]
    assert await host.pages.complete_id(ids[0], 1) == [ids[0]]
    assert await host.pages.complete_id("x", 1) == []


async def test_a_password_is_kept_nowhere(host: WordPressHost, tmp_path: object) -> None:
    """Neither in an answer nor in what becomes of an object; only that there is one."""
    async with host.transactions.open() as transaction:
        made = await host.pages.create(PageFields(title="Locked", password="geheim-17"), "key:1")
        await host.pages.update(made["id"], PageFields(password=""), "key:1")
        done = await transaction.commit(lambda _, objects: objects)
    assert "geheim-17" not in repr(done)
    assert (await host.pages.get(made["id"], "edit"))["protected"] is False


async def test_the_list_finds_by_status_and_words(host: WordPressHost) -> None:
    """Without a status any but the trash."""
    made = await host.pages.create(PageFields(title="Quokka grazing", status="publish"), "key:1")
    gone = await host.pages.create(PageFields(title="Quokka gone"), "key:1")
    await host.pages.trash(gone["id"], "key:1")
    for query, ids in (
        (PageQuery(search="quokka"), [made["id"]]),
        (PageQuery(search="quokka", status=["trash"]), [gone["id"]]),
        (PageQuery(search="quokka", status=["any", "trash"], orderby="id"), [gone["id"], made["id"]]),
        (PageQuery(search="quokka", author=[77]), []),
    ):
        assert [page["id"] for page in (await host.pages.find(query)).items] == ids


async def test_a_drafts_date_moves_without_a_change_of_revision(host: WordPressHost) -> None:
    """But a date that is given is a change, and decides whether the page is published or scheduled."""
    made = await host.pages.create(PageFields(title="Dated"), "key:1")
    other = await host.pages.update(made["id"], PageFields(menu_order=1), "key:1")
    back = await host.pages.update(made["id"], PageFields(menu_order=0), "key:1")
    assert made["revision"] == back["revision"] != other["revision"]
    late = PageFields.model_validate({"date": "2099-01-02T03:04:05Z"})
    async with host.transactions.open() as transaction:
        dated = await host.pages.update(made["id"], late, "key:1")
        done = await transaction.commit(lambda _, objects: objects)
    assert (dated["date"], [each.after for each in done]) == ("2099-01-02T03:04:05Z", [{"date": dated["date"]}])
    shown = await host.pages.update(made["id"], PageFields(status="publish"), "key:1")
    assert (shown["status"], [each["code"] for each in shown["notices"]]) == ("future", ["scheduled"])
    early = PageFields.model_validate({"date": "2020-01-02T03:04:05Z", "status": "future"})
    past = await host.pages.update(made["id"], early, "key:1")
    assert (past["status"], [each["code"] for each in past["notices"]]) == ("publish", ["published"])
