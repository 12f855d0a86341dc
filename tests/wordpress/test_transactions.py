"""What a call stages, shows and sends: nothing before it is committed, and then all of it or nothing."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress import claiming
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.hosts.wordpress.sending import Unsettled
from sitehand.hosts.wordpress.settling import Settling
from sitehand.site.changes import ObjectChange, PastChange
from sitehand.site.content import Page, PageFields, PageQuery, PostFields
from sitehand.site.settings import SiteSettingsFields
from sitehand.site.terms import Removal, TermFields, TermQuery
from sitehand.site.transactions import Repeated, Superseded, Terms
from sitehand.store.claims import STATES, list_claims
from sitehand.store.database import Database
from sitehand.store.journal import OBJECTS
from sitehand.store.replays import Replay, store_replay
from tests.wordpress.conftest import restore
from tests.wordpress.proxy import Proxy

BY = "key:1"


def keep(_: object, objects: Sequence[ObjectChange]) -> Sequence[ObjectChange]:
    """A record that only tells what was done."""
    return objects


def answered(key: str) -> Any:
    """A record that keeps an answer for an idempotency key."""

    def record(connection: Any, objects: Sequence[ObjectChange]) -> Sequence[ObjectChange]:
        store_replay(connection, Replay(key, "call"), b"the answer")
        return objects

    return record


async def make(host: WordPressHost, title: str, **fields: Any) -> Page:
    """A page that is there."""
    return await host.pages.create(PageFields(title=title, **fields), BY)


async def open_claims(ledger: Database) -> list[str]:
    """The states of the claims that are there."""
    found = await ledger.read(lambda connection: list_claims(connection, *STATES))
    return [claim.state for claim in found]


async def test_a_call_sees_what_it_has_staged_and_nobody_else_does(host: WordPressHost, proxy: Proxy) -> None:
    """A new page has an id that later steps refer to; answers become true when it is committed."""
    there = await make(host, "There", content="<p>old</p>")
    proxy.sent.clear()
    async with host.transactions.open() as transaction:
        made = await make(host, "New")
        child = await make(host, "Child", parent=made["id"])
        changed = await host.pages.update(made["id"], PageFields(title="Newer"), BY)
        await host.pages.update(there["id"], PageFields(content="<p>new</p>"), BY)
        assert (
            changed["title"]["rendered"] == (await host.pages.get(made["id"], "view"))["title"]["rendered"] == "Newer"
        )
        assert (await host.pages.get(there["id"], "edit"))["content"]["raw"] == "<p>new</p>"
        listed = await host.pages.find(PageQuery(include=[there["id"]], context="edit"))
        assert listed.items[0]["content"]["raw"] == "<p>new</p>"
        provisional = made["id"]
        planned = await transaction.objects()
        assert proxy.writes == []
        done = await transaction.commit(keep)
    assert [each.action for each in planned] == [each.action for each in done] == ["create", "create", "update"]
    assert planned[2].before == done[2].before == {"content": "<p>old</p>"}
    assert planned[2].after == done[2].after == {"content": "<p>new</p>"}
    assert provisional > 2**51 > made["id"] == changed["id"]
    assert done[0].object == str(made["id"])
    assert done[0].after is not None and done[0].after["title"] == "Newer"
    assert (child["parent"], done[1].after["parent"] if done[1].after else 0) == (made["id"], made["id"])
    moved = {name: made[name] for name in ("revision", "date", "modified")}  # a draft's date moves with each request
    assert made == {**changed, "title": {"rendered": "New"}, **moved}
    assert await host.pages.get(child["id"], "view") == child
    assert [sent.path for sent in proxy.writes] == ["/wp/v2/pages", "/batch/v1"]  # what needs the new id goes after it


async def test_no_text_refers_to_what_the_same_call_makes(host: WordPressHost) -> None:
    """Its id is not known before WordPress has stored it; any other number may stand there."""
    there = await make(host, "There")
    async with host.transactions.open() as transaction:
        new = await make(host, "New")
        for content in (f'<!-- wp:block {{"ref":{new["id"]}}} /-->', f'<p class="wp-image-{new["id"]}">x</p>'):
            with pytest.raises(Problem, match="an object that this call creates") as refusal:
                await host.pages.update(there["id"], PageFields(content=content), BY)
            assert refusal.value.code is Code.INVALID_ARGUMENTS
        await host.pages.update(there["id"], PageFields(content=f"<p>7{new['id']}, {2**53}</p>"), BY)
        await transaction.rollback()


async def test_what_is_taken_back_was_never_sent(host: WordPressHost, proxy: Proxy, ledger: Database) -> None:
    """The transaction can still write down what became of the call."""
    there = await make(host, "There")
    proxy.sent.clear()
    async with host.transactions.open() as transaction:
        await host.pages.update(there["id"], PageFields(title="Other"), BY)
        await host.pages.trash(there["id"], BY)
        await transaction.rollback()
        assert await transaction.objects() == []
        assert list(await transaction.commit(keep)) == []
    async with host.transactions.open() as transaction:
        await host.pages.delete(there["id"], BY)
    assert proxy.writes == []
    assert await host.pages.get(there["id"], "view") == there
    assert await open_claims(ledger) == []


async def test_a_part_is_kept_or_taken_back_alone(host: WordPressHost, proxy: Proxy) -> None:
    """Its record runs with that of the whole."""
    there = await make(host, "There")
    records: list[str] = []
    async with host.transactions.open() as whole:
        async with host.transactions.open() as part:
            await host.pages.update(there["id"], PageFields(title="Kept"), BY)
            assert [each.object for each in await part.commit(keep)] == [str(there["id"])]
        async with host.transactions.open() as part:
            await host.pages.update(there["id"], PageFields(menu_order=7), BY)
            assert [each.after for each in await part.objects()] == [{"menu_order": 7}]
        async with host.transactions.open() as part:
            await host.pages.trash(there["id"], BY)
            await part.rollback()
            await part.commit(lambda _, objects: records.append(f"part {len(objects)}"))
        await whole.commit(lambda _, objects: records.append(f"whole {len(objects)}"))
    assert records == ["part 0", "part 0", "whole 1"]  # the first of them was a try, which was taken back
    now = await host.pages.get(there["id"], "edit")
    assert (now["title"]["raw"], now["menu_order"], now["status"]) == ("Kept", 0, "draft")


async def test_a_stale_revision_is_refused(host: WordPressHost, proxy: Proxy) -> None:
    """With the revision that it has now, before anything is sent."""
    there = await make(host, "There")
    now = await host.pages.update(there["id"], PageFields(title="Changed"), BY)
    proxy.sent.clear()
    expected = [("page", str(there["id"]), there["revision"])]
    with pytest.raises(Problem) as refusal:
        async with host.transactions.open(Terms(expected=expected)) as transaction:
            await host.pages.update(there["id"], PageFields(title="Mine"), BY)
    assert (refusal.value.code, refusal.value.extra["revision"]) == (Code.REVISION_CONFLICT, now["revision"])
    async with host.transactions.open(Terms(expected=[("page", str(there["id"]), None)])) as transaction:
        assert await transaction.revision("page", str(there["id"])) == now["revision"]
    assert proxy.writes == []


async def test_a_change_between_the_look_and_the_write_is_refused(host: WordPressHost, proxy: Proxy) -> None:
    """The last look is right before the first request."""
    there = await make(host, "There")
    async with host.transactions.open() as transaction:
        await host.pages.update(there["id"], PageFields(title="Mine"), BY)
        await asyncio.create_task(change_elsewhere(host, there["id"], title="Theirs"))
        proxy.sent.clear()
        with pytest.raises(Problem) as refusal:
            await transaction.commit(keep)
    assert refusal.value.code is Code.REVISION_CONFLICT
    assert proxy.writes == []
    assert (await host.pages.get(there["id"], "edit"))["title"]["raw"] == "Theirs"


async def change_elsewhere(host: WordPressHost, page: int, **fields: Any) -> None:
    """What somebody does in WordPress, past us."""
    await host.transactions.client.write("POST", f"/wp/v2/pages/{page}", fields)


async def test_a_lost_race_is_reported(host: WordPressHost, proxy: Proxy) -> None:
    """Somebody writes after the last look: their text is named by its revision."""
    there = await make(host, "There", content="<p>base</p>")
    await host.pages.update(there["id"], PageFields(content="<p>base 2</p>"), BY)
    fault = proxy.fail("hold", "POST", f"/wp/v2/pages/{there['id']}")
    ours = asyncio.create_task(host.pages.update(there["id"], PageFields(content="<p>ours</p>"), BY))
    await fault.reached.wait()
    await change_elsewhere(host, there["id"], content="<p>theirs</p>", menu_order=5)
    fault.go_on.set()
    told = {notice["code"]: notice["message"] for notice in (await ours)["notices"]}
    assert set(told) == {"changed_meanwhile"}
    assert (await host.pages.get(there["id"], "edit"))["content"]["raw"] == "<p>ours</p>"


async def test_a_key_is_answered_once(host: WordPressHost, proxy: Proxy, ledger: Database) -> None:
    """A second call with it, at the same time or later, does nothing."""
    terms = Terms(key="key:1\nabc", fingerprint="call")
    fault = proxy.fail("hold", "POST", "/wp/v2/pages")

    async def call() -> Sequence[ObjectChange]:
        async with host.transactions.open(terms) as transaction:
            await make(host, "Once only")
            done: Sequence[ObjectChange] = await transaction.commit(answered(terms.key))
            return done

    first, second = asyncio.create_task(call()), asyncio.create_task(call())
    await fault.reached.wait()
    fault.go_on.set()
    results = await asyncio.gather(first, second, return_exceptions=True)
    assert sorted(type(each).__name__ for each in results) == ["Repeated", "list"]
    with pytest.raises(Repeated) as repeated:
        await call()
    assert repeated.value.answer == b"the answer"
    with pytest.raises(Problem) as refusal:
        async with host.transactions.open(Terms(terms.key, "another call")) as transaction:
            await transaction.check()
    assert refusal.value.code is Code.IDEMPOTENCY_MISMATCH
    assert (await host.pages.find(PageQuery(search="Once only"))).total == 1
    assert await open_claims(ledger) == []


@pytest.mark.parametrize("action", ["update", "trash"])
async def test_a_repetition_that_finds_the_work_done_does_not_answer_for_it(
    host: WordPressHost, proxy: Proxy, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    """WordPress has done the first call, whose answer is not written down: what the second sees there is no answer."""
    there, terms = await make(host, "There"), Terms(key=f"key:1\n{action}", fingerprint="call")
    monkeypatch.setattr(claiming, "WAIT_SECONDS", 0.0)
    fault = proxy.fail("hold_after", "DELETE" if action == "trash" else "POST", f"/wp/v2/pages/{there['id']}")

    async def call() -> Sequence[ObjectChange]:
        async with host.transactions.open(terms) as transaction:
            if action == "trash":
                await host.pages.trash(there["id"], BY)
            else:
                await host.pages.update(there["id"], PageFields(title="Once"), BY)
            return await transaction.commit(answered(terms.key))

    first = asyncio.create_task(call())
    await fault.answered.wait()
    with pytest.raises(Problem) as refusal:
        await call()
    assert refusal.value.code is Code.IN_PROGRESS
    fault.go_on.set()
    assert [each.action for each in await first] == ["update"]
    with pytest.raises(Repeated):
        await call()
    now = await host.pages.get(there["id"], "view")
    assert (now["title"]["rendered"], now["status"]) == (("There", "trash") if action == "trash" else ("Once", "draft"))


async def test_who_waits_too_long_is_told(
    host: WordPressHost, proxy: Proxy, ledger: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same object, and the same key; meanwhile the ledger takes other writes, and other pages theirs."""
    monkeypatch.setattr(claiming, "WAIT_SECONDS", 0.0)
    there, other = await make(host, "There"), await make(host, "Other")
    fault = proxy.fail("hold", "POST", f"/wp/v2/pages/{there['id']}")
    terms = Terms(key="key:1\nslow", fingerprint="call")

    async def call(page: int, given: Terms) -> None:
        async with host.transactions.open(given) as transaction:
            await host.pages.update(page, PageFields(title="Changed"), BY)
            await transaction.commit(keep)

    slow = asyncio.create_task(call(there["id"], terms))
    await fault.reached.wait()
    for page, given in ((there["id"], Terms()), (other["id"], terms)):
        with pytest.raises(Problem) as refusal:
            await call(page, given)
        assert (refusal.value.code, refusal.value.headers) == (Code.IN_PROGRESS, {"Retry-After": "5"})
    assert await ledger.transact(lambda connection: connection.exec_driver_sql("SELECT 1").scalar()) == 1
    await call(other["id"], Terms())
    assert not slow.done()
    fault.go_on.set()
    await slow
    assert (await host.pages.get(there["id"], "edit"))["title"]["raw"] == "Changed"


