"""Putting comments and notes back as they were before a change, below the comments that are there by now."""

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

    def check(self, connection: Connection, change: ObjectChange) -> None:
        """Move a reply up whose comment was deleted since, as the deletion moved the replies that were there. Raises
        Problem for a comment that others have answered.
        """
        comment = {"comment_id": int(change.object)}
        if change.before is None and (replies := [row["id"] for row in REPLIES.all(connection, comment)]):
            message = f"The comments {', '.join(map(str, replies))} are replies to comment {change.object}."
            raise Problem(Code.CONFLICT, message, hint="Delete those replies first.", extra={"comments": replies})
        TO_THE_TOP.run(connection, comment)
