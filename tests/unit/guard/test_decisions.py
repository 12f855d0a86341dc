"""Who may decide on whose proposal: the whole table."""

import pytest

from sitehand.errors import Code
from sitehand.guard.decisions import refuse_decision
from sitehand.guard.gate import OWNER
from sitehand.guard.lineage import find_line
from sitehand.operation.caller import Caller

MADE = [("key:1", "owner"), ("key:2", "owner"), ("key:3", "key:1"), ("key:4", "key:3"), ("key:5", "owner")]
"""1 made 3, which made 4; the owner made the others."""
FIRST, SECOND, MADE_BY_FIRST = (Caller("key", f"key:{number}", "Admin", "admin") for number in (1, 2, 3))
EDITOR_OF_THIRD, EDITOR = (Caller("key", f"key:{number}", "Editor", "editor") for number in (4, 5))
PLUGIN_ADMIN, PLUGIN_EDITOR = (Caller("plugin", f"plugin:{role}", "Link", role) for role in ("admin", "editor"))
WRITER = Caller("token", "token:0a", "Ann via App", "writer")


@pytest.mark.parametrize(
    ("decider", "proposer", "may"),
    [
        (OWNER, FIRST, True),
        (OWNER, EDITOR_OF_THIRD, True),
        (OWNER, PLUGIN_ADMIN, True),
        (FIRST, FIRST, False),
        (FIRST, SECOND, False),
        (FIRST, MADE_BY_FIRST, False),
        (FIRST, PLUGIN_ADMIN, False),
        (FIRST, EDITOR, True),
        (FIRST, EDITOR_OF_THIRD, False),
        (MADE_BY_FIRST, EDITOR_OF_THIRD, False),
        (SECOND, EDITOR_OF_THIRD, True),
        (SECOND, WRITER, True),
        (SECOND, PLUGIN_EDITOR, True),
        (PLUGIN_ADMIN, EDITOR, True),
        (PLUGIN_ADMIN, PLUGIN_EDITOR, False),
        (PLUGIN_ADMIN, FIRST, False),
        (EDITOR, EDITOR_OF_THIRD, False),
        (WRITER, EDITOR, False),
        (Caller("token", "token:0b", "Bob via App", "admin"), EDITOR, False),
    ],
)
def test_who_may_decide(decider: Caller, proposer: Caller, may: bool) -> None:
    """Between admins only the owner decides; an admin decides on what others proposed that are not of its line."""
    refused = refuse_decision(decider, proposer, find_line(decider.id, MADE))
    assert (refused is None) == may
    if refused is not None:
        assert refused.code is Code.ADMIN_REQUIRED
        assert "Ask the owner to decide" in refused.hint
