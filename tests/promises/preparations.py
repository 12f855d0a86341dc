"""Every write operation with what it needs to be called, changed, disturbed and sabotaged."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sitehand.app import OPERATION_MODULES
from sitehand.operation.catalog import collect
from sitehand.operation.declaration import Operation

BASE = "/sitehand/v1"
ITEM = {"content": "<p>Fresh water.</p>", "status": "publish"}


@dataclass(frozen=True, slots=True)
class Step:
    """A REST call; "{id}" in its path and its body stands for the object's id."""

    method: str
    path: str
    body: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Preparation:
    """How one write operation is walked.

    `fresh` names what is made for each call, `arguments` may say "{id}" for it; `other` are arguments that make it
    another call. `idle` are arguments with which it changes nothing, or why there are none. `disturb` changes the
    target in between. `newer` changes what the call changed (of the id that `made` finds in its answer), or says why
    nothing can. `sabotage` is a trigger that alters what the call writes.
    """

    arguments: Mapping[str, Any]
    other: Mapping[str, Any]
    sabotage: str
    newer: Step | str
    idle: Mapping[str, Any] | str
    fresh: str = ""
    disturb: Step | None = None
    disturbed: tuple[str, ...] = ()
    made: Callable[[Any], int | None] = lambda body: body.get("id")
    name: str = ""


ALWAYS = "It makes something new each time."
OVER = "What was decided or ended once is not changed again."


def alter(event: str, table: str, change: str, key: str = "id") -> str:
    """A trigger that changes the row that was just written."""
    return f"AFTER {event} ON {table} BEGIN UPDATE {table} SET {change} WHERE {key} = NEW.{key}; END"


def prepare_items(noun: str) -> dict[str, list[Preparation]]:
    """Pages and posts, which differ in nothing here."""
    title = "title = title || 'x'"
    return {
        f"create_{noun}": [
            Preparation(
                {"title": f"New {noun}", "status": "publish", "content": "<p>One.</p>", "password": "hidden words"},
                {"title": "Other", "status": "draft"},
                alter("INSERT", "items", title),
                Step("PATCH", f"/{noun}s/{{id}}", {"title": "Newer"}),
                ALWAYS,
            )
        ],
        f"update_{noun}": [
            Preparation(
                {"id": "{id}", "title": "Changed", "slug": "changed"},
                {"id": "{id}", "title": "Changed otherwise"},
                alter("UPDATE", "items", title),
                Step("PATCH", f"/{noun}s/{{id}}", {"title": "Newer"}),
                {"id": "{id}", "status": "publish"},
                fresh=noun,
                disturb=Step("PATCH", f"/{noun}s/{{id}}", {"excerpt": "Disturbed"}),
                disturbed=("excerpt",),
            )
        ],
        f"delete_{noun}": [
            Preparation(
                {"id": "{id}"},
                {"id": "{id}", "force": True},
                alter("UPDATE", "items", title),
                Step("PATCH", f"/{noun}s/{{id}}", {"status": "draft"}),
                "An item that is in the trash is not trashed again: conflict.",
                fresh=noun,
                disturb=Step("PATCH", f"/{noun}s/{{id}}", {"excerpt": "Disturbed"}),
                disturbed=("excerpt",),
            ),
            Preparation(
                {"id": "{id}", "force": True},
                {"id": "{id}", "force": False},
                "BEFORE DELETE ON items BEGIN SELECT RAISE(IGNORE); END",
                "What is gone is changed by nobody.",
                "What is gone is not deleted again: not_found.",
                fresh=noun,
                disturb=Step("PATCH", f"/{noun}s/{{id}}", {"excerpt": "Disturbed"}),
                disturbed=("excerpt",),
                name="force",
            ),
        ],
    }


