"""A page or post between WordPress's words and the port's: its fields, its revision, what is sent, what is expected."""

import re
from collections.abc import Container, Mapping, Sequence
from datetime import datetime
from typing import Any

from sitehand.errors import Code, Detail, Problem
from sitehand.hosts.wordpress.elementor_fields import read_meta, write_meta
from sitehand.hosts.wordpress.locales import check_locale
from sitehand.hosts.wordpress.meta_fields import leave_equal
from sitehand.hosts.wordpress.resources import Fields, Json, SecretMarks, differ
from sitehand.site.changes import ObjectChange
from sitehand.site.content import TRASHED, UNNAMED_STATUSES, ItemFields
from sitehand.site.values import iso
from sitehand.store.revision import name_state

TEXTS = ("title", "content", "excerpt")
SHARED = ("status", "slug", "author", "featured_media", "comment_status", "ping_status", "template", "meta")
OWN: Mapping[str, tuple[str, ...]] = {
    "page": ("parent", "menu_order"),
    "post": ("sticky", "format", "categories", "tags"),
    "pattern": (),
    "navigation": (),
    "custom_item": (),
    "elementor_template": (),
}
"""The fields that only one kind has; those of a custom item follow from its type."""
INSERTED = frozenset({*TEXTS, "type", "status", "date", "author", "parent", "menu_order", "password"})
"""The fields that WordPress stores with a new item, before its terms, its picture, its template and its meta.

Source: `create_item` of WP_REST_Posts_Controller.
"""
NO_PAGE = ("author", "featured_media")
LACKING: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("pattern", "wp_block"), NO_PAGE),
    **dict.fromkeys(("navigation", "wp_navigation"), (*NO_PAGE, "excerpt")),
}
"""Fields that items of a type do not have, in our words and in those of WordPress."""
TRASHED_ENDING = re.compile(f"{TRASHED}(?:-[0-9]+)?$")
SPACE = " \t\n\r\0\x0b"
"""What WordPress takes off the ends of a title. Source: PHP, trim."""
NEW: Json = {
    **{name: {"raw": "", "rendered": ""} for name in TEXTS},
    **{"status": "draft", "slug": "", "author": 0, "featured_media": 0, "password": "", "date_gmt": "", "link": ""},
    **{"modified_gmt": "", "parent": 0, "menu_order": 0, "sticky": False, "categories": [], "tags": []},
}


def read_moment(text: str) -> str:
    """A moment of WordPress in UTC, as we write it; empty for none."""
    return f"{text}Z" if text else ""


def read_fields(value: Json, marks: SecretMarks, own: Sequence[str]) -> Fields:
    """The fields of an item, `own` among them; of its password a mark."""
    fields = {name: value[name]["raw"] for name in TEXTS if name in value}
    fields |= {name: value[name] for name in (*SHARED, *own) if name in value}
    if lacking := LACKING.get(value["type"]):
        fields = {name: each for name, each in fields.items() if name not in lacking}
    fields |= {name: sorted(fields[name]) for name in own if isinstance(fields.get(name), list)}
    if "meta" in fields:
        fields |= read_meta(fields["meta"])
    fields["date"] = read_moment(value["date_gmt"] or "")
    fields["password"] = marks.write(value.get("password", ""))
    return fields


def check_password(given: Fields, before: Json | None) -> None:
    """Raise Problem(invalid_arguments) for a password that WordPress would drop. Source: `wp_insert_post`."""
    status = given.get("status", before["status"] if before else "draft")
    if given.get("password") and status == "private":
        detail = Detail(path="password", expected="no password: private items have none", got="a password")
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "WordPress keeps no password of a private item.",
            hint="Send the status publish with a password, or leave it out.",
            details=[detail],
        )


def name_revision(fields: Fields) -> str:
    """The revision: a hash of all that `context=edit` shows and that is no consequence of something else.

    The date of a draft is left out: where nobody set one, WordPress moves it with every change.
    """
    names = [name for name in sorted(fields) if name != "date" or fields["status"] not in UNNAMED_STATUSES]
    return name_state([[name, fields[name]] for name in names])


