"""A site that answers what WordPress does not is told to the person, with nothing kept."""

import asyncio

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.connecting import exchanged, try_connection
from sitehand.site.connection import Found
from tests.unit.broker.loopback import open_broker

PASSWORDS = "/wp-json/wp/v2/users/me/application-passwords"


@pytest.mark.parametrize("index", [[], {}, "x", {"home": "https://x.test", "name": "x", "namespaces": None}])
async def test_an_index_of_another_shape_is_refused(index: object) -> None:
    """The browser is at an address with the password, and must leave it whatever comes."""
    async with open_broker() as server:
        server.answer("/wp-json/?_fields=name%2Chome%2Cnamespaces", index)
        server.answer("/wp-json/wp/v2/users/me?context=edit&_fields=username%2Croles%2Ccapabilities", {})
        found = Found(f"{server.url}/wp-json/", server.url, "x", None)
        with pytest.raises(Problem, match="does not answer as WordPress does") as refusal:
            await try_connection(found, "anna", "abcd")
        assert refusal.value.code is Code.HOST_UNAVAILABLE


@pytest.mark.parametrize("made", [{}, [], {"uuid": "2"}])
async def test_a_password_that_cannot_be_exchanged_is_kept(made: object) -> None:
    """And not revoked."""
    async with open_broker() as server:
        server.answer(f"{PASSWORDS}/introspect?_fields=uuid", {"uuid": "1"})
        server.answer(PASSWORDS, made)
        async with exchanged(f"{server.url}/wp-json/", "anna", "abcd") as password:
            assert password == "abcd"
        assert [path for path in server.paths() if path.endswith("/1")] == []


async def test_a_new_password_that_nobody_stores_is_revoked() -> None:
    """And the one that was given goes on."""
    async with open_broker() as server:
        server.answer(f"{PASSWORDS}/introspect?_fields=uuid", {"uuid": "1"})
        server.answer(PASSWORDS, {"uuid": "2", "password": "new"})
        server.answer(f"{PASSWORDS}/2", {})
        with pytest.raises(LookupError):
            async with exchanged(f"{server.url}/wp-json/", "anna", "abcd") as password:
                assert password == "new"
                raise LookupError
        assert [path.rpartition("/")[2] for path in server.paths()][-1] == "2"
        assert f"{PASSWORDS}/1" not in server.paths()


async def test_a_call_that_is_cancelled_revokes_neither() -> None:
    """The new password may have been stored by then."""
    async with open_broker() as server:
        server.answer(f"{PASSWORDS}/introspect?_fields=uuid", {"uuid": "1"})
        server.answer(PASSWORDS, {"uuid": "2", "password": "new"})
        with pytest.raises(asyncio.CancelledError):
            async with exchanged(f"{server.url}/wp-json/", "anna", "abcd"):
                raise asyncio.CancelledError
        assert not {f"{PASSWORDS}/1", f"{PASSWORDS}/2"} & set(server.paths())
