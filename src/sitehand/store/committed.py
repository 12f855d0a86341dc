"""What is read from the database once for each state that it is in."""

from collections.abc import Callable
from typing import Generic, TypeVar

from sitehand.store.database import Database

T = TypeVar("T")


class Committed(Generic[T]):
    """A value that follows from what is committed, by whatever process. `read` makes it anew for each state."""

    def __init__(self, database: Database, read: Callable[[], T]) -> None:
        self._database = database
        self._read = read
        self._found: tuple[int, T] | None = None

    def value(self) -> T:
        """The value in the present state. What `read` raises is raised here, and nothing is kept of it."""
        # Asked before the value is read: a commit in between makes it be read again, and never stale.
        state = self._database.state()
        if self._found is None or self._found[0] != state:
            self._found = (state, self._read())
        return self._found[1]
