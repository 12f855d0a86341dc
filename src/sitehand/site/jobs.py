"""Jobs: work that outlives the call that asked for it, done step by step, by one worker at a time."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from typing_extensions import TypedDict

from sitehand.site.values import UNSET, Paging

JobState = Literal["pending", "running", "done", "failed", "cancelled"]
MAX_REPORT = 500
"""Lines of one job's report; what comes after them is counted."""
T = TypeVar("T")


class JobQuery(Paging):
    """Filters of a list of jobs, newest first."""

    state: JobState = UNSET


class Job(TypedDict):
    """A job and how far it is. Moments are UTC.

    `caller` is whose job it is ("key:3", "owner", "site"), `operation` what it was asked for with. `due` is when a
    pending job begins. `done` and `total` count its steps; `total` is 0 while nobody knows. `error` says why it failed,
    or why it will be tried again.
    """

    id: int
    kind: str
    state: JobState
    caller: str
    label: str
    operation: str
    created: str
    updated: str
    due: str
    done: int
    total: int
    message: str
    error: str


class JobRecord(Job):
    """A job whole: `report` are lines for whoever asked for it."""

    report: list[str]


class Progress(NamedTuple):
    """What a step has come to: `cursor` is where the next one begins (a JSON value), `report` are new lines."""

    cursor: Any
    done: int
    total: int
    message: str = ""
    report: tuple[str, ...] = ()


class Run(Protocol):
    """One run of a job by the worker that holds it.

    Whatever is written through it is written while the job is still this worker's, and while its caller may do it:
    else the transaction is refused, and the run ends.
    """

    @property
    def arguments(self) -> Mapping[str, Any]:
        """What the job was asked for with."""

    @property
    def cursor(self) -> Any:
        """Where the last step ended; None at the beginning."""

    @property
    def attempts(self) -> int:
        """How many runs began since the last step, this one too."""

    async def transact(self, work: Callable[[Any], T]) -> T:
        """Write something that may be written again after a crash, given the open transaction."""

    async def step(self, work: Callable[[Any], Progress]) -> None:
        """Do a step: its effect and its progress are written in one transaction."""


@dataclass(frozen=True, slots=True)
class Work:
    """A kind of job, and what it does. One that comes round has `every`, in seconds.

    `ready` is asked before each round, and must cost next to nothing; the job waits while it answers False.
    """

    kind: str
    run: Callable[[Run], Awaitable[object]]
    every: float = 0
    ready: Callable[[], bool] = lambda: True
