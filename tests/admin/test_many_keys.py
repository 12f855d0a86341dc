"""Ten thousand keys: every list of them, and every screen that shows some, stays small."""

import re
import sqlite3
from contextlib import closing

import httpx2
import pytest

from sitehand.admin.key_pages import PER_PAGE
from sitehand.admin.use import MAX_CALLERS
from tests.admin.office import ROOT, URL, Office, Visitor

MANY = 10_000
MAX_SCREEN = 120_000
"""Bytes; with one key it is a tenth."""


@pytest.fixture
async def crowded(office: Office) -> Office:
    """An office with many keys, all of which were used today."""
    day = office.clock().date().isoformat()
    keys = [(f"Key {number:05}", "editor", f"{number:064x}", "sitehand_abcdef", day) for number in range(MANY)]
    uses = [(day, f"key:{number + 1}", f"Key {number:05}", number) for number in range(MANY)]
    with closing(sqlite3.connect(office.parts.database.path)) as database, database:
        columns = "label, role, secret_sha256, first_characters, created"
        database.executemany(f"INSERT INTO api_keys ({columns}) VALUES (?, ?, ?, ?, ?)", keys)
        database.executemany("INSERT INTO usage (day, caller, label, calls) VALUES (?, ?, ?, ?)", uses)
    return office


@pytest.fixture
async def owner(crowded: Office) -> Visitor:
    """The owner, logged in."""
    visitor = crowded.visitor()
    await visitor.log_in()
    return visitor


SCREENS = ("/", "/keys", "/keys?show=ended", "/limits", "/activity", "/activity?caller=key:3", "/approvals")


@pytest.mark.parametrize("path", SCREENS)
async def test_a_screen_stays_small(owner: Visitor, path: str) -> None:
    """Whatever it shows of keys, it shows some of them."""
    answer = await owner.get(path)
    assert answer.status_code == 200
    assert len(answer.content) < MAX_SCREEN


async def test_all_keys_are_reached_page_by_page(owner: Visitor) -> None:
    """Newest first, and back; past the end there are none, and the way back."""
    first = (await owner.get("/keys")).text
    assert "10000 keys" in first
    assert re.findall(r"scope=\"row\">Key (\d+)<", first) == [
        f"{MANY - number:05}" for number in range(1, PER_PAGE + 1)
    ]
    assert f'href="{ROOT}/keys?page=2" rel="next"' in first
    last = (await owner.get(f"/keys?page={MANY // PER_PAGE}")).text
    assert "Key 00000" in last
    assert 'rel="next"' not in last
    beyond = (await owner.get("/keys?page=999999")).text
    assert f'href="{ROOT}/keys?page={MANY // PER_PAGE}" rel="prev"' in beyond


async def test_a_key_is_found_by_its_label(owner: Visitor) -> None:
    """Part of it, in whatever case; signs of the search language are letters like others."""
    found = (await owner.get("/keys?search=kEY+0123")).text
    assert re.findall(r"scope=\"row\">Key (\d+)<", found) == [f"0123{digit}" for digit in reversed(range(10))]
    assert "No keys match." in (await owner.get("/limits?search=Key%25")).text
    assert (await owner.get("/keys/1/rotate")).status_code == 200
    assert (await owner.get(f"/keys/{MANY + 1}/rotate")).status_code == 404
    assert (await owner.get(f"/keys/{2**70}/revoke")).status_code == 404


async def test_the_use_of_many_keys_is_summed_up(owner: Visitor) -> None:
    """Those with most calls, one by one, and the others together; the day counts all."""
    shown = (await owner.get("/activity")).text
    assert shown.count('<svg class="bar"') == MAX_CALLERS + 1
    assert "All others" in shown
    assert f"<td>{sum(range(MANY))}</td>" in shown
    one = (await owner.get("/activity?caller=key:101")).text
    assert '<option value="key:101" selected>' in one
    assert "<td>100</td>" in one


async def test_the_operation_lists_keys_as_others_list_pages(crowded: Office) -> None:
    """An array of a hundred at most, with WordPress's headers for the way to the rest."""
    issued = await crowded.parts.keys.create(
        label="Admin", role="admin", expires=None, requests_per_minute=None, now=crowded.clock()
    )
    transport = httpx2.ASGITransport(app=crowded.app)
    headers = {"X-API-Key": issued["value"]}
    async with httpx2.AsyncClient(transport=transport, base_url=URL, headers=headers) as http:
        whole = await http.get("/sitehand/v1/api-keys")
        assert len(whole.json()) == 100
        assert (whole.headers["x-wp-total"], whole.headers["x-wp-totalpages"]) == ("10001", "101")
        last = await http.get("/sitehand/v1/api-keys?per_page=2&page=5001")
        assert [key["label"] for key in last.json()] == ["Key 00000"]
        assert 'rel="prev"' in last.headers["link"]
        assert (await http.get("/sitehand/v1/api-keys?per_page=101")).status_code == 400
