"""What the log tells of a request beside its path: who called, and which operation was asked for."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Trace:
    """A caller's id ("key:3") and an operation's name; empty when nobody was let in, or nothing was asked for.

    Of a request that runs several operations it is the first, such as `batch`.
    """

    caller: str = ""
    operation: str = ""


current: ContextVar[Trace | None] = ContextVar("sitehand_trace", default=None)
"""The request that is being served; set by the envelope. Tasks of the request write into the same trace."""


def note(*, caller: str = "", operation: str = "") -> None:
    """Write down what is not known yet."""
    trace = current.get()
    if trace is not None:
        trace.caller = trace.caller or caller
        trace.operation = trace.operation or operation
