"""Where Elementor Pro shows templates by display conditions, as far as the companion tells."""

import pytest

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.elementor_conditions import ROUTE, Conditions
from sitehand.hosts.wordpress.locks import Locks
from sitehand.hosts.wordpress.staging import FIRST_PROVISIONAL
from tests.unit.broker.loopback import open_broker, plain

NEW = FIRST_PROVISIONAL
TYPES = {1: "section", 2: "header", 3: "page", NEW: "header"}


@pytest.mark.parametrize(
    ("told", "known"),
    [
        (True, {1: ["include/general"], 2: [], 3: (), NEW: ()}),
        (False, {1: (), 3: (), NEW: ()}),
    ],
)
async def test_a_section_has_the_conditions_that_the_companion_tells(
    told: bool, known: dict[int, list[str] | tuple[()]]
) -> None:
    """Elementor Pro shows some so; without the companion nobody knows those of a header."""
    async with open_broker() as server:
        found = b'[{"id": 1, "conditions": ["include/general"]}, {"id": 2, "conditions": []}]'
        server.answers[f"/wp-json{ROUTE}?include=1%2C2%2C3"] = plain(found)
        client = Client(f"{server.url}/wp-json/", "owner", "pass word")
        read = await Conditions(client, Locks(client, told=told)).read(TYPES)
        await client.close()
    assert read == known
