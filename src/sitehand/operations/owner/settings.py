"""Operations on what the owner sets for the site as a whole: its identity, its plan, its limits."""

from typing_extensions import TypedDict

from sitehand.errors import Code, Detail, Problem
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.owner import Plan
from sitehand.operations.keys import PerMinute
from sitehand.operations.owner.front_page import check_front
from sitehand.site.settings import SiteSettings, SiteSettingsFields
from sitehand.site.values import UNSET, Input


class SiteChoices(SiteSettingsFields):
    """The site's settings, and its plan; what is left out stays."""

    plan: Plan = UNSET


class NewLimits(Input):
    """The plan, and the default limit of a key when it is another than the plan's; what is left out stays."""

    plan: Plan = UNSET
    requests_per_minute: PerMinute = UNSET


class LimitsSet(TypedDict):
    """The plan and the default limit that hold now."""

    plan: str
    requests_per_minute: int


@operation(category="site", access="owner")
async def set_site_settings(ctx: Context, wanted: SiteChoices) -> SiteSettings:
    """Change the site's settings, all or none."""
    await _check_logo(ctx, wanted.logo)
    await check_front(ctx, wanted)
    names = wanted.model_fields_set & SiteSettingsFields.model_fields.keys()
    stored = await ctx.host.settings.update(SiteSettingsFields(**{name: getattr(wanted, name) for name in names}))
    if wanted.plan is not None:
        await _set_plan(ctx, wanted.plan)
    return stored


@operation(category="site", access="owner")
async def set_limits(ctx: Context, wanted: NewLimits) -> LimitsSet:
    """Change the plan or the default limit. A new plan brings its own default, unless another comes with it."""
    limits, before = ctx.services.limits, await ctx.services.limits.default()
    if wanted.plan is not None:
        await _set_plan(ctx, wanted.plan)
    if wanted.requests_per_minute not in (None, before):
        await limits.set_default(wanted.requests_per_minute)
    return LimitsSet(plan=await ctx.services.owner.plans.plan(), requests_per_minute=await limits.default())


async def _check_logo(ctx: Context, logo: int | None) -> None:
    """Raises Problem(invalid_arguments) for an id that no image has. One that stays may be that of a deleted image."""
    if not logo or logo == (await ctx.host.settings.get())["logo"]:
        return
    try:
        is_image = (await ctx.host.media.get(logo, "view"))["media_type"] == "image"
    except Problem as problem:
        if problem.code != Code.NOT_FOUND:
            raise
        is_image = False
    if not is_image:
        detail = Detail(path="logo", expected="the id of an image", got=str(logo))
        message = f"There is no image {logo}."
        raise Problem(Code.INVALID_ARGUMENTS, message, hint="list_media lists the images.", details=[detail])


async def _set_plan(ctx: Context, plan: Plan) -> None:
    """Change the plan. One that stays leaves the default limit as it is."""
    if plan != await ctx.services.owner.plans.plan():
        await ctx.services.owner.plans.set_plan(plan)
