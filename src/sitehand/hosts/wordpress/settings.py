"""The settings of a WordPress: its name, tagline, language, time zone, logo, front page and posts page."""

import html
from collections.abc import Container
from typing import Any, cast

from sitehand.hosts.wordpress.changes import read_there, stage_update
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.given_answers import GivenAnswer
from sitehand.hosts.wordpress.locales import refuse_locales
from sitehand.hosts.wordpress.resources import Action, Fields, Json, Request, Unmade
from sitehand.hosts.wordpress.shown import OPTIONS
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.site.changes import ObjectChange
from sitehand.site.settings import SiteSettings, SiteSettingsFields
from sitehand.store.revision import name_state

ROUTE = "/wp/v2/settings"
NAMES = {
    **{"name": "title", "description": "description", "language": "language"},
    **{"timezone": "timezone", "logo": "site_logo"},
    **{name: name for name in ("show_on_front", "page_on_front", "page_for_posts")},
}
"""The port's names, and WordPress's."""
ESCAPED = ("name", "description")
"""What WordPress stores as HTML."""
ENGLISH = ("", "en_US")
"""How WordPress writes that its language is American English."""
UNNAMED_ZONE = "gmt_offset"
ALL = 0
"""The settings are one object for WordPress."""


class Options(Unmade):
    """Implements `resources.Resource` for the settings, which are one object to WordPress and several to the port."""

    kind = "setting"
    least = OPTIONS
    hint = "site_info shows the settings."

    def __init__(self, client: Client) -> None:
        self._client = client

    async def read(self, object_id: int) -> Json | None:
        value = (await self._client.read(ROUTE, {"_fields": list(NAMES.values())})).value
        if not value["timezone"]:  # an offset was chosen, which only the index tells
            index = (await self._client.read("/", {"_fields": UNNAMED_ZONE})).value
            value[UNNAMED_ZONE] = index[UNNAMED_ZONE]
        return cast(Json, value)

    def is_named(self, answered: Json, object_id: int) -> bool:
        return True

    async def read_written(self, object_id: int, answered: Any, before: Json | None) -> Json | None:
        """The settings after a write, with the offset of before: the route does not tell it, no write changes it."""
        return {**answered, UNNAMED_ZONE: (before or {}).get(UNNAMED_ZONE, 0)}

    def has(self, object_id: str) -> bool:
        return object_id in NAMES

    def locate(self, object_id: str) -> int:
        return ALL

    def fields(self, value: Json) -> Fields:
        fields = {name: value[theirs] for name, theirs in NAMES.items()}
        fields |= {name: html.unescape(fields[name]) for name in ESCAPED}
        fields["logo"] = fields["logo"] or 0
        fields["show_on_front"] = fields["show_on_front"] or "posts"  # as WordPress takes it
        fields["language"] = "en-US" if fields["language"] in ENGLISH else fields["language"].replace("_", "-")
        fields["timezone"] = fields["timezone"] or name_offset(float(value.get(UNNAMED_ZONE) or 0))
        return fields

    def revision(self, fields: Fields, object_id: str) -> str | None:
        return name_state([fields[object_id]]) if object_id in fields else None

    def request(self, action: Action, object_id: int, body: Json) -> Request:
        return Request("POST", ROUTE, body)

    def write_body(self, given: Fields) -> Json:
        body = {NAMES[name]: value for name, value in given.items()}
        if "language" in given:
            body["language"] = "" if given["language"] == "en-US" else given["language"].replace("-", "_")
        return body

    def write_back(self, before: Json, now: Json | None) -> Json:
        return {name: before[name] for name in NAMES.values() if now is None or before[name] != now[name]}

    def predict(self, before: Json | None, body: Json) -> Json:
        return {**(before or {}), **body}

    def read_side(self, object_id: str, side: Fields) -> Fields:
        return {object_id: side["value"]}

    def describe(
        self, object_id: int, before: Fields | None, after: Fields | None, sent: Container[str]
    ) -> list[ObjectChange]:
        old, new = before or {}, after or {}
        changed = [name for name in NAMES if old.get(name) != new.get(name)]
        return [_describe(name, old.get(name), new.get(name)) for name in changed]


class WordPressSettings:
    """Implements `site.settings.SettingsStore`."""

    def __init__(self, options: Options, transactions: StagedTransactions) -> None:
        self._options = options
        self._transactions = transactions

    async def get(self) -> SiteSettings:
        """What is set."""
        value = await self._transactions.read(self._options, ALL)
        return self._build(value or {})

    async def update(self, fields: SiteSettingsFields) -> SiteSettings:
        """Stage the given fields and return all. Raises Problem(not_supported) for locales."""
        given: Fields = fields.model_dump(include=fields.model_fields_set)
        if given.pop("locales", []):
            raise refuse_locales()
        async with self._transactions.joined() as stage:
            before = await read_there(stage, self._options, ALL)
            step = stage_update(stage, self._options, ALL, before, given)
            if step is None:
                return self._build(before)
            answer = self._build(step.after or before)
            step.answers.append(GivenAnswer(cast(dict[str, Any], answer), cast(Any, self._build)))
            return answer

    def _build(self, value: Json) -> SiteSettings:
        return cast(SiteSettings, {**self._options.fields(value), "locales": []})


def name_offset(hours: float) -> str:
    """The name of a zone with a fixed offset from UTC: an IANA name, or `UTC+05:30` where there is none."""
    if hours == 0:
        return "UTC"
    if hours % 1 == 0:
        return f"Etc/GMT{-int(hours):+d}"  # Etc/GMT-2 lies east
    whole, minutes = divmod(round(abs(hours) * 60), 60)
    return f"UTC{'+' if hours > 0 else '-'}{whole:02}:{minutes:02}"


def _describe(name: str, old: Any, new: Any) -> ObjectChange:
    before, after = name_state([old]), name_state([new])
    return ObjectChange("setting", name, name, {"value": old}, {"value": new}, before, after)
