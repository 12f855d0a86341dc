"""Making a connection: the site is found, and the application password tried."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.authorizing import APP, APP_NAME, refuse_elsewhere
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.diagnosis import DISABLED, OLDEST, diagnose
from sitehand.hosts.wordpress.facts import ME, read_facts
from sitehand.hosts.wordpress.resources import Json
from sitehand.hosts.wordpress.version import read_number
from sitehand.site.connection import Check, Facts, Found

LOOPBACK = ("127.0.0.1", "::1", "localhost")
PASSWORDS = f"{ME}/application-passwords"
log = logging.getLogger(__name__)


async def try_connection(found: Found, user: str, password: str) -> Facts:
    """What the WordPress says to this user. Raises Problem with what is in the way."""
    refuse_plain(found.root)
    client = Client(found.root, user, password)
    try:
        facts = await read_facts(client)
    except Problem as problem:
        raise await _explain(found, user, password) or problem from None
    except (LookupError, TypeError, ValueError, AttributeError):
        raise Problem(
            Code.HOST_UNAVAILABLE,
            f"{found.home} does not answer as WordPress does.",
            hint="A plugin may change what the REST API says. Switch off plugins that do, and connect again.",
        ) from None
    finally:
        await client.close()
    refuse_old(found.home, facts.version)
    return facts


def refuse_old(home: str, version: str) -> None:
    """Raise Problem(host_refused) for a version that is known, and older than what the service is tested with."""
    if version and read_number(version) < OLDEST:
        raise Problem(
            Code.HOST_REFUSED,
            f"{home} has WordPress {version}. Sitehand needs 6.1 or later.",
            hint="Update WordPress.",
        )


def refuse_plain(root: str) -> None:
    """Raise Problem(host_refused) where a password would travel unencrypted to another machine."""
    parts = urlsplit(root)
    if parts.scheme != "https" and parts.hostname not in LOOPBACK:
        raise Problem(
            Code.HOST_REFUSED,
            f"{root} is not encrypted: others on the network could read the password.",
            hint="Serve the site over https, and set both of its addresses to https (Settings, General).",
        )


def list_obstacles(found: Found) -> list[Check]:
    """What keeps a WordPress from being connected, as far as strangers see it."""
    problems = []
    try:
        refuse_plain(found.root)
        refuse_elsewhere(found)
        refuse_old(found.home, found.version)
    except Problem as problem:
        problems.append(Check("WordPress", False, problem.message, problem.hint))
    if found.authorize is None:
        problems.append(Check("application passwords", False, "WordPress offers no application passwords.", DISABLED))
    return problems


@asynccontextmanager
async def exchanged(root: str, user: str, password: str) -> AsyncIterator[str]:
    """Inside the block a new password, in place of one that stood in an address; that one where WordPress refuses.

    The old one is revoked after the block, and the new one if the block fails: one of them works in any case. A call
    that is cancelled may have stored the new one, or not: then both go on.
    """
    client = Client(root, user, password)
    try:
        old, made = await _make_another(client)
        try:
            yield made["password"] if made else password
        except Exception:
            await _revoke(client, made)
            raise
        await _revoke(client, old)
    finally:
        await client.close()


async def _make_another(client: Client) -> tuple[Json | None, Json | None]:
    """The password that the client uses and a new one; None for both where WordPress refuses."""
    try:
        old = (await client.read(f"{PASSWORDS}/introspect", {"_fields": ["uuid"]})).value
        made = (await client.write("POST", PASSWORDS, {"name": APP_NAME, "app_id": str(APP)})).value
        return {"uuid": old["uuid"]}, {"uuid": made["uuid"], "password": str(made["password"])}
    except (Problem, LookupError, TypeError) as fault:
        log.warning("the application password was not exchanged for a new one: %s", fault)
        return None, None


async def _revoke(client: Client, password: Json | None) -> None:
    if password is None:
        return
    try:
        await client.write("DELETE", f"{PASSWORDS}/{password['uuid']}")
    except Problem as problem:
        log.warning("an application password was not revoked; revoke it on the user's profile: %s", problem)


async def _explain(found: Found, user: str, password: str) -> Problem | None:
    """What is in the way, found by looking at one thing after the other."""
    facts = Facts(found.root, found.home, found.name, user)
    async for check in diagnose(facts, password):
        if not check.good:
            return Problem(Code.HOST_UNAVAILABLE, f"{check.subject}: {check.text}", hint=check.cure)
    return None
