"""What the owner sets for the site as a whole."""

from typing import Annotated, Literal, Protocol
from zoneinfo import available_timezones

from pydantic import AfterValidator, Field
from typing_extensions import TypedDict

from sitehand.site.lines import Line
from sitehand.site.locales import Locales
from sitehand.site.values import NOT_GIVEN, UNSET, IdOrNone, Input


def _check_timezone(value: str) -> str:
    if value not in available_timezones():
        raise ValueError("must be the name of a time zone, such as Europe/Berlin or UTC")
    return value


Timezone = Annotated[str, AfterValidator(_check_timezone)]
Front = Literal["posts", "page"]


class SiteSettings(TypedDict):
    """The site's identity as visitors and callers see it. `language` is a BCP 47 tag, `timezone` an IANA name.

    `locales` are those that items may have beside the language; `logo` is the id of an image, 0 for none.
    `show_on_front` says what is at `/`: the newest posts, or the page `page_on_front`; then the posts are at the page
    `page_for_posts`. Both are ids of pages, 0 for none.
    """

    name: str
    description: str
    language: str
    locales: list[str]
    timezone: str
    logo: int
    show_on_front: Front
    page_on_front: int
    page_for_posts: int


class SiteSettingsFields(Input):
    """What the owner may change; a field that is left out stays."""

    name: Line = Field(default=NOT_GIVEN, min_length=1, max_length=200)
    description: Line = Field(default=NOT_GIVEN, max_length=500)
    language: str = Field(default=NOT_GIVEN, pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", max_length=35)
    locales: Locales = UNSET
    timezone: Timezone = UNSET
    logo: IdOrNone = Field(default=NOT_GIVEN, description="id of an image; 0 removes it")
    show_on_front: Front = Field(default=NOT_GIVEN, description="what is at /")
    page_on_front: IdOrNone = Field(default=NOT_GIVEN, description="id of the page at /; 0 for none")
    page_for_posts: IdOrNone = Field(default=NOT_GIVEN, description="id of the page that lists the posts; 0 for none")


class SettingsStore(Protocol):
    """Reading and changing the site's settings."""

    async def get(self) -> SiteSettings: ...
    async def update(self, fields: SiteSettingsFields) -> SiteSettings:
        """Set the given fields. Raises Problem(conflict) for locales that items do not allow."""
