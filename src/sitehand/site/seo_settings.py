"""SEO settings: how titles are made, which crawlers of AI services may read the site, what llms.txt says."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Protocol, get_args

from pydantic import AfterValidator, Field
from typing_extensions import TypedDict

from sitehand.site.lines import Line
from sitehand.site.seo import Address
from sitehand.site.values import NOT_GIVEN, Input

Titled = Literal["home", "page", "post", "archive"]
Crawler = Literal[
    "GPTBot",
    "OAI-SearchBot",
    "ClaudeBot",
    "Claude-SearchBot",
    "Claude-User",
    "PerplexityBot",
    "Google-Extended",
    "Applebot-Extended",
]
"""Tokens of robots.txt. Source: what OpenAI, Anthropic, Perplexity, Google and Apple document of their crawlers."""
CRAWLERS: tuple[Crawler, ...] = get_args(Crawler)
Verdict = Literal["allow", "disallow"]
PLACEHOLDERS = ("title", "site", "tagline")
_PLACEHOLDER = re.compile(r"%(\w+)%")


def _check_template(value: str) -> str:
    unknown = [name for name in _PLACEHOLDER.findall(value) if name not in PLACEHOLDERS]
    if unknown:
        known = ", ".join(f"%{name}%" for name in PLACEHOLDERS)
        raise ValueError(f"must have no placeholders but {known}, and has %{unknown[0][:40]}%")
    return value


def _check_titles(value: dict[Titled, str]) -> dict[Titled, str]:
    for name, template in value.items():
        if name != "home" and "%title%" not in template:
            raise ValueError(f"must have %title% in {name}: pages of one title cannot be told apart")
    return value


Template = Annotated[Line, Field(min_length=1, max_length=200), AfterValidator(_check_template)]
Titles = Annotated[dict[Titled, Template], AfterValidator(_check_titles)]


class SeoSettings(TypedDict):
    """The SEO settings that hold. `llms_txt` and `logo` are empty where the site has none."""

    titles: dict[Titled, str]
    crawlers: dict[Crawler, Verdict]
    llms_txt: str
    logo: str
    revision: str


class SeoSettingsFields(Input):
    """What may be changed; what is left out stays, of titles and crawlers too."""

    titles: Titles = Field(
        default=NOT_GIVEN, description='{"post": "%title% - %site%"}; placeholders: %title%, %site%, %tagline%'
    )
    crawlers: dict[Crawler, Verdict] = Field(
        default=NOT_GIVEN, description='{"GPTBot": "disallow"} or "allow"; written to robots.txt'
    )
    logo: Address = Field(default=NOT_GIVEN, description="image of who publishes the site; empty removes it")
    llms_txt: str = Field(
        default=NOT_GIVEN, max_length=20_000, description="content of /llms.txt, in Markdown; empty removes it"
    )


DEFAULT_TITLES: Mapping[Titled, str] = {
    "home": "%site%",
    **dict.fromkeys(("page", "post", "archive"), "%title% · %site%"),
}
Values = dict[str, Any]
"""The settings that are not what they are by default."""


def show_settings(values: Mapping[str, Any], revision: str) -> SeoSettings:
    """All settings, from those that are stored."""
    return SeoSettings(
        titles={**DEFAULT_TITLES, **values.get("titles", {})},
        crawlers={**dict.fromkeys(CRAWLERS, "allow"), **values.get("crawlers", {})},
        llms_txt=values.get("llms_txt", ""),
        logo=values.get("logo", ""),
        revision=revision,
    )


def merge_settings(old: Mapping[str, Any], fields: SeoSettingsFields) -> Values:
    """What is stored once these fields are given."""
    given = fields.model_dump(include=fields.model_fields_set & SeoSettings.__annotations__.keys())
    for name in ("titles", "crawlers"):
        if name in given:
            given[name] = {**old.get(name, {}), **given[name]}
    return {**old, **given}


def fill_title(template: str, values: Mapping[str, str]) -> str:
    """The title that a template makes, in one pass: a placeholder in a value stays as it is."""
    return " ".join(_PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), template).split())


class SeoSettingsStore(Protocol):
    """Reading and changing the SEO settings."""

    async def get(self) -> SeoSettings: ...
    async def update(self, fields: SeoSettingsFields) -> SeoSettings: ...
