"""What the owner sets for the site as a whole."""

import re
from typing import Annotated, Protocol
from zoneinfo import available_timezones

from pydantic import AfterValidator, Field
from typing_extensions import TypedDict

from sitehand.site.values import NOT_GIVEN, UNSET, Input


def _check_timezone(value: str) -> str:
    if value not in available_timezones():
        raise ValueError("must be the name of a time zone, such as Europe/Berlin or UTC")
    return value


def _check_line(value: str) -> str:
    if _NOT_IN_LINES.search(value):
        raise ValueError("must be one line without control characters")
    return value


_NOT_IN_LINES = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
"""Control characters, line ends, and what XML 1.0 (2.2), and so a feed, cannot hold."""
Line = Annotated[str, AfterValidator(_check_line)]
Timezone = Annotated[str, AfterValidator(_check_timezone)]


class SiteSettings(TypedDict):
    """The site's identity as visitors and callers see it. `language` is a BCP 47 tag, `timezone` an IANA name."""

    name: str
    description: str
    language: str
    timezone: str


class SiteSettingsFields(Input):
    """What the owner may change; a field that is left out stays."""

    name: Line = Field(default=NOT_GIVEN, min_length=1, max_length=200)
    description: Line = Field(default=NOT_GIVEN, max_length=500)
    language: str = Field(default=NOT_GIVEN, pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", max_length=35)
    timezone: Timezone = UNSET


class SettingsStore(Protocol):
    """Reading and changing the site's settings."""

    async def get(self) -> SiteSettings: ...
    async def update(self, fields: SiteSettingsFields) -> SiteSettings: ...
