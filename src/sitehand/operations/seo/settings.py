"""Operations on the SEO settings of the site."""

from functools import partial

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.host import Host
from sitehand.site.seo_settings import SeoSettings, SeoSettingsFields, SeoSettingsStore
from sitehand.site.values import NoArguments

of_settings = partial(operation, category="seo", needs="seo_settings")


def store_of(host: Host) -> SeoSettingsStore:
    """The SEO settings of a host that offers them; the gate has seen to it that this one does."""
    if host.seo_settings is None:
        raise TypeError("The host offers SEO settings and has none.")
    return host.seo_settings


async def _find_target(_host: Host, _wanted: SeoSettingsFields) -> tuple[str, str]:
    return "setting", "seo"


@of_settings("GET /seo/settings", access="read", remember=True)
async def get_seo_settings(ctx: Context, _: NoArguments) -> SeoSettings:
    """Read the title templates, the rules for AI crawlers, and llms.txt."""
    return await store_of(ctx.host).get()


@of_settings(
    "PUT|PATCH /seo/settings",
    access="admin",
    destructive=True,
    idempotent=True,
    stored=True,
    target=_find_target,
    example={"titles": {"post": "%title% - %site%"}, "crawlers": {"GPTBot": "disallow"}},
)
async def set_seo_settings(ctx: Context, wanted: SeoSettingsFields) -> SeoSettings:
    """Set the title templates, which AI crawlers may read the site, and llms.txt."""
    return await store_of(ctx.host).update(wanted)
