"""What the log tells of a request beside its path: who called, and which operation was asked for."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Trace:
    """A caller's id ("key:3") and an operation's name; empty when nobody was let in, or nothing was asked for.

    Of a request that runs several operations it is the first that the caller asked for itself, such as `batch`.
    """

    caller: str = ""
    operation: str = ""


current: ContextVar[Trace | None] = ContextVar("sitehand_trace", default=None)
"""The request that is being served; set by the envelope. Tasks of the request write into the same trace."""


def note(caller: str, operation: str = "") -> None:
    """Write down who calls and what for. What then runs in another's name, such as a proposal, is passed over."""
    trace = current.get()
    if trace is not None and trace.caller in ("", caller):
        trace.caller = caller
        trace.operation = trace.operation or operation
