"""The demo: a site with sample content, a fresh key and a fresh password at each start."""

import secrets
from dataclasses import dataclass

from sitehand.app import Parts
from sitehand.hosts.builtin.sample import add_sample_content

LABEL = "Demo"


@dataclass(frozen=True, slots=True)
class DemoAccess:
    """What the demo prints: the owner's password and an admin key."""

    password: str
    key: str


async def prepare_demo(parts: Parts) -> DemoAccess:
    """Fill the site when it is empty, end the keys of earlier starts, make a new key and password.

    Values are never stored in the clear, so an earlier start's cannot be shown again.
    """
    await add_sample_content(parts.database, parts.host, parts.clock())
    now = parts.clock()
    for key in await parts.keys.list(include_revoked=False, now=now):
        if key["label"] == LABEL:
            await parts.keys.revoke(key["id"], now=now)
    issued = await parts.keys.create(label=LABEL, role="admin", expires=None, requests_per_minute=None, now=now)
    password = secrets.token_urlsafe(12)
    await parts.owner.set_password(password)
    return DemoAccess(password=password, key=issued["value"])
