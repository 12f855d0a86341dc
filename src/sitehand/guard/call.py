"""The call that is being served: how it came, whose doing its writes are, and under what it runs.

It is one context variable, for doors, guard and store alike, and each adds what it knows. What writes without being
called, such as the schedule, is the site's own doing.
"""

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypedDict, Unpack

from sitehand.guard.attribution import SITE, Attribution, Origin
from sitehand.operation.caller import Caller
from sitehand.operation.difference import MAX_STEPS, Budget
from sitehand.operation.late import LateWork
from sitehand.site.changes import NO_REQUEST, ObjectChange
from sitehand.site.transactions import Transaction


@dataclass(frozen=True, slots=True)
class Approval:
    """A person's decision that a pending write may run: the id of the pending change; whose decision it is; the
    revisions (kind, id, revision) of the objects that the write may touch; a check that raises Problem when the write
    does anything else than was shown; and a function that records the decision in the ledger's open transaction.
    """

    pending_id: int
    by: Caller
    revisions: Sequence[tuple[str, str, str]]
    check: Callable[[Sequence[ObjectChange]], None]
    record_decision: Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch in one transaction, while its parts run: whether it is a preview, the approval that it runs under,
    why parts of it need approval, which changes they take back, and how much work the previews of its parts may be
    together: others wait to write meanwhile.
    """

    dry_run: bool
    approval: Approval | None
    reasons: list[str] = field(default_factory=list)
    undone: list[int] = field(default_factory=list)
    made: set[tuple[str, str]] = field(default_factory=set)
    """The kinds and ids of what its parts have made so far, for keys that change only what they made."""
    budget: Budget = field(default_factory=lambda: Budget(MAX_STEPS))
    late: LateWork | None = None
    """What its parts may still work out while others wait to write; None where nobody waits."""

    def watch(self, objects: Sequence[ObjectChange]) -> str | None:
        """Why all of it needs approval: because a part of it does."""
        return self.reasons[0] if self.reasons else None


@dataclass(slots=True)
class Trace:
    """What the log tells of a request: a caller's id ("key:3") and an operation's name; empty when nobody was let in,
    or nothing was asked for.

    Of a request that runs several operations it is the first that the caller asked for itself, such as `batch`.
    """

    caller: str = ""
    operation: str = ""

    def note(self, caller: str, operation: str = "") -> None:
        """Write down who calls and what for. What then runs in another's name, such as a proposal, is passed over."""
        if self.caller in ("", caller):
            self.caller = caller
            self.operation = self.operation or operation


class _Untold(Trace):
    """A trace that keeps nothing, for calls that no log tells of."""

    def note(self, caller: str, operation: str = "") -> None:
        """Do nothing."""


UNTOLD = _Untold()


@dataclass(frozen=True, eq=False)
class Call:
    """What is known of a call. `request_id` is that of the HTTP request, named in errors and logs.

    `by` is whose doing the writes are that follow. `approval` is that of the write that runs; it then needs no other.
    `transaction` is the one that the write runs in, and `undone` collects the changes that it takes back; both are
    None while no write runs.
    """

    request_id: str = NO_REQUEST
    origin: Origin = SITE.origin
    by: Attribution = SITE
    approval: Approval | None = None
    batch: Batch | None = None
    transaction: Transaction | None = None
    undone: list[int] | None = None
    trace: Trace = field(default_factory=lambda: UNTOLD)

    @property
    def is_atomic(self) -> bool:
        """Whether it is a part of a batch in one transaction that is not only tried."""
        return self.batch is not None and not self.batch.dry_run

    @property
    def is_owners(self) -> bool:
        """Whether the owner has approved it: switches do not stop the owner."""
        return self.approval is not None and self.approval.by.kind == "owner"

    def knowing(self, known: "Known") -> "Call":
        """A copy of this call with these fields replaced."""
        call = object.__new__(Call)  # `dataclasses.replace` takes three times as long, and a write does it four times
        call.__dict__.update(self.__dict__)
        call.__dict__.update(known)
        return call


class Known(TypedDict, total=False):
    """What there is to know of a call: the fields of `Call`."""

    request_id: str
    origin: Origin
    by: Attribution
    approval: Approval | None
    batch: Batch | None
    transaction: Transaction | None
    undone: list[int] | None
    trace: Trace


SITES_OWN = Call()
"""What the site does by itself."""
_current: ContextVar[Call] = ContextVar("sitehand_call", default=SITES_OWN)
current_call = _current.get
"""The call that is being served; outside of any, `SITES_OWN`."""


class in_call:
    """Serve, inside the block, the present call of which this is known too: fields of `Call`."""

    __slots__ = ("_known", "_token")

    def __init__(self, **known: Unpack[Known]) -> None:
        self._known = known

    def __enter__(self) -> None:
        self._token = _current.set(_current.get().knowing(self._known))

    def __exit__(self, *_: object) -> None:
        _current.reset(self._token)
