"""Notes as a resource of WordPress's REST API: comments of the type note, from 6.9 on.

A note is on hold while it is open, and approved once it is resolved. Who resolves it or opens it again leaves a reply
without words that says so. Source: packages/editor of https://github.com/WordPress/gutenberg, and
wp-includes/rest-api/endpoints/class-wp-rest-comments-controller.php.
"""

from sitehand.errors import Problem
from sitehand.hosts.wordpress.resources import Fields, Json
from sitehand.hosts.wordpress.shown import NOTE
from sitehand.hosts.wordpress.states import read_moment
from sitehand.hosts.wordpress.typed_comments import TypedComments, expect_content
from sitehand.site.notes import HINT, refuse_post

TYPE = {"type": "note"}
KEPT = ("post", "parent", "author", "author_name")
SHOWN = ("id", *KEPT, "type", "status", "date_gmt", "content", "meta")
STATUSES = {"open": "hold", "resolved": "approved", "reopened": "hold", "": "hold", "trash": "trash"}
"""How WordPress stores a status; of a reply it is `DID` that tells."""
DID, DONE = "_wp_note_status", {"resolved": "resolved", "reopened": "reopen"}
GONE = ("trash", "spam")
HIDDEN = "post-trashed"
"""The status of a note whose item is in the trash, or was there when a REST request brought it back."""
NEW: Json = {
    **{"post": 0, "parent": 0, "author": 0, "author_name": "", "type": "note", "status": "hold", "date_gmt": ""},
    **{"content": {"raw": "", "rendered": ""}, "meta": {}},
}
"""What is expected of a new note before WordPress has it."""
NO_NOTES = "rest_comment_not_supported_post_type"


class NoteResource(TypedComments):
    """Implements `resources.Resource` for notes. One in the trash is deleted, and can be put back from there."""

    kind = "note"
    hint = HINT
    shown = SHOWN
    least = NOTE
    names = frozenset({*KEPT, "status", "content", "date"})

    def fields(self, value: Json) -> Fields:
        return read_fields(value)

    def write_body(self, given: Fields) -> Json:
        body = {"date_gmt" if name == "date" else name: value for name, value in given.items()}
        if "status" in given:
            body["status"] = STATUSES[given["status"]]
        if given.get("parent") and given.get("status") in DONE:
            body["meta"] = {DID: DONE[given["status"]]}
        if given.get("author"):  # WordPress knows the name
            body.pop("author_name", None)
        return body

    def explain(self, refusal: Problem) -> Problem:
        if refusal.extra.get("upstream", {}).get("code") != NO_NOTES:
            return refusal
        return refuse_post("This type of content takes no notes in this WordPress.")

    def predict(self, before: Json | None, body: Json) -> Json:
        return expect_content({**(NEW if before is None else before), **body}, body)


def is_gone(value: Json | None) -> bool:
    """Whether callers know of no such note."""
    return value is None or value["status"] in GONE


def read_fields(value: Json) -> Fields:
    """The fields of a note, as callers can write or see them."""
    fields = {name: value[name] for name in KEPT}
    return {
        **fields,
        "status": _read_status(value),
        "content": value["content"]["raw"],
        "date": read_moment(value["date_gmt"]),
    }


def _read_status(value: Json) -> str:
    if value["status"] in GONE:
        return "trash"
    if value["parent"]:
        did = dict(value["meta"]).get(DID) if value["meta"] else None
        return next((name for name, stored in DONE.items() if stored == did), "")
    return "resolved" if value["status"] == "approved" else "open"
