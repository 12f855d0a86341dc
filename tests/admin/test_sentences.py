"""Changes as sentences."""

from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from sitehand.admin.sentences import tell_change, tell_decision, tell_objects, tell_proposal, tell_time
from sitehand.site.approvals import PendingRecord
from sitehand.site.changes import ChangeLine, FieldShown, ObjectLine
from sitehand.site.kinds import KINDS

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
PAGE = ObjectLine(kind="page", id="12", label="About us", action="update")
CHANGE: dict[str, Any] = {
    **{"id": 7, "at": "2026-11-21T11:55:00Z", "milliseconds": 3, "request_id": "r", "caller": "key:3"},
    **{"label": "Newsletter script", "role": "editor", "door": "mcp", "client": "", "operation": "update_page"},
    **{
        "outcome": "done",
        "approved_by": None,
        "approved_by_id": None,
        "undoes": [],
        "undone_by": None,
        "objects": [PAGE],
    },
}
OWNER = {"caller": "owner", "label": "Owner", "role": "admin", "door": "admin"}

BY_OWNER = {"outcome": "approved", "approved_by": "Owner", "approved_by_id": "owner"}


def _one(kind: str, label: str, action: str = "update", number: str = "1") -> ObjectLine:
    return ObjectLine(kind=kind, id=number, label=label, action=action)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "Newsletter script (editor key) changed the page “About us” via MCP, 5 minutes ago"),
        (
            {"operation": "batch", "objects": [{**PAGE, "status": "trash"}, _one("media", "a.png", "delete")]},
            "Newsletter script (editor key) moved the page “About us” to the trash and deleted the file “a.png” "
            "via MCP, 5 minutes ago",
        ),
        (
            {"objects": [{**PAGE, "status": "publish"}]},
            "Newsletter script (editor key) published the page “About us” via MCP, 5 minutes ago",
        ),
        (
            {"objects": [{**PAGE, "status": "draft"}]},
            "Newsletter script (editor key) changed the page “About us” via MCP, 5 minutes ago",
        ),
        (
            {"operation": "delete_page", "objects": [_one("page", "A", "delete"), PAGE]},
            "Newsletter script (editor key) changed the page “About us” and deleted the page “A” via MCP, "
            "5 minutes ago",
        ),
        (
            {"operation": "delete_page", "objects": [{**PAGE, "action": "delete"}]},
            "Newsletter script (editor key) deleted the page “About us” via MCP, 5 minutes ago",
        ),
        (
            {"objects": [PAGE, _one("item_term", "", "create", "12:1"), _one("author", "key:3", "create")]},
            "Newsletter script (editor key) changed the page “About us” via MCP, 5 minutes ago",
        ),
        (
            {"objects": [_one("page", "A", "create"), _one("page", "B", "create", "2"), _one("post", "C", "delete")]},
            "Newsletter script (editor key) created 2 pages and deleted the post “C” via MCP, 5 minutes ago",
        ),
        (
            {"undoes": [5]},
            "Newsletter script (editor key) undid change 5 to the page “About us” via MCP, 5 minutes ago",
        ),
        (
            {"undoes": [9, 8, 7, 6]},
            "Newsletter script (editor key) undid 4 changes to the page “About us” via MCP, 5 minutes ago",
        ),
        (
            {**BY_OWNER, "objects": [PAGE, _one("pending_change", "update_page")]},
            "Newsletter script (editor key) changed the page “About us” via MCP, approved by Owner, 5 minutes ago",
        ),
        (
            {**BY_OWNER, "approved_by_id": "key:9"},
            "Newsletter script (editor key) changed the page “About us” via MCP, approved by Owner (key), "
            "5 minutes ago",
        ),
        (
            {**BY_OWNER, "approved_by_id": None},
            "Newsletter script (editor key) changed the page “About us” via MCP, approved by Owner (as recorded "
            "before 3.8), 5 minutes ago",
        ),
        (
            {"caller": "key:9", "label": "Owner", "role": "admin"},
            "Owner (admin key) changed the page “About us” via MCP, 5 minutes ago",
        ),
        (
            {"outcome": "pending", "objects": [_one("pending_change", "update_page", "create")]},
            "Newsletter script (editor key) asked to update a page via MCP, 5 minutes ago",
        ),
        (
            {**OWNER, "operation": "revoke_api_key", "objects": [_one("key", "Old")]},
            "Owner revoked the key “Old” in the admin screens, 5 minutes ago",
        ),
        (
            {**OWNER, "operation": "set_password", "objects": [_one("setting", "owner_password")]},
            "Owner changed the owner's password in the admin screens, 5 minutes ago",
        ),
        (
            {**OWNER, "operation": "set_site_settings", "objects": [_one("setting", "site_name", "create")]},
            "Owner changed the setting “site_name” in the admin screens, 5 minutes ago",
        ),
        (
            {"caller": "site", "label": "The site itself", "role": "", "door": "site", "operation": ""},
            "The site itself changed the page “About us”, 5 minutes ago",
        ),
        (
            {
                "caller": "site",
                "label": "The site itself",
                "role": "",
                "door": "site",
                "operation": "publish_scheduled",
                "objects": [{**PAGE, "status": "publish"}],
            },
            "The site itself published the page “About us”, 5 minutes ago",
        ),
        (
            {**OWNER, "door": "cli", "operation": "create_api_key", "objects": [_one("key", "New", "create")]},
            "Owner created the key “New” on the command line, 5 minutes ago",
        ),
        (
            {**OWNER, "door": "cli", "operation": "init", "objects": [_one("setting", "owner_password", "create")]},
            "Owner set the owner's first password on the command line, 5 minutes ago",
        ),
        (
            {"operation": "new_thing", "objects": []},
            "Newsletter script (editor key) did new_thing via MCP, 5 minutes ago",
        ),
    ],
)
def test_a_change_is_a_plain_sentence(given: dict[str, Any], sentence: str) -> None:
    """Who, what, how and when, without a word of the database."""
    assert str(tell_change(cast(ChangeLine, {**CHANGE, **given}), NOW, KINDS)) == sentence


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-3, "just now"),
        (59, "just now"),
        (60, "1 minute ago"),
        (3599, "59 minutes ago"),
        (3600, "1 hour ago"),
        (2 * 86400 + 5, "2 days ago"),
        (31 * 86400, "on 2026-10-21"),
    ],
)
def test_times_are_told_as_people_do(seconds: int, words: str) -> None:
    """Seconds are just now; after a month it is the day."""
    at = (NOW - timedelta(seconds=seconds)).isoformat().replace("+00:00", "Z")
    assert tell_time(at, NOW) == words


