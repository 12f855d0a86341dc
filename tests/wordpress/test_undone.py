"""A call that failed and was to be undone, and was cut off on the way: the report and the journal say what stays."""

import json

import pytest
from sqlalchemy import Connection

from sitehand.errors import Problem
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.site.content import PageFields, PageQuery
from sitehand.site.settings import SiteSettingsFields
from sitehand.store.database import Database
from sitehand.store.journal import find_break
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_kill import claims, find_made, kill_at, read_newest, settle_at_once
from tests.wordpress.test_transactions import BY, change_elsewhere, keep, make, open_claims
from tests.wordpress.writer import TERMS

CUT = "A call failed, and its undo was not finished:"


async def read_titles(ledger: Database) -> list[tuple[str, str, str]]:
    """The title of each object in the newest entry of the journal, before and after."""

    def read(connection: Connection) -> list[tuple[str, str, str]]:
        query = "SELECT object, before, after FROM changed_objects WHERE change_id = (SELECT MAX(id) FROM changes)"
        rows = connection.exec_driver_sql(query)
        return [(row.object, json.loads(row.before)["title"], json.loads(row.after)["title"]) for row in rows]

    return await ledger.read(read)


async def count_entries(ledger: Database) -> int:
    """How many there are in the journal."""
    rows = await ledger.read(lambda connection: connection.exec_driver_sql("SELECT id FROM changes").all())
    return len(rows)


async def test_what_was_undone_before_the_kill_is_not_told_as_done(
    host: WordPressHost, proxy: Proxy, ledger: Database, wordpress: WordPress
) -> None:
    """WordPress had deleted the new page again: nothing stays, nothing is journaled, and the call can be sent again."""
    there = await make(host, "Before the kill")
    proxy.fail("fail_before", "POST", f"/wp/v2/pages/{there['id']}")
    fault, entries = proxy.fail("hold_after", "DELETE"), await count_entries(ledger)
    assert await kill_at(fault, proxy, ledger, wordpress, there)
    (claim,) = await claims(ledger)
    assert await host.settle() == []  # WordPress may still be at the last request
    report = f"{CUT} create page:{claim.ids[0]}: undone; update page:{there['id']}: not done."
    assert await settle_at_once(host) == [report]
    assert (await claims(ledger), await count_entries(ledger), await find_made(host)) == ([], entries, [])
    async with host.transactions.open(TERMS) as transaction:
        await transaction.check()


async def test_what_was_not_undone_before_the_kill_is_journaled(
    host: WordPressHost, proxy: Proxy, ledger: Database, wordpress: WordPress
) -> None:
    """WordPress never got the request that undoes it: it can be undone from the journal."""
    there = await make(host, "Before the kill")
    proxy.fail("fail_before", "POST", f"/wp/v2/pages/{there['id']}")
    assert await kill_at(proxy.fail("cut_before", "DELETE"), proxy, ledger, wordpress, there)
    assert await host.settle() == []  # it may still come to it
    (made,) = await find_made(host)
    report = f"{CUT} create page:{made}: done; update page:{there['id']}: not done."
    assert await settle_at_once(host) == [report]
    assert (await read_newest(ledger))[1:] == ("interrupted", [f"page:{made}"])
    assert ([claim.state for claim in await claims(ledger)], await ledger.read(find_break)) == (["settled"], None)
    await host.pages.delete(made, BY)


async def test_of_each_step_it_is_told_whether_it_stands(host: WordPressHost, proxy: Proxy, ledger: Database) -> None:
    """One of two edits of a page, while the other is undone; and what was deleted is there again, under a new id."""
    one, gone = await make(host, "One"), await make(host, "Gone for good")
    proxy.fail("fail_before", "POST", "/wp/v2/settings")
    fault = proxy.fail("unauthorized_before", "POST", f"/wp/v2/pages/{one['id']}", number=4)
    with pytest.raises(Problem, match="could not be undone"):
        async with host.transactions.open() as transaction:
            await host.pages.update(one["id"], PageFields(title="Changed"), BY)
            await host.pages.update(one["id"], PageFields(title="Changed again", menu_order=7), BY)
            await host.pages.delete(gone["id"], BY)
            await host.settings.update(SiteSettingsFields(description="Refused"))
            await transaction.commit(keep)
    assert (fault.reached.is_set(), await open_claims(ledger)) == (True, ["unknown"])
    (again,) = (await host.pages.find(PageQuery(search="Gone for good", status=["any"]))).items
    assert await settle_at_once(host) == [
        f"{CUT} update page:{one['id']}: done; update page:{one['id']}: undone; "
        f"delete page:{gone['id']}: undone under the new id {again['id']}; update setting:0: not done."
    ]
    assert await read_titles(ledger) == [(str(one["id"]), "One", "Changed")]


