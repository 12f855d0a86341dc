"""A process that makes a page and changes another one, in one transaction: it is killed on the way.

Its arguments: the data folder, the root of the API, user, password, the page to change, and whether both go together
("together"), each goes alone (""), or the page gets blocks too ("blocks").
"""

import asyncio
from pathlib import Path
from typing import Any

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.host import build_host
from sitehand.site.content import PageFields
from sitehand.site.transactions import Terms
from sitehand.store.database import Database
from sitehand.store.ledger_schema import LEDGER

BLOCKS = "<!-- wp:paragraph -->\n<p>Changed by the killed</p>\n<!-- /wp:paragraph -->"
TERMS = Terms(key="key:1\nkilled", fingerprint="call")


async def write(folder: Path, root: str, user: str, password: str, page: int, how: str) -> None:
    """Write, until somebody ends it."""
    database, client = Database(folder, LEDGER), Client(root, user, password)
    host = build_host(client, database, "secret")
    async with host.transactions.open(TERMS) as transaction:
        made = await host.pages.create(PageFields(title="Made by the killed", content="<p>x</p>"), "key:1")
        above = {} if how == "together" else {"parent": made["id"]}  # an id that is not there yet parts the requests
        blocks = {"content": BLOCKS} if how == "blocks" else {}
        changed = {"title": "Changed by the killed", **above, **blocks}
        await host.pages.update(page, PageFields.model_validate(changed), "key:1")
        await transaction.commit(host.transactions.ledger.journal.enter)


def main(*arguments: Any) -> None:
    """Write in a process of its own."""
    asyncio.run(write(*arguments))
