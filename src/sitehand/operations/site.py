"""Operations on the site as a whole."""

from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.operation.context import Context
from sitehand.operation.declaration import answer_whole, operation
from sitehand.site.settings import Front
from sitehand.site.values import NOT_GIVEN, Input, NoArguments

SERVICE_NAME = "Sitehand"


class Product(TypedDict):
    """A piece of software by name and version."""

    name: str
    version: str


class SiteHost(Product):
    """The host, and what it can do."""

    features: list[str]


class SiteInfo(TypedDict):
    """Who the site is and what runs it. `language` is a BCP 47 tag, `timezone` an IANA name.

    `locales` are those that pages and posts may have beside the language; `logo` is the id of an image, 0 for none.
    `show_on_front` says what is at `/`: the newest posts, or the page `page_on_front`; then the posts are at the page
    `page_for_posts`.
    """

    name: str
    description: str
    url: str
    language: str
    locales: list[str]
    timezone: str
    logo: int
    show_on_front: Front
    page_on_front: int
    page_for_posts: int
    service: Product
    host: SiteHost


@operation("GET /site-info", category="site", access="read", everyone=True, remember=True)
async def site_info(ctx: Context, _: NoArguments) -> SiteInfo:
    """Name, address, language and time zone of the site, and what runs it."""
    settings = await ctx.host.settings.get()
    return SiteInfo(
        name=settings["name"],
        description=settings["description"],
        url=ctx.services.site_url,
        language=settings["language"],
        locales=settings["locales"],
        timezone=settings["timezone"],
        logo=settings["logo"],
        show_on_front=settings["show_on_front"],
        page_on_front=settings["page_on_front"],
        page_for_posts=settings["page_for_posts"],
        service=Product(name=SERVICE_NAME, version=ctx.services.version),
        host=SiteHost(name=ctx.host.name, version=ctx.host.version, features=list(ctx.host.features)),
    )


class DocumentChoice(Input):
    """How much of the document: all of it (some 100 KB), an index, or the part of one operation."""

    operation: str = Field(default=NOT_GIVEN, max_length=100, description="only its part")
    detail: Literal["index", "full"] = "full"


@answer_whole
@operation(
    "GET /openapi.json",
    category="site",
    access="read",
    everyone=True,
    public=True,
    mcp_defaults={"detail": "index"},
)
async def get_openapi(ctx: Context, wanted: DocumentChoice) -> dict[str, Any]:
    """OpenAPI 3.1 of the REST API."""
    if wanted.operation is not None:
        return await ctx.services.openapi.part(wanted.operation)
    return await (ctx.services.openapi.whole() if wanted.detail == "full" else ctx.services.openapi.index())
