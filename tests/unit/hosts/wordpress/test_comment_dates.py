"""Which date an edit of a comment sends: the one that is shown, where WordPress takes it back."""

import pytest

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.comment_resource import NEW, CommentResource


@pytest.mark.parametrize(
    ("shown", "sent"),
    [
        ("2026-07-28T09:30:00", {"date_gmt": "2026-07-28T09:30:00"}),
        (NEW["date_gmt"], {}),
        ("-0001-11-30T00:00:00", {}),
        (False, {}),
    ],
    ids=["a date", "made in the same call", "0000-00-00 in the database", "none"],
)
async def test_an_edit_sends_no_date_that_wordpress_refuses(shown: str, sent: dict[str, str]) -> None:
    """The edit would be refused with it."""
    client = Client("https://hill.example/wp-json/", "sitehand", "secret")
    body = CommentResource(client).write_change({**NEW, "date_gmt": shown}, {"content": "New"})
    await client.close()
    assert body == {"content": "New", **sent}
