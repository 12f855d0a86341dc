"""Which changes a rule on what becomes public, or is taken from the public, is about."""

from typing import Any

import pytest

from sitehand.guard.approvals import Approvals
from sitehand.operation.caller import Caller
from sitehand.operation.catalog import Catalog, collect
from sitehand.operation.policy import Rule, Transition
from sitehand.operations.content import pages
from sitehand.site.changes import ObjectChange
from sitehand.site.kinds import KINDS

UPDATE = Catalog(collect([pages])).get("update_page")
EDITOR = Caller("key", "key:1", "Editor", "editor", key_id=1)
WHOLE = {"status": "publish", "password": "", "title": "A"}


def holds(transition: Transition, before: Any, after: Any, status: str) -> bool:
    """Whether a rule on this transition holds a change up."""
    assert UPDATE is not None
    approvals = Approvals(lambda: [Rule(transition=transition)], None, KINDS)  # type: ignore[arg-type]
    change = ObjectChange("page", "7", "A", before, after, None, None, status)
    return approvals.watch(EDITOR, UPDATE)([change]) is not None


@pytest.mark.parametrize(
    ("before", "after", "status", "held"),
    [
        ({"status": "publish"}, {"status": "draft"}, "draft", True),
        ({"status": "publish"}, {"status": "private"}, "private", True),
        ({"status": "publish"}, {"status": "trash"}, "trash", True),
        ({"status": "publish", "date": "2026"}, {"status": "future", "date": "2099"}, "future", True),
        ({"status": "future"}, {"status": "draft"}, "draft", True),
        ({"password": ""}, {"password": "sha256:x"}, "publish", True),
        (WHOLE, None, "publish", True),
        ({"password": "sha256:x"}, {"password": "sha256:y"}, "publish", False),
        ({"password": "sha256:x"}, {"password": ""}, "publish", False),
        ({"password": ""}, {"password": "sha256:x"}, "draft", False),
        ({"status": "draft"}, {"status": "publish"}, "publish", False),
        ({"status": "future"}, {"status": "publish"}, "publish", False),
        ({"date": "2098"}, {"date": "2099"}, "future", False),
        ({"title": "A"}, {"title": "B"}, "publish", False),
        ({"status": "draft"}, {"status": "pending"}, "pending", False),
        (None, WHOLE, "publish", False),
    ],
)
def test_what_takes_content_from_the_public(before: Any, after: Any, status: str, held: bool) -> None:
    """By its status, a date to come, a password or a deletion; nothing that visitors see no less of."""
    assert holds("unpublish", before, after, status) is held
