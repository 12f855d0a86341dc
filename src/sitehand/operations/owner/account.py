"""Operations on the owner's account."""

from pydantic import SecretStr
from typing_extensions import TypedDict

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.values import Input, NoArguments


class FirstPassword(TypedDict):
    """The password that was made; None where there was one already."""

    password: str | None


class NewPassword(Input):
    """The password to log in with from now on."""

    password: SecretStr


class PasswordSet(TypedDict):
    """That it is set."""

    ended: str


@operation(
    category="site",
    access="owner",
    exempt={"undo": "The journal does not store secrets, so they cannot be restored."},
)
async def init(ctx: Context, _: NoArguments) -> FirstPassword:
    """Make the owner's first password, where there is none."""
    return FirstPassword(password=await ctx.services.owner.account.ensure_password())


@operation(
    category="site",
    access="owner",
    exempt={"undo": "The journal does not store secrets, so they cannot be restored."},
)
async def set_password(ctx: Context, wanted: NewPassword) -> PasswordSet:
    """Replace the owner's password, which ends every session."""
    await ctx.services.owner.account.set_password(wanted.password.get_secret_value())
    return PasswordSet(ended="every session")
