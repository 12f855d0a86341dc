"""What stands around the whole site is changed by callers that can use the category site, and by nobody else."""

import pytest

from sitehand.errors import Code, Problem
from sitehand.guard.frame import check_frame
from sitehand.guard.gate import OWNER
from sitehand.operation.caller import Caller
from sitehand.operation.grants import Grants
from sitehand.site.changes import ObjectChange
from sitehand.site.kinds import KINDS

FRAMES = ("navigation", "template", "template_part", "widget")


def change(kind: str) -> ObjectChange:
    """A change of an object of that kind."""
    return ObjectChange(kind, "1", "x", {"title": "x"}, {"title": "y"})


def key(role: str, *without: str) -> Caller:
    """A key with a role, and without some categories of it."""
    return Caller("key", "key:1", "x", role, grants=Grants(without=without))


@pytest.mark.parametrize("caller", [key("admin"), key("designer"), Caller("token", "token:1", "x", "writer"), OWNER])
def test_who_can_use_the_category_may(caller: Caller) -> None:
    """Whatever else the write changes."""
    check_frame(KINDS, caller, [change(kind) for kind in (*FRAMES, "page")])


@pytest.mark.parametrize("caller", [key("editor"), key("author"), key("designer", "site"), key("nobody")])
@pytest.mark.parametrize("kind", FRAMES)
def test_who_cannot_is_refused(caller: Caller, kind: str) -> None:
    """Beside other objects too, and when the owner left the category out; other objects are not concerned."""
    with pytest.raises(Problem) as refused:
        check_frame(KINDS, caller, [change("page"), change(kind)])
    assert refused.value.code is Code.CATEGORY_FORBIDDEN
    check_frame(KINDS, caller, [change("page"), change("pattern")])
