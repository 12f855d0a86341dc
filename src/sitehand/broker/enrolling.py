"""The enrolling: where the owner enrolls the site with a broker, sees how that stands, and ends it."""

import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime

from sitehand.broker.address import WrongAddress, check_issuer, check_resource
from sitehand.broker.client import BrokerClient
from sitehand.broker.credentials import choose_methods, is_private_key
from sitehand.broker.introspection import Introspection
from sitehand.broker.metadata import Metadata, discover
from sitehand.broker.registration import register
from sitehand.broker.signature import ALGORITHMS
from sitehand.errors import Code, Detail, Problem
from sitehand.guard.broker import Authentication, BrokerFault, Enrollment, EnrollmentRequest
from sitehand.guard.broker.check import TOKEN_FORM
from sitehand.guard.broker.enrollment import Enrollments
from sitehand.site.values import iso

ENROLLING_SECONDS = 10.0
"""Time for each answer while somebody waits for it; brokers that sleep may wake in it."""
MAX_CLIENT_ID = 500
SERVED_HERE = "(the MCP address)"
"""Ends the line of a resource identifier that the enrollment does not name: the address comes from the settings."""
MAX_SECRET = 20_000


class Enrolling:
    """`resource` is the resource identifier that holds when the owner names none; `seconds` bounds a test call."""

    def __init__(
        self, enrollments: Enrollments, resource: str, clock: Callable[[], datetime], *, seconds: float
    ) -> None:
        self._enrollments = enrollments
        self._resource = resource
        self._clock = clock
        self._seconds = seconds

    async def draft(self, wanted: EnrollmentRequest) -> Enrollment:
        """Read the broker's metadata, register where that is wanted, and make a test call.

        Raises Problem: invalid_arguments, broker_unavailable; then nothing has changed.
        """
        _check_wanted(wanted)
        try:
            async with _open_client(ENROLLING_SECONDS) as client:
                metadata = await discover(client, wanted.issuer)
                client_id, secret = wanted.client_id, wanted.secret
                if not client_id:
                    resource = wanted.resource or self._resource
                    client_id, secret = await register(client, metadata, secret, f"Sitehand at {resource}", resource)
                return await _find_way(client, self._drafts(wanted, metadata, client_id, secret))
        except BrokerFault as fault:
            raise _unusable(fault) from None

    async def save(self, draft: Enrollment) -> None:
        """Enroll the site, instead of whatever was before."""
        await self._enrollments.save(draft)

    async def test(self) -> str:
        """Ask the broker about a made-up token: why it cannot be used, or nothing when it can."""
        enrollment = self._enrollments.current()
        if enrollment is None:
            return "the site is not enrolled"
        try:
            async with _open_client(self._seconds) as client:
                await _make_test_call(client, enrollment)
        except BrokerFault as fault:
            return str(fault)
        return ""

    async def disconnect(self) -> bool:
        """End the enrollment at once, in every worker; the broker is not asked. False when there is none."""
        return await self._enrollments.remove()

    def describe(self) -> list[tuple[str, str]]:
        """What was found at enrollment, as names and texts, without the secret; empty when the site is not enrolled."""
        enrollment = self._enrollments.current()
        if enrollment is None:
            return []
        signed = f"signed ({', '.join(enrollment.algorithms)})" if enrollment.algorithms else "plain JSON"
        return [
            ("Issuer", enrollment.issuer),
            ("Client id", enrollment.client_id),
            ("Secret", "kept, encrypted" if enrollment.secret is not None else "cannot be decrypted: enroll again"),
            ("Resource identifier", enrollment.resource or f"{self._resource} {SERVED_HERE}"),
            ("Introspection endpoint", enrollment.introspection_endpoint),
            ("Authentication", enrollment.authentication),
            ("Answers", signed),
            ("Enrolled", enrollment.enrolled),
        ]

    def _drafts(
        self, wanted: EnrollmentRequest, metadata: Metadata, client_id: str, secret: str
    ) -> Iterator[Enrollment]:
        """Every way in which the broker may be asked, the best first: with signed answers before plain ones."""
        methods = choose_methods(secret, metadata.authentication)
        if not methods:
            raise BrokerFault(f"it supports none of our authentication: {', '.join(metadata.authentication)[:300]}")
        signing = tuple(name for name in ALGORITHMS if name in metadata.answer_algorithms and metadata.jwks_uri)
        for method in methods:
            draft = self._draft(wanted, metadata, client_id, secret, method)
            if signing:
                yield replace(draft, algorithms=signing)
            yield draft

    def _draft(
        self, wanted: EnrollmentRequest, metadata: Metadata, client_id: str, secret: str, method: Authentication
    ) -> Enrollment:
        return Enrollment(
            issuer=metadata.issuer,
            client_id=client_id,
            secret=secret,
            introspection_endpoint=metadata.introspection_endpoint,
            authentication=method,
            resource=wanted.resource or None,
            jwks_uri=metadata.jwks_uri,
            algorithms=(),
            enrolled=iso(self._clock()),
        )