async def test_what_is_gone_for_good_and_not_made_anew_is_journaled(
    host: WordPressHost, proxy: Proxy, ledger: Database
) -> None:
    """WordPress took nothing any more when it was to be undone."""
    gone = await make(host, "Gone for good")
    proxy.fail("fail_before", "POST", "/wp/v2/settings")
    proxy.fail("unauthorized_before", "POST", "/wp/v2/pages")
    with pytest.raises(Problem, match="could not be undone"):
        async with host.transactions.open() as transaction:
            await host.pages.delete(gone["id"], BY)
            await host.settings.update(SiteSettingsFields(description="Refused"))
            await transaction.commit(keep)
    report = f"{CUT} delete page:{gone['id']}: done; update setting:0: not done."
    assert await settle_at_once(host) == [report]
    assert (await read_newest(ledger))[1:] == ("interrupted", [f"page:{gone['id']}"])


async def test_what_somebody_changed_too_is_told_by_what_was_sent(
    host: WordPressHost, proxy: Proxy, ledger: Database
) -> None:
    """What is still as it was sent is done, what is as before is undone, and of anything else nobody knows."""
    one, two, three = await make(host, "One"), await make(host, "Two"), await make(host, "Three")
    fault = proxy.fail("unauthorized_before", "POST", f"/wp/v2/pages/{two['id']}")
    proxy.fail("fail_before", "POST", "/wp/v2/settings")
    with pytest.raises(Problem, match="could not be undone"):
        async with host.transactions.open() as transaction:
            await host.pages.update(one["id"], PageFields(title="Changed one"), BY)
            await host.pages.update(two["id"], PageFields(title="Changed two"), BY)
            await host.pages.update(three["id"], PageFields(title="Changed three"), BY)
            await host.pages.update(three["id"], PageFields(menu_order=7), BY)
            await host.settings.update(SiteSettingsFields(description="Refused"))
            await transaction.commit(keep)
    assert fault.reached.is_set()
    await change_elsewhere(host, one["id"], title="Theirs")
    for each in (two, three):
        await change_elsewhere(host, each["id"], excerpt="Theirs")
    last = f"update page:{three['id']}: undone"
    report = f"{CUT} update page:{one['id']}: unclear; update page:{two['id']}: done; {last}; {last}"
    assert await settle_at_once(host) == [f"{report}; update setting:0: not done."]
    assert (await read_newest(ledger))[1:] == ("interrupted", [f"page:{two['id']}"])


async def test_an_undo_that_is_not_written_down_does_not_begin(
    host: WordPressHost, proxy: Proxy, ledger: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a restart could not tell what was undone. What was done is found later, and journaled."""
    there = await make(host, "There")
    proxy.sent.clear()
    proxy.fail("fail_before", "POST", f"/wp/v2/pages/{there['id']}")

    def refuse(*_: object) -> None:
        raise OSError("The disk is full.")

    monkeypatch.setattr("sitehand.hosts.wordpress.ledger.note_undo", refuse)
    with pytest.raises(Problem, match=r"could not be undone \(page:\d+\)\."):
        async with host.transactions.open() as transaction:
            made = await make(host, "Made")
            await host.pages.update(there["id"], PageFields(parent=made["id"]), BY)
            await transaction.commit(keep)
    assert ([sent.method for sent in proxy.writes], await open_claims(ledger)) == (["POST", "POST"], ["unknown"])
    (made,) = (await host.pages.find(PageQuery(search="Made", status=["any"]))).items
    report = f"A call was cut off: create page:{made['id']}: done; update page:{there['id']}: not done."
    assert await settle_at_once(host) == [report]
    await host.pages.delete(made["id"], BY)
