"""Ids of requests, as answers, the log and the journal name them."""

import os
import time


def make_request_id() -> str:
    """A new id: the 32 hexadecimal digits of a UUID of version 7 (RFC 9562, 5.7), which begin with the time.

    The journal has an index of them. Ids in the order of time are added at its end; random ones would each change
    another page of it.
    """
    random = os.urandom(9).hex()
    return f"{time.time_ns() // 1_000_000:012x}7{random[:3]}8{random[3:]}"