@pytest.mark.parametrize("kind", ["cut_after", "fail_after", "html_after"])
async def test_what_was_done_is_found_by_reading_back(host: WordPressHost, proxy: Proxy, kind: Any) -> None:
    """The connection ended, or somebody answered 500, after the work was done: a success, and done once."""
    proxy.fail(kind, "POST", "/wp/v2/pages")
    made = await make(host, f"Found {kind}", content="<!-- wp:x {} --><p>x</p><!-- /wp:x -->")
    assert await host.pages.get(made["id"], "view") == made
    proxy.fail(kind, "POST", f"/wp/v2/pages/{made['id']}", number=2)  # the first one keeps what is stored
    changed = await host.pages.update(made["id"], PageFields(title=f"Changed {kind}", content="two"), BY)
    assert changed == await host.pages.get(made["id"], "view")
    proxy.fail(kind, "DELETE", f"/wp/v2/pages/{made['id']}")
    assert (await host.pages.trash(made["id"], BY))["status"] == "trash"
    proxy.fail(kind, "DELETE", f"/wp/v2/pages/{made['id']}")
    await host.pages.delete(made["id"], BY)
    assert [sent.method for sent in proxy.writes] == ["POST", "POST", "POST", "DELETE", "DELETE"]
    assert (await host.pages.find(PageQuery(search=kind, status=["any", "trash"]))).total == 0


