"""Comments as a resource of WordPress's REST API."""

import re

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.resources import Fields, Json
from sitehand.hosts.wordpress.shown import COMMENT
from sitehand.hosts.wordpress.states import read_moment
from sitehand.hosts.wordpress.typed_comments import TypedComments, expect_content
from sitehand.site.comments import HINT

KEPT = ("post", "parent", "author", "author_name", "author_url", "status", "type")
SHOWN = ("id", *KEPT, "date_gmt", "content", "link")
SIGNED = frozenset({"author_name", "author_url"})
"""What WordPress takes from the account of an author that it knows."""
NEW: Json = {
    **{"post": 0, "parent": 0, "author": 0, "author_name": "", "author_url": "", "status": "approved"},
    **{"type": "comment", "date_gmt": "", "content": {"raw": "", "rendered": ""}, "link": ""},
}
"""What is expected of a new comment before WordPress has it."""
DATE = re.compile(r"[0-9]{4}-")
"""What WordPress takes back begins so."""


class CommentResource(TypedComments):
    """Implements `resources.Resource` for comments."""

    kind = "comment"
    hint = HINT
    shown = SHOWN
    least = COMMENT
    names = frozenset({*KEPT, "content", "date"})

    def fields(self, value: Json) -> Fields:
        return read_fields(value)

    def write_body(self, given: Fields) -> Json:
        body = {"date_gmt" if name == "date" else name: value for name, value in given.items() if name != "type"}
        return {name: value for name, value in body.items() if not (given.get("author") and name in SIGNED)}

    def write_change(self, before: Json, given: Fields) -> Json:
        """With the date that is shown: an update takes the local one, which may have been stored a second later.

        One that is made in the same call has none yet, and what no date is stored for is shown as of the year -1.
        """
        body, shown = self.write_body(given), before["date_gmt"] or ""
        return body if body.keys() <= {"status"} or not DATE.match(shown) else {"date_gmt": shown, **body}

    def predict(self, before: Json | None, body: Json) -> Json:
        """What follows. Raises Problem(conflict) for a visitor's comment that would be created again."""
        if before is None and body.get("author") == 0:
            raise Problem(
                Code.CONFLICT,
                "WordPress needs the visitor's e-mail address, which is not stored here: a comment of a visitor that "
                "was deleted permanently cannot be restored. Nothing was changed.",
                hint="Move comments to the trash: from there they can be restored.",
            )
        return expect_content({**(NEW if before is None else before), **body}, body)


def read_fields(value: Json) -> Fields:
    """The fields of a comment, as callers can write or see them."""
    fields = {name: value[name] for name in KEPT}
    return {**fields, "content": value["content"]["raw"], "date": read_moment(value["date_gmt"])}
