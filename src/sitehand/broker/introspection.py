"""Asking the broker about a token. Sources: RFC 7662, 2; RFC 9701, 4."""

import asyncio
import math
from collections.abc import Mapping
from typing import Any

from sitehand.broker.client import JSON, BrokerClient, Reply
from sitehand.broker.credentials import show_credentials
from sitehand.broker.signature import MEDIA_TYPE, SigningKeys, read_signed
from sitehand.guard.broker import BrokerFault, Enrollment

OK, BAD_REQUEST, SERVER_ERROR = 200, 400, 500
NOT_INTROSPECTABLE = "unsupported_token_type"
"""What brokers answer to an id token, say, that is none of the tokens that they look up. Source: RFC 7009, 2.2.1."""


class Introspection:
    """Implements `guard.broker.Introspector`. Nothing is kept of any answer."""

    def __init__(self, client: BrokerClient) -> None:
        self._client = client
        self._keys = SigningKeys(client)

    async def introspect(self, enrollment: Enrollment, token: str) -> Mapping[str, Any]:
        """The members of the answer, of which `active` is there and a boolean. Raises BrokerFault."""
        now, asked = asyncio.get_running_loop().time, math.inf
        try:
            async with asyncio.timeout(self._client.seconds), self._client.places:
                asked = now()
                return await self._ask(enrollment, token)
        except TimeoutError:
            # Of those who waited long for their place, the broker is not to blame: else a crowd opens the circuit.
            hurried = now() - asked < self._client.seconds / 2
            reason = "it did not answer completely in time"
            raise BrokerFault(reason, excused=hurried, answered=False) from None

    async def _ask(self, enrollment: Enrollment, token: str) -> Mapping[str, Any]:
        headers, fields = show_credentials(enrollment)
        headers["Accept"] = MEDIA_TYPE if enrollment.algorithms else JSON
        form = {"token": token, "token_type_hint": "access_token", **fields}
        reply = await self._client.post_form(enrollment.introspection_endpoint, form, headers)
        if reply.status == BAD_REQUEST and (
            reply.error == NOT_INTROSPECTABLE or _has_nothing_to_sign(enrollment, reply)
        ):
            return {"active": False}
        if reply.status != OK:
            refused = BAD_REQUEST <= reply.status < SERVER_ERROR
            raise BrokerFault(f"it answered {reply.complaint}", excused=refused)
        answer = await read_signed(self._keys, enrollment, reply) if enrollment.algorithms else reply.object()
        if not isinstance(answer.get("active"), bool):
            raise BrokerFault("the answer does not say whether the token is active")
        return answer


def _has_nothing_to_sign(enrollment: Enrollment, reply: Reply) -> bool:
    """Whether it is the empty 400 with which brokers that sign (glewlwyd) answer for what is no live access token."""
    return bool(enrollment.algorithms) and not reply.content
