"""Passwords of tests: hashed with Argon2id as the service hashes them, at the least cost."""

from typing import Any
from unittest.mock import patch

from argon2 import PasswordHasher

HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""A real hash, 0.2 s cheaper than the service's own, which tests/unit/store/test_owner.py holds to its parameters."""


def hash_cheaply() -> Any:
    """Let services that are assembled while the block runs hash the owner's password with it."""
    return patch("sitehand.store.owner.PasswordHasher", return_value=HASHER)
