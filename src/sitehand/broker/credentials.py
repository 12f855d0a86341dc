"""How this site shows the broker who it is.

Sources: RFC 6749, 2.3.1 (a secret, in the header or in the form); RFC 7523, 2.2 and 3 (a signed assertion).
"""

import base64
from collections.abc import Sequence
from urllib.parse import quote_plus

from sitehand.guard.broker import Authentication, BrokerFault, Enrollment

ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


def choose_methods(secret: str, supported: Sequence[str]) -> list[Authentication]:
    """The ways of showing this secret that the broker supports, the best first; a private key has one way."""
    ways: tuple[Authentication, ...] = ("client_secret_basic", "client_secret_post")
    if is_private_key(secret):
        ways = ("private_key_jwt",)
    return [way for way in ways if way in supported]


def is_private_key(secret: str) -> bool:
    """Whether what the owner gave is a key (PEM or JWK) and not a client secret."""
    return secret.lstrip().startswith(("-----BEGIN", "{"))


def show_credentials(enrollment: Enrollment) -> tuple[dict[str, str], dict[str, str]]:
    """The headers and the form fields that tell the broker who asks. Raises BrokerFault."""
    secret = enrollment.secret
    if secret is None:
        raise BrokerFault("the stored secret cannot be decrypted")
    if enrollment.authentication == "client_secret_basic":
        pair = f"{quote_plus(enrollment.client_id)}:{quote_plus(secret)}"
        return {"Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}, {}
    if enrollment.authentication == "client_secret_post":
        return {}, {"client_id": enrollment.client_id, "client_secret": secret}
    from sitehand.broker.private_keys import sign_assertion  # noqa: PLC0415 - few sites need its libraries

    fields = {"client_id": enrollment.client_id, "client_assertion_type": ASSERTION}
    return {}, {**fields, "client_assertion": sign_assertion(enrollment, secret)}