def write_body(fields: Fields) -> Json:
    """What is sent to WordPress for fields of the port."""
    body = {name: value for name, value in write_meta(fields).items() if name != "date"}
    if "date" in fields:
        body["date_gmt"] = fields["date"].removesuffix("Z")
    return body


def take_fields(given: ItemFields) -> Fields:
    """The fields that a caller gave, the password too, as WordPress will store them. Raises Problem(not_supported)."""
    check_locale(given)
    names = (*TEXTS, *SHARED, *OWN["page"], *OWN["post"], "synced", "date", "password")
    taken = {name: getattr(given, name) for name in given.model_fields_set if name in names}
    if "date" in taken:
        taken["date"] = iso(taken["date"])
    if "title" in taken:
        taken["title"] = taken["title"].strip(SPACE)
    return taken


def predict(kind: str, before: Json | None, body: Json, now: datetime) -> Json:
    """The item that follows. What only WordPress knows, such as a slug that it makes, stays as it is."""
    value: Json = {**(NEW if before is None else before), "type": kind}
    for name, given in body.items():
        value[name] = _predict_field(name, value.get(name), given)
    # Out of the trash, an item gets back the slug that it had before.
    if before is not None and before["status"] == "trash" != value["status"]:
        value["slug"] = TRASHED_ENDING.sub("", before["slug"])
    # WordPress chooses between these two by the date, whichever is sent.
    if value["status"] in ("publish", "future"):
        value["status"] = "future" if read_moment(value["date_gmt"]) > iso(now) else "publish"
    return value


def _predict_field(name: str, before: Any, given: Any) -> Any:
    """A field after a write. WordPress merges `meta`, by key."""
    if name == "meta" and isinstance(before, dict):
        return {**before, **given}
    return {**before, "raw": given, "rendered": given} if name in TEXTS else given


def trash(value: Json) -> Json:
    """The object as the trash has it, where it gives up its slug, if it has one."""
    slug = {"slug": f"{value['slug']}{TRASHED}"} if value.get("slug") else {}
    return {**value, "status": "trash", **slug}


def take_out(fields: Fields) -> Fields:
    """Fields of an object in the trash as they were before, but for the status, which the trash does not tell."""
    slug = {"slug": TRASHED_ENDING.sub("", fields["slug"])} if fields.get("slug") else {}
    return {**{name: value for name, value in fields.items() if name != "status"}, **slug}


def describe(
    kind: str, object_id: int, before: Fields | None, after: Fields | None, sent: Container[str]
) -> list[ObjectChange]:
    """What changed in an item: all fields if it is new or deleted, else those that differ.

    A draft's date that has moved by itself, and was not sent, is no change; nor is `meta` that was not sent, which is
    other plugins'. Of `meta` those keys are told that differ: nobody may need to write the rest to take this back.
    """
    last = after or before
    if last is None:
        return []
    revisions = [name_revision(fields) if fields is not None else None for fields in (before, after)]
    if before is not None and after is not None:
        floating = ("date",) if floats(before, after) else ()
        names = differ(before, after, [name for name in (*floating, "meta") if name not in sent])
        if not names:
            return []
        before, after = {name: before.get(name) for name in names}, {name: after[name] for name in names}
        before, after = leave_equal(before, after), leave_equal(after, before)
    label = last["title"][:200]
    return [ObjectChange(kind, str(object_id), label, before, after, revisions[0], revisions[1], last["status"])]


def floats(before: Fields, after: Fields) -> bool:
    """Whether the date of an item may have moved by itself."""
    return {before["status"], after["status"]} <= UNNAMED_STATUSES


def find_lost(sent: Mapping[str, Any], found: Fields) -> list[str]:
    """The fields that were sent and are not so. A slug may be another, and the date decides between two statuses.

    Of `meta` those keys count that were sent.
    """
    lost = [name for name in sent if name not in ("slug", "meta") and sent[name] != found.get(name)]
    if any(dict(found.get("meta") or {}).get(name) != value for name, value in dict(sent.get("meta") or {}).items()):
        lost.append("meta")
    if "status" in lost and {sent["status"], found["status"]} == {"publish", "future"}:
        lost.remove("status")
    return lost
