"""Putting comments and notes back as they were before a change, below the comments that are there by now."""

from collections.abc import Sequence

from sqlalchemy import Connection, text

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.row_restoring import RowRestorer
from sitehand.site.changes import ObjectChange
from sitehand.store.prepared import Prepared

REPLIES = Prepared(text("SELECT id FROM comments WHERE parent = :comment_id ORDER BY id LIMIT 20"))
TO_THE_TOP = Prepared(
    text(
        "UPDATE comments SET parent = 0"
        " WHERE id = :comment_id AND parent <> 0 AND parent NOT IN (SELECT id FROM comments)"
    )
)


class CommentRestorer(RowRestorer):
    """Restores comments and notes."""

    def complete(self, connection: Connection, objects: Sequence[ObjectChange]) -> None:
        """Move a reply up whose comment was deleted since, as the deletion moved the replies that were there."""
        super().complete(connection, objects)
        for change in objects:
            TO_THE_TOP.run(connection, {"comment_id": int(change.object)})

    def check(self, connection: Connection, change: ObjectChange) -> None:
        """Raise Problem for a new comment that others have answered."""
        if change.before is not None:
            return
        replies = [row["id"] for row in REPLIES.all(connection, {"comment_id": int(change.object)})]
        if replies:
            message = f"The comments {', '.join(map(str, replies))} are replies to comment {change.object}."
            raise Problem(Code.CONFLICT, message, hint="Delete those replies first.", extra={"comments": replies})
