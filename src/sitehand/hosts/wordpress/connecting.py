"""Making a connection: the site is found, and the application password tried."""

from urllib.parse import urlsplit

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.diagnosis import OLDEST, diagnose
from sitehand.hosts.wordpress.discovery import Found
from sitehand.hosts.wordpress.facts import read_facts
from sitehand.hosts.wordpress.version import read_number
from sitehand.site.connection import Facts

LOOPBACK = ("127.0.0.1", "::1", "localhost")


async def try_connection(found: Found, user: str, password: str) -> Facts:
    """What the WordPress says to this user. Raises Problem with what stands in the way."""
    refuse_plain(found.root)
    client = Client(found.root, user, password)
    try:
        facts = await read_facts(client)
    except Problem as problem:
        raise await _explain(found, user, password) or problem from None
    finally:
        await client.close()
    if facts.version and read_number(facts.version) < OLDEST:
        raise Problem(
            Code.HOST_REFUSED,
            f"{found.home} has WordPress {facts.version}. Sitehand needs 6.1 or later.",
            hint="Update WordPress.",
        )
    return facts


def refuse_plain(root: str) -> None:
    """Raise Problem(host_refused) where a password would travel unencrypted to another machine."""
    parts = urlsplit(root)
    if parts.scheme != "https" and parts.hostname not in LOOPBACK:
        raise Problem(
            Code.HOST_REFUSED,
            f"{root} is not encrypted: others on the network could read the password.",
            hint="Serve the site over https, and set both of its addresses to https (Settings, General).",
        )


async def _explain(found: Found, user: str, password: str) -> Problem | None:
    """What stands in the way, found by looking at one thing after the other."""
    facts = Facts(found.root, found.home, found.name, user)
    async for check in diagnose(facts, password):
        if not check.good:
            return Problem(Code.HOST_UNAVAILABLE, f"{check.subject}: {check.text}", hint=check.cure)
    return None
