"""Connecting a data folder: never in place of another site without a word."""

from collections.abc import AsyncIterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from sitehand import app
from sitehand.app import assemble
from sitehand.doors.routes import RouteTable
from sitehand.errors import Code, Problem
from sitehand.guard.attribution import SITE
from sitehand.guard.call import in_call
from sitehand.hosts.choice import check_host
from sitehand.operation.caller import Caller
from sitehand.operations.owner.connection import NewConnection
from sitehand.owner import perform
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.connection import Facts
from sitehand.store.broker import KEY_FILE
from sitehand.store.jobs import JobTable
from sitehand.store.reading import list_rows
from sitehand.store.tables import jobs as jobs_table
from tests.databases import migrate

SECRET = "abcd efgh ijkl mnop"
EDITOR = Caller("key", "key:1", "Script", "editor", key_id=1)
WANTED: dict[str, Any] = {
    "root": "https://bakery.example/wp-json/",
    "home": "https://bakery.example",
    "name": "Bakery",
    "user": "sitehand",
    "roles": ["editor"],
    "version": "7.1.4",
    "rights": ["edit_pages"],
    "password": SECRET,
}


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    """An empty data folder."""
    opened = assemble(Settings(data=tmp_path, log="off"))
    await migrate(opened.database)
    yield opened
    await opened.close()


async def connect(parts: Parts, **changed: Any) -> Any:
    """The answer of the operation."""
    return await perform(parts, "connect_wordpress", {**WANTED, **changed})


def test_every_fact_can_be_stored() -> None:
    """One that the operation did not take would keep everybody from connecting."""
    assert {each.name for each in fields(Facts)} <= NewConnection.model_fields.keys()


async def test_the_next_start_opens_it(parts: Parts) -> None:
    """And nobody is asked for it: the WordPress may be down. What runs with the former site does not go on."""
    assert (await connect(parts))["connected"] == WANTED["home"]
    with pytest.raises(Problem, match="connected with another site meanwhile"):
        check_host(parts.database)
    again = assemble(parts.settings)
    check_host(again.database)
    host = again.host
    assert (host.name, host.version, host.url) == ("wordpress", "7.1.4", "https://bakery.example")
    assert host.public is None
    assert "Tools, Import" in host.capabilities().explain("imports")
    await perform(again, "disconnect_wordpress")
    with pytest.raises(Problem, match="connected with another site meanwhile"):
        check_host(again.database)
    await again.close()
    last = assemble(parts.settings)
    assert last.host.name == "builtin"
    await last.close()


async def test_a_site_with_content_is_hidden_only_when_that_is_wanted(parts: Parts) -> None:
    """It is kept, and there again after the end of the connection."""
    await perform(parts, "create_page", {"title": "Own"})
    with pytest.raises(Problem, match=r"a site of its own\. Its items, 1 in all,") as refused:
        await connect(parts)
    assert refused.value.code is Code.CONFLICT
    assert parts.connections.current() is None
    await connect(parts, replace=True)
    assert parts.connections.current() is not None
    await perform(parts, "disconnect_wordpress")
    assert (await parts.host.overview.counts())["page"] == {"draft": 1}


async def test_another_wordpress_wants_a_word(parts: Parts) -> None:
    """The journal is about the first one's objects. The same one may get another password at any time."""
    await connect(parts)
    first = parts.connections.current()
    assert first is not None
    with pytest.raises(Problem, match=r"is connected with https://bakery\.example\. Its history"):
        await connect(parts, home="https://other.example")
    await connect(parts, password="another one")
    second = parts.connections.current()
    assert second is not None
    assert (second.password, second.mark) == ("another one", first.mark)
    await connect(parts, home="https://other.example", replace=True)
    third = parts.connections.current()
    assert third is not None
    assert third.mark not in ("", first.mark)


async def test_after_a_disconnect_another_wordpress_wants_a_word_too(parts: Parts) -> None:
    """The history of the folder stays, and is about the first one's objects; that one comes back at any time."""
    await connect(parts)
    await perform(parts, "disconnect_wordpress")
    with pytest.raises(Problem, match=r"was last connected with https://bakery\.example\. Its history") as refused:
        await connect(parts, home="https://other.example")
    assert refused.value.code is Code.CONFLICT
    assert "--replace" in refused.value.hint
    assert parts.connections.current() is None
    await connect(parts)
    await connect(parts, home="https://other.example", replace=True)
    await perform(parts, "disconnect_wordpress")
    with pytest.raises(Problem, match=r"was last connected with https://other\.example\."):
        await connect(parts)


async def test_what_was_done_on_one_site_is_not_carried_out_on_another(parts: Parts) -> None:
    """Neither an undo nor an approval; on the site where it was done both work again. WordPress is not asked."""
    page = await perform(parts, "create_page", {"title": "Own"})
    deleted = await perform(parts, "delete_page", {"id": page["id"], "force": True})
    await perform(parts, "add_approval_rule", {"operation": "create_page"})
    gate, _ = app.connect(parts, RouteTable(parts.catalog))
    asked = await gate.perform(EDITOR, gate.catalog.get_for_owner("create_page"), {"title": "Asked for"})
    pending = asked.body["pending"]["id"]
    await connect(parts)
    other = assemble(parts.settings)
    refusals = [("undo_change", {"id": deleted["change_id"]}), ("approve_change", {"id": pending})]
    for name, arguments in refusals:
        with pytest.raises(
            Problem, match=r"was made on the built-in site\. .* serves https://bakery\.example now"
        ) as no:
            await perform(other, name, arguments)
        assert no.value.code is Code.CONFLICT
    await perform(other, "disconnect_wordpress")
    await other.close()
    for name, arguments in refusals:
        await perform(parts, name, arguments)
    assert (await parts.host.overview.counts())["page"] == {"draft": 2}


async def test_jobs_end_when_another_site_is_served(parts: Parts) -> None:
    """Those that somebody has started; what comes round goes on."""
    await perform(parts, "audit_site")
    with in_call(by=SITE):
        await JobTable(parts.database, parts.clock).enqueue("clear_old", {}, slot="clear_old")
    await connect(parts)
    jobs = await parts.database.read(list_rows(select(jobs_table.c.kind, jobs_table.c.state, jobs_table.c.error)))
    told = "It was started on the built-in site. The data folder serves https://bakery.example now."
    assert [tuple(job) for job in jobs] == [("audit_site", "failed", told), ("clear_old", "pending", "")]


async def test_without_its_key_nothing_is_sent_and_it_can_be_connected_again(parts: Parts) -> None:
    """The service runs, so that the owner can do that."""
    await connect(parts)
    (parts.settings.data / KEY_FILE).unlink()
    again = assemble(parts.settings)
    async with again.host.run():
        with pytest.raises(Problem, match="cannot be decrypted"):
            await again.host.settings.get()
    await connect(again)
    found = again.connections.current()
    assert found is not None
    assert (found.password, bool(found.mark)) == (SECRET, True)
    await again.close()


@pytest.mark.parametrize(("name", "value"), [("home", "javascript:alert(1)"), ("root", "ftp://x.test"), ("user", "")])
async def test_what_is_no_site_is_refused(parts: Parts, name: str, value: str) -> None:
    """Screens make links of it."""
    with pytest.raises(Problem) as refused:
        await connect(parts, **{name: value})
    assert [detail["path"] for detail in refused.value.details] == [name]
