"""Secrets under a passphrase: scrypt makes the key, Fernet encrypts.

Sources: RFC 7914; https://cryptography.io/en/latest/fernet/#using-passwords-with-fernet
"""

import base64
import json
import os
from collections.abc import Mapping

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from sitehand.errors import Code, Problem

MIN_LENGTH = 10
SALT_BYTES = 16
COST = 2**16
"""With blocks of 8: about 0.2 seconds and 64 MiB for each guess."""


def seal(secrets: Mapping[str, str], passphrase: str) -> bytes:
    """Named secrets as bytes that only the passphrase opens. Raises Problem(invalid_arguments) for a short one."""
    if len(passphrase) < MIN_LENGTH:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"The passphrase has {len(passphrase)} characters.",
            hint=f"Choose one of at least {MIN_LENGTH} characters, such as a short sentence.",
        )
    salt = os.urandom(SALT_BYTES)
    return salt + Fernet(_derive(passphrase, salt)).encrypt(json.dumps(secrets).encode())


def unseal(sealed: bytes, passphrase: str) -> dict[str, str]:
    """What was sealed. Raises Problem(invalid_credential) for another passphrase."""
    salt, token = sealed[:SALT_BYTES], sealed[SALT_BYTES:]
    try:
        secrets: dict[str, str] = json.loads(Fernet(_derive(passphrase, salt)).decrypt(token))
    except InvalidToken:
        raise Problem(
            Code.INVALID_CREDENTIAL,
            "The passphrase is wrong for the secrets of this backup.",
            hint="Enter the passphrase of this backup, or omit --with-secrets to restore everything else.",
        ) from None
    return secrets


def _derive(passphrase: str, salt: bytes) -> bytes:
    key = Scrypt(salt=salt, length=32, n=COST, r=8, p=1).derive(passphrase.encode())
    return base64.urlsafe_b64encode(key)
