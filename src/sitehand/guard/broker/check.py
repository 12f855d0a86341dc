"""The check of access tokens: the broker is asked about each one at every request, and no answer is remembered.

So a token that is revoked at the broker is refused at its very next request. Sources: RFC 6750, 2.1 and 3; RFC 7662;
RFC 9728, 3 and 5.1; MCP, Authorization.
"""

import hashlib
import json
import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sitehand.errors import Code, Problem
from sitehand.guard.broker.breaker import Breaker
from sitehand.guard.broker.claims import Holder, TokenRefused, TokenRequirements, read_holder
from sitehand.guard.broker.enrollment import BrokerFault, Enrollment, Enrollments, Introspector
from sitehand.guard.broker.scopes import ScopeNames
from sitehand.guard.broker.turns import Sender, Turns
from sitehand.operation.caller import Access, Caller

log = logging.getLogger("sitehand.broker")
MAX_TOKEN_BYTES = 8192
TOKEN_FORM = re.compile(r"[A-Za-z0-9\-._~+/]+=*")
"""A bearer token. Source: RFC 6750, 2.1 (b64token)."""
RETRY_SECONDS = 5
MAX_SHOWN = 100


@dataclass(frozen=True, slots=True)
class SitePlace:
    """Where this site is, for tokens: its resource identifier by default, and the address of its metadata."""

    resource: str
    metadata: str


class TokenCheck:
    """Says whose an access token is, and tells clients where to get one. Without an enrollment it knows nothing."""

    def __init__(
        self,
        enrollments: Enrollments,
        introspector: Introspector,
        place: SitePlace,
        scopes: ScopeNames,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._enrollments = enrollments
        self._introspector = introspector
        self._place = place
        self._scopes = scopes
        self._monotonic = monotonic
        self._begin(None)

    async def identify(self, token: str, now: datetime, sender: Sender) -> Caller | None:
        """The caller whose token this is; None when this site is enrolled with no broker.

        Raises Problem: invalid_credential, broker_unavailable, too_many_failures.
        """
        enrollment = self._enrollments.current()
        if enrollment is None:
            return None
        if enrollment != self._asked:
            self._begin(enrollment)
        # Kept here, since another enrollment may begin while the broker is asked.
        turns = self._turns
        try:
            if len(token) > MAX_TOKEN_BYTES:
                raise TokenRefused(f"it is longer than {MAX_TOKEN_BYTES} bytes")
            if not TOKEN_FORM.fullmatch(token):
                raise TokenRefused("it has not the form of a bearer token")
            async with turns.take(token, sender):
                claims = await self._ask(enrollment, token)
            if self._enrollments.current() != enrollment:
                raise TokenRefused("the site has just ended its enrollment with the broker")
            expected = TokenRequirements(enrollment.issuer, self._resource(enrollment), now.timestamp())
            caller = self._caller(enrollment, read_holder(claims, expected))
        except TokenRefused as refused:
            turns.note(token, good=False)
            raise _invalid(str(refused)) from None
        turns.note(token, good=True)
        return caller

    def metadata(self) -> dict[str, Any] | None:
        """The protected resource's metadata (RFC 9728, 2); None without an enrollment."""
        enrollment = self._enrollments.current()
        if enrollment is None:
            return None
        return {
            "resource": self._resource(enrollment),
            "authorization_servers": [enrollment.issuer],
            "scopes_supported": [self._scopes.read, self._scopes.write],
            "bearer_methods_supported": ["header"],
        }

    def explain(self, problem: Problem, access: Access = "read") -> Problem:
        """The refusal, with the challenge that leads a client to the broker when the site is enrolled.

        `access` is that of the operation that was refused for a missing scope.
        """
        if problem.code not in CHALLENGED or self._enrollments.current() is None:
            return problem
        error = CHALLENGED[problem.code]
        needed = self._scopes.needed_for(access) if error == "insufficient_scope" else str(self._scopes)
        parameters = {"realm": "sitehand", "error": error, "scope": needed, "resource_metadata": self._place.metadata}
        given = ", ".join(f'{name}="{value}"' for name, value in parameters.items() if value)
        problem.headers["WWW-Authenticate"] = f"Bearer {given}"
        return problem

    def _begin(self, enrollment: Enrollment | None) -> None:
        """Start with a new broker, of which no failure and no token is known yet."""
        self._asked, self._breaker, self._turns = enrollment, Breaker(self._monotonic), Turns(self._monotonic)

    async def _ask(self, enrollment: Enrollment, token: str) -> Any:
        """The broker's answer, unless it fails too often to be asked. Raises Problem(broker_unavailable)."""
        breaker, turns = self._breaker, self._turns
        if wait := breaker.wait_seconds():
            raise broker_unavailable(wait)
        try:
            asking = replace(enrollment, resource=self._resource(enrollment))
            claims = await self._introspector.introspect(asking, token)
        except BrokerFault as fault:
            log.warning("the broker gave no usable answer: %s", fault)
            # A made-up token may make a broker fail, again and again: one that was let in lately tells more.
            excused = fault.excused or (fault.answered and not turns.knows(token))
            if not excused and breaker.note_fault():
                log.error("the broker fails again and again; it is left alone for a while")
            raise broker_unavailable(RETRY_SECONDS) from None
        breaker.note_success()
        return claims

    def _resource(self, enrollment: Enrollment) -> str:
        return enrollment.resource or self._place.resource

    def _caller(self, enrollment: Enrollment, holder: Holder) -> Caller:
        """One caller for each subject and client: together they have one rate limit."""
        named = json.dumps([enrollment.issuer, holder.client, holder.subject])
        identifier = f"token:{hashlib.sha256(named.encode()).hexdigest()[:32]}"
        label = f"{_shown(holder.subject)} via {_shown(holder.client)}"
        return Caller("token", identifier, label, self._scopes.role_of(holder.scopes))


CHALLENGED = {
    Code.MISSING_CREDENTIAL: "",
    Code.INVALID_CREDENTIAL: "invalid_token",
    Code.INSUFFICIENT_SCOPE: "insufficient_scope",
}
"""Refusals that lead to the broker, and the error of RFC 6750, 3.1, that goes with each."""


def broker_unavailable(wait_seconds: float) -> Problem:
    """The refusal while nobody can say whose a token is."""
    return Problem(
        Code.BROKER_UNAVAILABLE,
        "Access tokens cannot be checked now: the sign-in broker does not answer correctly.",
        hint="Try again after Retry-After seconds. API keys still work.",
        extra={"retry_after": max(1, round(wait_seconds))},
    )


def _invalid(reason: str) -> Problem:
    return Problem(
        Code.INVALID_CREDENTIAL,
        f"The access token is not valid here: {reason}.",
        hint="Sign in again for this site, at the broker that the site's metadata names.",
    )


def _shown(name: str) -> str:
    """A name for people to read: one line, and not a long one."""
    plain = "".join(character if character.isprintable() else "?" for character in name)
    return plain if len(plain) <= MAX_SHOWN else f"{plain[: MAX_SHOWN - 1]}…"