@asynccontextmanager
async def _open_client(seconds: float) -> AsyncIterator[BrokerClient]:
    client = BrokerClient(seconds, 1)
    try:
        yield client
    finally:
        await client.close()


async def _find_way(client: BrokerClient, drafts: Iterator[Enrollment]) -> Enrollment:
    """The first draft with which a test call succeeds. Raises BrokerFault with what each of them met."""
    faults: dict[str, None] = {}
    for draft in drafts:
        try:
            await _make_test_call(client, draft)
        except BrokerFault as fault:
            faults[f"with {draft.authentication}{' and signed answers' if draft.algorithms else ''}: {fault}"] = None
        else:
            return draft
    raise BrokerFault(f"its introspection endpoint rejected the credentials; {'; '.join(faults)}")


async def _make_test_call(client: BrokerClient, enrollment: Enrollment) -> None:
    """Ask about a token that nobody has issued. Raises BrokerFault when the broker does not say that it is none."""
    answer = await Introspection(client).introspect(enrollment, f"sitehand-test-{secrets.token_urlsafe(24)}")
    if answer["active"]:
        raise BrokerFault("it calls a made-up token active")


def _check_wanted(wanted: EnrollmentRequest) -> None:
    """Raise Problem(invalid_arguments) for what can be seen to be wrong without the broker."""
    faults: list[Detail] = []
    for name, check, value in (("issuer", check_issuer, wanted.issuer), ("resource", check_resource, wanted.resource)):
        try:
            if value is not None:
                check(value)
        except WrongAddress as wrong:
            expected = "an address exactly as the broker has it"
            faults.append(Detail(path=name, expected=expected, got=f"another: {wrong}"))
    if len(wanted.client_id) > MAX_CLIENT_ID or not wanted.client_id.isprintable():
        faults.append(Detail(path="client_id", expected="the client id that the broker issued", got="another text"))
    if fault := _fault_of_secret(wanted):
        faults.append(Detail(path="secret", expected="the secret that the broker issued", got=fault))
    if faults:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"{faults[0]['path']}: expected {faults[0]['expected']}, got {faults[0]['got']}.",
            hint="Give the issuer exactly as the broker writes it. Use https, or http on this machine.",
            details=faults,
        )


def _fault_of_secret(wanted: EnrollmentRequest) -> str:
    """What is wrong with the secret, without a word of it; nothing when it may be right."""
    if not wanted.secret or len(wanted.secret) > MAX_SECRET:
        return "nothing" if not wanted.secret else "too much"
    if wanted.client_id and is_private_key(wanted.secret):
        from sitehand.broker.private_keys import read_private_key  # noqa: PLC0415 - few sites need its libraries

        try:
            read_private_key(wanted.secret)
        except ValueError as fault:
            return str(fault)
        return ""
    if not wanted.client_id and not TOKEN_FORM.fullmatch(wanted.secret):
        return "something other than a registration token"
    plain = wanted.secret.isprintable() and wanted.secret.isascii()
    return "" if plain else "several lines, or non-ASCII characters"


def _unusable(fault: BrokerFault) -> Problem:
    return Problem(
        Code.BROKER_UNAVAILABLE,
        f"The broker cannot be used: {fault}.",
        hint="Nothing was changed. Compare the issuer and credentials with those that the broker shows.",
    )
