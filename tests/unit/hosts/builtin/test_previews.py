"""Preview links: what is signed is read again."""

import json
from datetime import UTC, datetime

import pytest

from sitehand.hosts.builtin.previews import FORM, BuiltinPreviewLinks, Previewed
from sitehand.store.database import Database
from sitehand.store.owner import SECRET
from sitehand.store.settings import write_settings

NOW = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)
KEY = "s" * 64
GIVEN_OUT = "preview_WzMsMTIsImFiY2FiY2FiY2FiYyIsMTc5NTM3NzIzOV0.6fCxFFjUmRcLL4yMo750tVyqqiEkd8rcG7LFE7Ts-kc"


async def test_links_that_were_given_out_are_read(database: Database) -> None:
    """What a link looks like and how it is signed stays the same with every version."""
    await database.transact(lambda connection: write_settings(connection, {SECRET: KEY}))
    links = BuiltinPreviewLinks(database, "https://hill.example", "/preview", lambda: NOW)
    assert links.read(GIVEN_OUT) == Previewed(3, 12, "abcabcabcabc", 1795377239)
    assert links.read(GIVEN_OUT[:-1] + "A") is None


@pytest.mark.parametrize("revision", ["a1b2c3d4e5f60718", "0" * 64])
async def test_a_link_to_any_revision_is_read(database: Database, revision: str) -> None:
    """Also to one whose token has much the same in it."""
    await database.transact(lambda connection: write_settings(connection, {SECRET: KEY}))
    links = BuiltinPreviewLinks(database, "https://hill.example", "/preview", lambda: NOW)
    url = links.link({"id": 5, "status": "draft", "path": "/soup/", "newest": json.dumps([7, revision, KEY])})
    token = url.rpartition("/")[2]
    assert FORM.fullmatch(token)
    read = links.read(token)
    assert read is not None
    assert (read[:3], links.is_over(read)) == (Previewed(5, 7, revision, 0)[:3], False)