async def test_what_nobody_can_see_keeps_its_claim_until_it_is_settled(
    host: WordPressHost, proxy: Proxy, ledger: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request that may still be running: the page is kept for it, and later found as it was."""
    monkeypatch.setattr("sitehand.hosts.wordpress.sending.LOOK_AGAIN", (0.0,))
    there = await make(host, "There")
    proxy.fail("cut_before", "POST", f"/wp/v2/pages/{there['id']}")
    with pytest.raises(Unsettled) as refusal:
        await host.pages.update(there["id"], PageFields(title="Lost"), BY)
    assert refusal.value.code is Code.HOST_UNAVAILABLE
    with pytest.raises(Problem, match="does not show yet") as busy:
        await host.pages.update(there["id"], PageFields(title="Again"), BY)
    assert busy.value.code is Code.IN_PROGRESS
    assert (await open_claims(ledger), await host.settle()) == (["unknown"], [])
    patient = host.transactions.settling
    impatient = Settling(patient.resources, patient.ledger, still_running=patient.still_running * 0)
    assert await impatient.settle_all() == [f"A call was cut off: update page:{there['id']}: not done."]
    assert await open_claims(ledger) == []
    assert (await host.pages.update(there["id"], PageFields(title="Again"), BY))["title"]["rendered"] == "Again"


async def test_when_the_second_of_two_fails_the_first_is_undone(host: WordPressHost, proxy: Proxy) -> None:
    """All kinds of changes, the last first; and the refusal says so."""
    one = await make(host, "One", status="publish", slug="one-of-two", password="geheim")
    two = await make(host, "Two", content="<p>two</p>")
    gone = await make(host, "Gone", status="private")
    child = await make(host, "Child of gone", parent=gone["id"])
    with pytest.raises(Problem) as refusal:
        async with host.transactions.open() as transaction:
            await make(host, "Made and unmade")
            await host.pages.update(one["id"], PageFields(title="Changed", password=""), BY)
            await host.pages.trash(two["id"], BY)
            await host.pages.delete(gone["id"], BY)
            await host.settings.update(SiteSettingsFields(description="Changed"))
            await host.pages.update(child["id"], PageFields(title="Refused"), BY)
            proxy.fail("fail_before", "POST", f"/wp/v2/pages/{child['id']}")
            await transaction.commit(keep)
    assert "What was done before it was undone." in refusal.value.message
    assert f"page:{gone['id']} was deleted permanently. It has the new id" in refusal.value.message
    assert (await host.pages.find(PageQuery(search="unmade", status=["any", "trash"]))).total == 0
    assert await host.pages.get(one["id"], "view") == {
        **one,
        "modified": (await host.pages.get(one["id"], "view"))["modified"],
    }
    assert (await host.pages.get(two["id"], "view"))["status"] == "draft"
    assert (await host.settings.get())["description"] == ""
    again = (await host.pages.find(PageQuery(search="Gone", status=["private"]))).items[0]
    assert (await host.pages.get(child["id"], "view"))["parent"] == again["id"]


@pytest.mark.parametrize("reassign", [False, True])
async def test_posts_have_a_category_again_whose_deletion_was_undone(
    host: WordPressHost, proxy: Proxy, *, reassign: bool
) -> None:
    """Under its new id, whether WordPress moved the posts or the call did. A page has its former title again too."""
    category = await host.terms.create("category", TermFields(name=f"Bread {reassign}"))
    other = await host.terms.create("category", TermFields(name=f"Rolls {reassign}"))
    below = await host.terms.create("category", TermFields(name=f"Rye {reassign}", parent=category["id"]))
    post = await host.posts.create(PostFields(title="Loaf", categories=[category["id"], below["id"]]), BY)
    page = await make(host, f"Shop {reassign}")
    with pytest.raises(Problem, match="What was done before it was undone"):
        async with host.transactions.open() as transaction:
            await host.terms.delete(Removal("category", category["id"], other["id"] if reassign else 0), BY)
            await host.pages.update(page["id"], PageFields(title="Changed"), BY)
            await host.pages.delete(page["id"], BY)
            await host.settings.update(SiteSettingsFields(description="Refused"))
            proxy.fail("fail_before", "POST", "/wp/v2/settings")
            await transaction.commit(keep)
    found = await host.terms.find(TermQuery(taxonomy="category", search=f"Bread {reassign}"))
    again = found.items[0]["id"]
    assert (await host.posts.get(post["id"], "view"))["categories"] == sorted([again, below["id"]])
    assert (await host.terms.get("category", below["id"]))["parent"] == again != category["id"]
    shops = (await host.pages.find(PageQuery(search=f"Shop {reassign}", status=["any"]))).items
    assert [each["title"]["rendered"] for each in shops] == [f"Shop {reassign}"]


async def test_a_record_that_fails_takes_the_change_back(host: WordPressHost, proxy: Proxy, ledger: Database) -> None:
    """What cannot be written down must not stay done."""
    there = await make(host, "There")

    def refuse(_: object, __: object) -> None:
        raise Problem(Code.STORAGE_FULL, "The disk is full.")

    with pytest.raises(Problem, match=r"The disk is full\. What was done before it was undone\."):
        async with host.transactions.open() as transaction:
            await host.pages.update(there["id"], PageFields(title="Changed"), BY)
            await transaction.commit(refuse)
    assert (await host.pages.get(there["id"], "edit"))["title"]["raw"] == "There"
    assert await open_claims(ledger) == []


async def test_undo_puts_back_what_was(host: WordPressHost) -> None:
    """Of every kind of change, in one transaction; what was deleted for good has a new id, and a new password."""
    top = await make(host, "Top", status="publish", password="geheim", content="<p>top</p>")
    async with host.transactions.open() as transaction:
        made = await host.posts.create(PostFields(title="Made"), BY)
        await host.pages.update(top["id"], PageFields(title="Other", slug="other"), BY)
        await host.settings.update(SiteSettingsFields(description="Changed"))
        first = await transaction.commit(keep)
    async with host.transactions.open() as transaction:
        await host.pages.delete(top["id"], BY)
        second = await transaction.commit(keep)
    async with host.transactions.open() as transaction:
        notices = await restore(transaction, second)
        third = await transaction.commit(keep)
    assert {notice["code"] for notice in notices} == {"new_id", "password_lost"}
    renewed = await host.pages.get(int(third[0].object), "edit")
    assert (renewed["title"]["raw"], renewed["slug"], renewed["content"]["protected"]) == ("Other", "other", True)
    with pytest.raises(Superseded) as refusal:
        async with host.transactions.open() as transaction:
            await restore(transaction, first)
    assert refusal.value.of.object == str(top["id"])
    rest = [each for each in first if each.kind != "page"]
    async with host.transactions.open() as transaction:
        assert await restore(transaction, rest) == []
        await transaction.commit(keep)
    assert (await host.settings.get())["description"] == ""
    with pytest.raises(Problem, match=f"no post {made['id']}"):
        await host.posts.get(made["id"], "view")


@pytest.mark.parametrize(
    ("kind", "before", "field"),
    [
        ("page", {"id": 20, "type": "page", "status": "draft", "title": "Gone", "content": ""}, "id"),
        ("post", {"title": "Gone", "modified": "2026-01-01T00:00:00Z"}, "modified"),
        ("term", {"id": 4, "taxonomy": "tag", "name": "Gone"}, "id"),
        ("comment", {"item_id": 2, "content": "Gone"}, "item_id"),
        ("custom_item", {"headline": "Gone"}, "headline"),
    ],
)
async def test_an_entry_of_another_form_is_a_refusal(
    host: WordPressHost, proxy: Proxy, kind: str, before: dict[str, Any], field: str
) -> None:
    """With the change and the field, before anything is sent."""
    with pytest.raises(
        Problem, match=f"^Change 1 cannot be undone: the .* 999999 has no field {field} here"
    ) as refused:
        async with host.transactions.open() as transaction:
            await restore(transaction, [ObjectChange(kind, "999999", "Gone", before, None)])
    assert refused.value.code is Code.CONFLICT
    assert proxy.writes == []
    page = await make(host, "There")
    with pytest.raises(Problem, match=f"the page {page['id']} has no field floating_date here"):
        async with host.transactions.open() as transaction:
            changed = ObjectChange("page", str(page["id"]), "There", {"floating_date": 1}, {"floating_date": 0})
            await restore(transaction, [changed])


async def test_undo_of_what_came_before_a_deletion(host: WordPressHost) -> None:
    """What is created again has a new id: it gets its older fields under that one, and pages go back below it."""
    top = await make(host, "Top", content="<p>top</p>")
    child = await make(host, "Child", parent=top["id"])
    done = []
    for work in (
        host.pages.update(top["id"], PageFields(title="Other"), BY),
        host.pages.update(child["id"], PageFields(parent=0), BY),
        host.pages.delete(top["id"], BY),
    ):
        async with host.transactions.open() as transaction:
            await work
            done.append(await transaction.commit(keep))
    told: list[Sequence[ObjectChange]] = []

    async def tell(objects: Sequence[ObjectChange], _: object) -> None:
        told.append(objects)

    changes = [PastChange(number, objects, OBJECTS) for number, objects in enumerate(done)]
    async with host.transactions.open() as transaction:
        await transaction.restore(changes[::-1], tell)
        undone = await transaction.commit(keep)
    again, below = await host.pages.get(int(undone[0].object), "edit"), await host.pages.get(child["id"], "edit")
    assert (again["title"]["raw"], again["content"]["raw"], below["parent"]) == ("Top", "<p>top</p>", again["id"])
    assert again["id"] != top["id"]
    assert [[each.object for each in objects] for objects in told[1:]] == [[str(again["id"]), str(child["id"])]]


async def test_undo_of_the_trash_and_of_what_took_out_of_it(host: WordPressHost) -> None:
    """Both ways."""
    there = await make(host, "There", status="publish", slug="undo-trash")

    async def record(work: Any) -> Sequence[ObjectChange]:
        async with host.transactions.open() as transaction:
            await work(transaction)
            done: Sequence[ObjectChange] = await transaction.commit(keep)
            return done

    trashed = await record(lambda _: host.pages.trash(there["id"], BY))
    out = await record(lambda transaction: restore(transaction, trashed))
    assert (await host.pages.get(there["id"], "view"))["revision"] == there["revision"]
    await record(lambda transaction: restore(transaction, out))
    assert (await host.pages.get(there["id"], "view"))["status"] == "trash"


async def test_what_the_trash_lost_comes_back_into_the_trash(host: WordPressHost) -> None:
    """And from there under its own slug, as if nobody had deleted it for good."""
    there = await make(host, "Lost", status="publish", slug="lost-in-the-trash")
    for work in (host.pages.trash, host.pages.delete):
        async with host.transactions.open() as transaction:
            await work(there["id"], BY)
            done = await transaction.commit(keep)
    async with host.transactions.open() as transaction:
        await restore(transaction, done)
        undone = await transaction.commit(keep)
    again = await host.pages.get(int(undone[0].object), "edit")
    assert (again["status"], again["slug"]) == ("trash", "lost-in-the-trash__trashed")
    async with host.transactions.open() as transaction:
        await host.pages.update(again["id"], PageFields(status="draft"), BY)
        await transaction.commit(keep)
    assert (await host.pages.get(again["id"], "edit"))["slug"] == "lost-in-the-trash"
