"""Writes that a plugin or a proxy answers with JSON of another shape: what came of them counts."""

from collections.abc import Iterator
from typing import Any

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.hosts.wordpress.resources import EDIT
from sitehand.hosts.wordpress.sending import Unsettled
from sitehand.site.content import PageFields, PageQuery
from sitehand.site.terms import Removal, TermFields
from sitehand.store.database import Database
from tests.wordpress.proxy import Proxy
from tests.wordpress.test_batching import change_both, read_titles
from tests.wordpress.test_kill import read_newest, settle_at_once
from tests.wordpress.test_service import Service, service
from tests.wordpress.test_transactions import BY, keep, make, open_claims
from tests.wordpress.test_undone import count_entries

__all__ = ["service"]

ODD: tuple[Any, ...] = ([], None, {"code": "x", "message": "y"}, {"success": True}, {"id": 1}, True, 5, "text")
KINDS: tuple[Any, ...] = (["x"], {"raw": 5})
"""What no member of a page is."""


@pytest.fixture(autouse=True)
def _one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """At what nobody answered."""
    monkeypatch.setattr("sitehand.hosts.wordpress.sending.LOOK_AGAIN", (0.0,))


def change_members(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The object without each of its members, and with each of another kind."""
    for name, member in value.items():
        yield {each: kept for each, kept in value.items() if each != name}
        yield from ({**value, name: other} for other in KINDS if type(other) is not type(member))


@pytest.mark.parametrize("odd", ODD)
async def test_a_page_is_made_once_whatever_is_answered(service: Service, proxy: Proxy, odd: Any) -> None:
    """It is found, journaled, and not made again under the same idempotency key."""
    title = f"Oddly made {ODD.index(odd)}"
    proxy.tell(odd, "POST", "/wp/v2/pages")
    answers = [await service.call("POST", "/pages", {"title": title}, Idempotency_Key=title) for _ in range(2)]
    assert [(status, page["title"]) for status, page in answers] == [(201, {"rendered": title})] * 2
    found = (await service.host.pages.find(PageQuery(search=title, status=["any"]))).items
    assert [page["id"] for page in found] == [answers[0][1]["id"]]
    assert (await open_claims(service.database), (await read_newest(service.database))[2]) == (
        [],
        [f"page:{found[0]['id']}"],
    )


@pytest.mark.parametrize("odd", ODD)
async def test_a_change_is_journaled_whatever_is_answered(
    host: WordPressHost, proxy: Proxy, ledger: Database, odd: Any
) -> None:
    """The caller is told what is there now, also of a move to the trash."""
    there, entries = await make(host, "Before"), await count_entries(ledger)
    proxy.tell(odd, "POST", f"/wp/v2/pages/{there['id']}")
    changed = await host.pages.update(there["id"], PageFields(title="After"), BY)
    proxy.tell(odd, "DELETE", f"/wp/v2/pages/{there['id']}")
    assert (changed["title"]["rendered"], (await host.pages.trash(there["id"], BY))["status"]) == ("After", "trash")
    assert (await count_entries(ledger), await open_claims(ledger)) == (entries + 2, [])


async def test_an_answer_with_another_object_says_nothing(host: WordPressHost, proxy: Proxy) -> None:
    """Such as the translation of a page: what the page itself is now is read."""
    there, other = await make(host, "There"), await make(host, "Other")
    told = (await host.transactions.client.read(f"/wp/v2/pages/{other['id']}", EDIT)).value
    proxy.tell(told, "POST", f"/wp/v2/pages/{there['id']}")
    changed = await host.pages.update(there["id"], PageFields(title="Changed"), BY)
    assert (changed["id"], changed["title"]["rendered"]) == (there["id"], "Changed")


async def test_a_change_that_is_not_seen_is_settled(host: WordPressHost, proxy: Proxy, ledger: Database) -> None:
    """WordPress never got it: the claim stays until that is certain."""
    there = await make(host, "There")
    proxy.tell({"success": True}, "POST", f"/wp/v2/pages/{there['id']}", done=False)
    with pytest.raises(Unsettled):
        await host.pages.update(there["id"], PageFields(title="Lost"), BY)
    assert await open_claims(ledger) == ["unknown"]
    assert await settle_at_once(host) == [f"A call was cut off: update page:{there['id']}: not done."]


async def test_a_deletion_that_wordpress_confirms_costs_one_request(host: WordPressHost, proxy: Proxy) -> None:
    """Its answer has what was deleted: nothing is read after it."""
    page, term = await make(host, "Gone"), await host.terms.create("category", TermFields(name="Gone"))
    await host.pages.delete(page["id"], BY)
    assert (proxy.sent[-1].method, proxy.sent[-1].path) == ("DELETE", f"/wp/v2/pages/{page['id']}")
    await host.terms.delete(Removal("category", term["id"]), BY)
    assert (proxy.sent[-1].method, proxy.sent[-1].path) == ("DELETE", f"/wp/v2/categories/{term['id']}")


@pytest.mark.parametrize("odd", [{"deleted": False, "previous": {}}, {"deleted": True, "previous": {"id": 1}}, *ODD])
async def test_what_is_still_there_is_not_told_as_deleted(
    host: WordPressHost, proxy: Proxy, ledger: Database, odd: Any
) -> None:
    """Nothing is journaled, and the page can be deleted again; when it is gone, the same answer does no harm."""
    there, entries = await make(host, "Kept"), await count_entries(ledger)
    proxy.tell(odd, "DELETE", f"/wp/v2/pages/{there['id']}", done=False)
    with pytest.raises(Problem, match=rf"page:{there['id']} is still there") as refusal:
        await host.pages.delete(there["id"], BY)
    assert refusal.value.code is Code.VERIFICATION_FAILED
    assert (await count_entries(ledger), await open_claims(ledger)) == (entries, [])
    proxy.tell(odd, "DELETE", f"/wp/v2/pages/{there['id']}")
    await host.pages.delete(there["id"], BY)
    assert (await count_entries(ledger), await open_claims(ledger)) == (entries + 1, [])


async def test_a_deletion_of_which_nobody_knows_keeps_its_claim(
    host: WordPressHost, proxy: Proxy, ledger: Database
) -> None:
    """An odd answer, and then nobody answers the look at it: it is settled later."""
    there = await make(host, "Unseen")
    proxy.tell([], "DELETE", f"/wp/v2/pages/{there['id']}")
    proxy.fail("gateway_before", "GET", f"/wp/v2/pages/{there['id']}", number=3)
    with pytest.raises(Unsettled):
        await host.pages.delete(there["id"], BY)
    assert await open_claims(ledger) == ["unknown"]
    assert await settle_at_once(host) == [f"A call was cut off: delete page:{there['id']}: done."]


async def test_what_is_not_in_the_trash_is_not_told_as_moved(
    host: WordPressHost, proxy: Proxy, ledger: Database
) -> None:
    """WordPress answers with the page as it was, as when a plugin keeps it."""
    there, entries = await make(host, "Kept"), await count_entries(ledger)
    told = (await host.transactions.client.read(f"/wp/v2/pages/{there['id']}", EDIT)).value
    proxy.tell(told, "DELETE", f"/wp/v2/pages/{there['id']}", done=False)
    with pytest.raises(Problem, match=rf"page:{there['id']} is not in the trash") as refusal:
        await host.pages.trash(there["id"], BY)
    assert refusal.value.code is Code.VERIFICATION_FAILED
    assert (await host.pages.get(there["id"], "view"))["status"] == "draft"
    assert (await count_entries(ledger), await open_claims(ledger)) == (entries, [])


async def test_an_undo_that_wordpress_did_not_do_is_not_told_as_done(
    host: WordPressHost, proxy: Proxy, ledger: Database
) -> None:
    """The page that the call had made is still there: it is named, and settled."""
    there = await make(host, "There")
    proxy.fail("large_before", "POST", f"/wp/v2/pages/{there['id']}")
    proxy.tell({"deleted": False}, "DELETE", "/wp/v2/pages", done=False)
    with pytest.raises(Problem, match=r"could not be undone \(page:\d+\)"):
        async with host.transactions.open() as transaction:
            made = await make(host, "Made")
            await host.pages.update(there["id"], PageFields(parent=made["id"]), BY)
            await transaction.commit(keep)
    assert await open_claims(ledger) == ["unknown"]


@pytest.mark.parametrize("odd", ODD)
async def test_parts_of_a_batch_are_found_whatever_is_answered(
    host: WordPressHost, proxy: Proxy, ledger: Database, odd: Any
) -> None:
    """Each is read back; nothing is sent again."""
    one, two = await make(host, "One"), await make(host, "Two")
    proxy.sent.clear()
    proxy.tell({"responses": [{"body": odd, "status": 200, "headers": []}] * 2}, "POST", "/batch/v1")
    await change_both(host, one, two)
    assert [sent.path for sent in proxy.writes] == ["/batch/v1"]
    assert await read_titles(host, one, two) == ["Changed one", "Changed two"]
    assert await open_claims(ledger) == []


@pytest.mark.parametrize("part", [{"body": [], "status": 400, "headers": []}, {"body": None}, [], 5, "text", True])
async def test_a_batch_that_is_refused_in_other_words_goes_in_smaller_requests(
    host: WordPressHost, proxy: Proxy, part: Any
) -> None:
    """Nothing was done; each step says what is wrong with it."""
    one, two = await make(host, "One"), await make(host, "Two")
    proxy.tell({"failed": "validation", "responses": [part, None]}, "POST", "/batch/v1", done=False)
    if part == {"body": [], "status": 400, "headers": []}:
        with pytest.raises(Problem, match="WordPress does not take this"):
            await change_both(host, one, two)
        return
    await change_both(host, one, two)
    assert await read_titles(host, one, two) == ["Changed one", "Changed two"]


async def test_no_member_of_an_answer_makes_the_service_fail(service: Service, proxy: Proxy) -> None:
    """Left out, or of another kind: the write is done, or refused as one that was not stored."""
    there = await make(service.host, "There")
    address = f"/wp/v2/pages/{there['id']}"
    told = (await service.host.transactions.client.read(address, EDIT)).value
    for number, odd in enumerate(change_members(told)):
        title = f"Changed {number}"
        proxy.tell({**odd, "title": {"raw": title}} if odd.get("title") == told["title"] else odd, "POST", address)
        status, answer = await service.call("PATCH", f"/pages/{there['id']}", {"title": title})
        assert status == 200 or answer["code"] == "verification_failed", (odd, answer)
