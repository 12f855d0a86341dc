"""The certificate authorities that this process trusts: one set for all its clients.

To read them takes as long as ten requests, and each set some hundred kilobytes.
"""

import os
import ssl
from functools import lru_cache
from pathlib import Path


def read_authorities() -> ssl.SSLContext:
    """The authorities named by SSL_CERT_FILE or SSL_CERT_DIR, else the machine's; read anew when they changed.

    Clients share it, so none may change it. Raises OSError, ssl.SSLError.
    """
    machine = ssl.get_default_verify_paths()
    file = os.environ.get("SSL_CERT_FILE") or machine.openssl_cafile
    folder = os.environ.get("SSL_CERT_DIR") or machine.openssl_capath
    return _read(file, _stamp(file), folder, _stamp(folder))


@lru_cache(maxsize=1)
def _read(*_places: str | tuple[int, ...]) -> ssl.SSLContext:
    import httpx2  # noqa: PLC0415 - many sites never ask another one

    return httpx2.create_ssl_context()


def _stamp(path: str) -> tuple[int, ...]:
    """What says that a file, or what a folder lists, is another; of none, nothing."""
    try:
        found = Path(path).stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns
