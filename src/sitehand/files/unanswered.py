"""Why another machine did not answer, in words."""

import re
import socket

import httpx2

MAX_QUOTED = 200


def explain_unanswered(fault: BaseException) -> str:
    """What went wrong with a request, to stand in parentheses: without names of classes and numbers of errors."""
    if is_unresolved(fault):
        return "its host name cannot be resolved"
    said = re.sub(r"^\[Errno -?\d+\] ", "", str(fault))[:MAX_QUOTED]
    return said or ("it took too long" if isinstance(fault, httpx2.TimeoutException) else "it broke off")


def is_unresolved(fault: BaseException | None) -> bool:
    """Whether a request failed because nobody knows a host of this name."""
    while fault is not None and not isinstance(fault, socket.gaierror):
        fault = fault.__cause__ or fault.__context__
    return fault is not None
