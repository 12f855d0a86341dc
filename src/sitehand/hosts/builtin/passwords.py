"""Passwords of protected pages and posts: stored so that they can be tried, and not read.

A fresh salt in each makes that no two stored forms are equal, so that nobody who sees whether something changed, or a
revision token, learns whether a guess is right.
"""

import hashlib
import re
import secrets
from hmac import compare_digest

HASHED = re.compile(r"sha256:([0-9a-f]{32}):([0-9a-f]{64})")


def hash_password(password: str) -> str:
    """What is stored for a password; nothing for none."""
    return _hash(password, secrets.token_hex(16)) if password else ""


def password_matches(stored: str, password: str) -> bool:
    """Whether this is the password behind a stored form, compared in constant time. No password opens nothing."""
    hashed = HASHED.fullmatch(stored)
    return hashed is not None and compare_digest(stored, _hash(password, hashed[1]))


def is_plain(stored: str) -> bool:
    """Whether it is a password as releases before 3.8 stored it."""
    return bool(stored) and not HASHED.fullmatch(stored)


def is_same_password(stored: str, told: str) -> bool:
    """Whether a stored form is of the password that the journal has in plain, as releases before 3.8 wrote it."""
    return is_plain(told) and password_matches(stored, told)


def _hash(password: str, salt: str) -> str:
    digest = hashlib.sha256((salt + password).encode("utf-8", "surrogatepass")).hexdigest()
    return f"sha256:{salt}:{digest}"
