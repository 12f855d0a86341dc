"""Moments as authors ask for them."""

from datetime import datetime, timedelta

import pytest

from sitehand.hosts.builtin.public.rendering.dates import write_age
from sitehand.site.values import iso
from tests.unit.hosts.builtin.public.rendering.test_page import show
from tests.unit.hosts.builtin.public.site import Site

NOW = "2026-07-28T09:30:00Z"


@pytest.mark.parametrize(
    ("gone", "words"),
    [
        ({}, "1 second ago"),
        ({"seconds": 59}, "59 seconds ago"),
        ({"seconds": 90}, "2 minutes ago"),
        ({"minutes": 150}, "3 hours ago"),
        ({"days": 1}, "1 day ago"),
        ({"days": 18}, "3 weeks ago"),
        ({"days": 364}, "12 months ago"),
        ({"days": 800}, "2 years ago"),
        ({"days": -3}, "3 days from now"),
    ],
)
def test_an_age_is_told_in_its_largest_unit(gone: dict[str, int], words: str) -> None:
    """Rounded as WordPress rounds it."""
    assert write_age(iso(datetime.fromisoformat(NOW) - timedelta(**gone)), NOW) == words


async def test_a_post_tells_its_age(site: Site) -> None:
    """Where its author asks for that instead of a day."""
    html = await show(site, '<!-- wp:post-date {"format":"human-diff"} /-->', date="2026-07-20T09:30:00Z")
    assert "1 week ago</time>" in html
