"""Why another machine did not answer."""

import socket

import httpx2
import pytest

from sitehand.files.unanswered import explain_unanswered

UNKNOWN = httpx2.ConnectError("[Errno -2] Name or service not known")
UNKNOWN.__cause__ = socket.gaierror(socket.EAI_NONAME, "Name or service not known")


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (UNKNOWN, "its host name cannot be resolved"),
        (httpx2.ConnectError("[Errno 111] Connection refused"), "Connection refused"),
        (httpx2.ReadTimeout(""), "it took too long"),
        (httpx2.ReadError(""), "it broke off"),
    ],
)
def test_no_class_or_number_is_in_the_reason(fault: Exception, said: str) -> None:
    """It is in words, whether a library gives some or none."""
    assert explain_unanswered(fault) == said
