"""Calendars on public pages."""

import re

from tests.unit.hosts.builtin.public.rendering.test_page import show
from tests.unit.hosts.builtin.public.site import Site

CALENDAR = "<!-- wp:calendar /-->"


def read_caption(html: str) -> str:
    """The month that a page shows."""
    return "".join(re.findall("<caption>(.*?)</caption>", html))


async def test_a_calendar_shows_this_month_and_on_a_post_the_month_of_its_address(site: Site) -> None:
    """As WordPress does where addresses have the month; today is marked in its own month alone."""
    await site.add("post", slug="old", path="/2026/05/old/", date="2026-05-04T10:00:00Z", content=CALENDAR)
    await site.add("post", slug="new", path="/2026/07/new/", date="2026-07-02T10:00:00Z", content=CALENDAR)
    today = await show(site, CALENDAR)
    assert read_caption(today) == "July 2026"
    assert 'id="today">28</td>' in today and "« May" in today
    old = (await site.visit("/2026/05/old/")).text
    assert read_caption(old) == "May 2026"
    assert 'aria-label="Posts published on May 4, 2026" href="/2026/05/">4</a>' in old
    assert 'id="today"' not in old and "Jul »" in old
    assert 'id="today"' in (await site.visit("/2026/07/new/")).text
