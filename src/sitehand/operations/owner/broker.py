"""Operations on the enrollment with a broker."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from pydantic import Field, SecretStr
from typing_extensions import TypedDict

from sitehand.errors import Code, Problem
from sitehand.operation.carried import Carried
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.owner import EnrollmentRequest
from sitehand.site.values import NOT_GIVEN, Input, NoArguments


class NewEnrollment(Input):
    """The broker, and the credentials that it issued; without `client_id` the secret is a registration token."""

    issuer: str = Field(min_length=1)
    client_id: str = Field(default=NOT_GIVEN, min_length=1)
    secret: SecretStr = Field(min_length=1)
    resource: str = Field(default=NOT_GIVEN, min_length=1)


class BrokerState(TypedDict):
    """Whether the site has a broker now."""

    enrolled: bool


class BrokerTest(TypedDict):
    """Why the broker cannot be used; empty when it can."""

    fault: str


_draft: Carried[Any] = Carried("enrollment", None)
"""What the broker answered, which the operation stores."""


@asynccontextmanager
async def _ask_broker(ctx: Context, wanted: Any) -> AsyncIterator[None]:
    """The broker may take seconds to answer, and may register the site: nothing that a transaction could take back."""
    if wanted.dry_run:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "An enrollment has no preview: it happens at the broker.",
            hint="Omit dry_run.",
        )
    secret = wanted.secret.get_secret_value()
    request = EnrollmentRequest(wanted.issuer, wanted.client_id or "", secret, wanted.resource)
    with _draft.keep(await ctx.services.owner.broker.draft(request)):
        yield


@operation(
    category="site",
    access="owner",
    prepare=_ask_broker,
    exempt={
        "preview": "It is made with the broker, which keeps what it was told.",
        "undo": "The journal does not store secrets, so they cannot be restored.",
    },
)
async def enroll_site(ctx: Context, _: NewEnrollment) -> BrokerState:
    """Enroll the site with a broker, instead of whatever was before."""
    await ctx.services.owner.broker.save(_draft.get())
    return BrokerState(enrolled=True)


@operation(
    category="site",
    access="owner",
    exempt={"undo": "The journal does not store secrets, so they cannot be restored."},
)
async def disconnect_site(ctx: Context, _: NoArguments) -> BrokerState:
    """End the enrollment at once; the broker is not asked."""
    await ctx.services.owner.broker.disconnect()
    return BrokerState(enrolled=False)


@operation(category="site", access="owner")
async def test_broker(ctx: Context, _: NoArguments) -> BrokerTest:
    """Ask the broker about a token that nobody has issued."""
    return BrokerTest(fault=await ctx.services.owner.broker.test())