def test_many_kinds_are_cut_short() -> None:
    """Three kinds are named, an object without a label by its number; a list that may not be whole says so."""
    kinds = [_one("menu_entry", "", number="8"), _one("media", "a.png"), _one("page", "P"), _one("post", "Q")]
    assert tell_objects(kinds, KINDS) == "the menu entry 8, the file “a.png”, the page “P” and more"
    assert tell_objects([_one("page", "P", number=str(number)) for number in range(50)], KINDS) == "50 pages and more"
    assert tell_objects([], KINDS) == ""


def test_a_wish_is_told_by_what_it_would_change() -> None:
    """A write that waits names the objects of its plan, or its operation when there are none."""
    plan: dict[str, Any] = {"changes": [{**PAGE, "fields": [], "revision_before": None, "revision_after": None}]}
    waiting = {
        "caller": "key:3",
        "label": "Script",
        "role": "author",
        "at": "2026-11-21T11:00:00Z",
        "operation": "update_page",
        "state": "waiting",
    }
    told = tell_proposal(cast(PendingRecord, {**waiting, "preview": plan}), NOW, KINDS)
    assert told == "Script (author key) wants to change the page “About us”, asked 1 hour ago"
    plan["changes"][0]["fields"] = [FieldShown(field="status", before="publish", after="trash")]
    told = tell_proposal(cast(PendingRecord, {**waiting, "preview": plan}), NOW, KINDS)
    assert told == "Script (author key) wants to move the page “About us” to the trash, asked 1 hour ago"
    told = tell_proposal(cast(PendingRecord, {**waiting, "preview": {"changes": []}}), NOW, KINDS)
    assert told == "Script (author key) wants to run update_page, asked 1 hour ago"
    told = tell_proposal(cast(PendingRecord, {**waiting, "state": "approved", "preview": {"changes": []}}), NOW, KINDS)
    assert told == "Script (author key) wanted to run update_page, asked 1 hour ago"


@pytest.mark.parametrize(
    ("decider", "words"),
    [
        (("Owner", "owner"), "by Owner, 1 hour ago"),
        (("Owner", "key:9"), "by Owner (key), 1 hour ago"),
        (("Owner", None), "by Owner (as recorded before 3.8), 1 hour ago"),
    ],
)
def test_a_decision_tells_the_owner_from_a_key_of_that_name(decider: tuple[str, str | None], words: str) -> None:
    """By the decider's kind, whatever its label says."""
    decided = {"decided_by": decider[0], "decided_by_id": decider[1], "decided_at": "2026-11-21T11:00:00Z"}
    assert tell_decision(cast(PendingRecord, decided), NOW) == words