DISTURB_MEDIA = Step("PATCH", "/media/{id}", {"caption": "Disturbed"})
MEDIA = {
    "update_media": [
        Preparation(
            {"id": "{id}", "title": "Changed", "alt_text": "Rye"},
            {"id": "{id}", "title": "Changed otherwise"},
            alter("UPDATE", "media", "title = title || 'x'"),
            Step("PATCH", "/media/{id}", {"title": "Newer"}),
            {"id": "{id}", "alt_text": "A field"},
            fresh="media",
            disturb=DISTURB_MEDIA,
            disturbed=("caption",),
        )
    ],
    "delete_media": [
        Preparation(
            {"id": "{id}", "force": True},
            {"id": "{id}", "force": False},
            "BEFORE DELETE ON media BEGIN SELECT RAISE(IGNORE); END",
            "What is gone is changed by nobody.",
            "What is gone is not deleted again: not_found.",
            fresh="media",
            disturb=DISTURB_MEDIA,
            disturbed=("caption",),
        )
    ],
}
LIMIT_OF_KEY = Step("PUT", "/rate-limit", {"key_id": "{id}", "requests_per_minute": 77})
PREPARATIONS: dict[str, list[Preparation]] = {
    **prepare_items("page"),
    **prepare_items("post"),
    **MEDIA,
    "create_api_key": [
        Preparation(
            {"label": "Walked", "role": "author"},
            {"label": "Walked otherwise", "role": "author"},
            alter("INSERT", "api_keys", "label = 'stolen'"),
            LIMIT_OF_KEY,
            ALWAYS,
        )
    ],
    "rotate_api_key": [
        Preparation(
            {"id": "{id}", "grace_seconds": 600},
            {"id": "{id}"},
            alter("UPDATE", "api_keys", "first_characters = 'x'"),
            Step("POST", "/api-keys/{id}/rotate"),
            ALWAYS,
            fresh="key",
            disturb=LIMIT_OF_KEY,
            disturbed=("requests_per_minute",),
        )
    ],
    "revoke_api_key": [
        Preparation(
            {"id": "{id}"},
            {"id": 1_000_000},
            alter("UPDATE", "api_keys", "revoked = NULL"),
            OVER,
            "A revoked key is not revoked again: not_found.",
            fresh="key",
            disturb=LIMIT_OF_KEY,
            disturbed=("requests_per_minute",),
        )
    ],
    "set_rate_limit": [
        Preparation(
            {"requests_per_minute": 500},
            {"requests_per_minute": 501},
            alter("UPDATE", "settings", "value = '1'", "name"),
            Step("PUT", "/rate-limit", {"requests_per_minute": 502}),
            {"requests_per_minute": 400},
            fresh="limit",
            disturb=Step("PUT", "/rate-limit", {"requests_per_minute": 503}),
            disturbed=("value",),
        ),
        Preparation(
            {"requests_per_minute": 500, "key_id": "{id}"},
            {"requests_per_minute": 501, "key_id": "{id}"},
            alter("UPDATE", "api_keys", "requests_per_minute = 1"),
            LIMIT_OF_KEY,
            {"requests_per_minute": 60, "key_id": "{id}"},
            fresh="key",
            disturb=LIMIT_OF_KEY,
            disturbed=("requests_per_minute",),
            made=lambda body: body.get("key_id"),
            name="key",
        ),
    ],
    "reset_rate_limit": [Preparation({}, {"key_id": 1}, "", "", {"key_id": "{id}"}, fresh="key")],
    "undo_change": [
        Preparation(
            {"id": "{id}"},
            {"request_id": "unknown"},
            alter("UPDATE", "items", "title = title || 'x'"),
            Step("PATCH", "/pages/{id}", {"title": "Newer"}),
            "A change that was taken back stands no more: conflict.",
            fresh="change",
            made=lambda body: int(body["objects"][0]["id"]),
        ),
        Preparation(
            {"id": "{id}"},
            {"request_id": "unknown"},
            alter("UPDATE", "api_keys", "label = 'stolen', requests_per_minute = 3"),
            Step("PUT", "/rate-limit", {"key_id": "{id}", "requests_per_minute": 78}),
            "A change that was taken back stands no more: conflict.",
            fresh="key change",
            made=lambda body: int(body["objects"][0]["id"]),
            name="key",
        ),
    ],
    "approve_change": [
        Preparation(
            {"id": "{id}", "note": "Fine."},
            {"id": "{id}", "note": "Well."},
            alter("UPDATE", "pending_changes", "note = 'x'"),
            Step("PATCH", "/posts/{id}", {"title": "Newer"}),
            OVER,
            fresh="pending",
            made=lambda body: int(body["result"]["id"]),
        )
    ],
    "reject_change": [
        Preparation(
            {"id": "{id}", "note": "No."},
            {"id": "{id}", "note": "Never."},
            alter("UPDATE", "pending_changes", "note = 'x'"),
            OVER,
            OVER,
            fresh="pending",
        )
    ],
    "batch": [
        Preparation(
            {"mode": "atomic", "requests": [{"method": "POST", "path": "/pages", "body": {"title": "Of a batch"}}]},
            {"mode": "atomic", "requests": [{"method": "POST", "path": "/pages", "body": {"title": "Of another"}}]},
            alter("INSERT", "items", "title = title || 'x'"),
            Step("PATCH", "/pages/{id}", {"title": "Newer"}),
            {"mode": "atomic", "requests": [{"method": "GET", "path": "/site-info"}]},
            made=lambda body: int(body["responses"][0]["body"]["id"]),
        )
    ],
}
WRITES: dict[str, Operation] = {wanted.name: wanted for wanted in collect(OPERATION_MODULES) if not wanted.reads}
CASES = [(WRITES[name], preparation) for name, some in PREPARATIONS.items() for preparation in some if name in WRITES]
