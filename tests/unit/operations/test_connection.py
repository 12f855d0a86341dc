"""Connecting a data folder: never in place of another site without a word."""

from collections.abc import AsyncIterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble
from sitehand.errors import Code, Problem
from sitehand.hosts.choice import check_host
from sitehand.operations.owner.connection import NewConnection
from sitehand.owner import perform
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.connection import Facts
from sitehand.store.broker import KEY_FILE
from tests.databases import migrate

SECRET = "abcd efgh ijkl mnop"
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
        check_host(parts.host, parts.database)
    again = assemble(parts.settings)
    check_host(again.host, again.database)
    host = again.host
    assert (host.name, host.version, host.url) == ("wordpress", "7.1.4", "https://bakery.example")
    assert host.public is None
    assert "Tools, Import" in host.capabilities().explain("imports")
    await perform(again, "disconnect_wordpress")
    with pytest.raises(Problem, match="connected with another site meanwhile"):
        check_host(again.host, again.database)
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
    with pytest.raises(Problem, match=r"connected with https://bakery\.example\.$"):
        await connect(parts, home="https://other.example")
    await connect(parts, password="another one")
    second = parts.connections.current()
    assert second is not None
    assert (second.password, second.mark) == ("another one", first.mark)
    await connect(parts, home="https://other.example", replace=True)
    third = parts.connections.current()
    assert third is not None
    assert third.mark not in ("", first.mark)


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
