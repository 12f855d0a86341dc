"""When WordPress gave an item another slug than it was to have."""

from typing import Any

import pytest

from sitehand.hosts.wordpress.slugs import tell_slug


def item(title: str, slug: str) -> dict[str, Any]:
    """An item as WordPress answers it."""
    return {"title": {"raw": title}, "slug": slug}


@pytest.mark.parametrize(
    ("title", "slug", "told"),
    [
        ("About", "about", False),
        ("About", "about-2", True),
        ("Top 2", "top-2", False),
        ("Top 2", "top-2-2", True),
        ("3.5 km", "3-5-km", False),
        ("会社", "%e4%bc%9a%e7%a4%be", False),
        ("会社", "%e4%bc%9a%e7%a4%be-12", True),
        ("", "12", False),
        ("", "12-2", False),
    ],
)
def test_a_number_that_the_title_has_not_is_told(title: str, slug: str, told: bool) -> None:
    """Of a new item, and of a draft that gets its slug."""
    for before in (None, item(title, "")):
        assert bool(tell_slug(before, {"title": title}, item(title, slug))) == told


@pytest.mark.parametrize(
    ("before", "sent", "after", "told"),
    [
        ("", {"slug": "other"}, "other", False),
        ("", {"slug": "other"}, "other-2", True),
        ("", {"slug": "会社"}, "%e4%bc%9a%e7%a4%be", False),
        ("old__trashed", {"status": "draft"}, "old", False),
        ("old__trashed", {"status": "draft"}, "old-2", True),
        ("old-3", {"title": "New"}, "old-3", False),
    ],
)
def test_a_slug_that_was_asked_for_or_kept_is_compared(
    before: str, sent: dict[str, Any], after: str, told: bool
) -> None:
    """That of the trash is what comes back; one that nobody touches is not compared with the title."""
    assert bool(tell_slug(item("Title", before), sent, item("Title", after))) == told
