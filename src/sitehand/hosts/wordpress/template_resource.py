"""Templates and template parts as resources of WordPress's REST API: read and written under a name, not a number."""

from collections.abc import Container, Mapping, Sequence
from typing import Any

from sitehand.hosts.wordpress.client import Client, read_or_none
from sitehand.hosts.wordpress.resources import (
    EDIT,
    Action,
    Fields,
    Json,
    Request,
    Unmade,
    describe_fields,
    name_fields,
)
from sitehand.hosts.wordpress.shown import TEMPLATE
from sitehand.hosts.wordpress.verification import same_blocks
from sitehand.site.changes import ObjectChange
from sitehand.site.templates import TEMPLATE_HINT, RawText, Template, TemplateKind, TemplateRef, write_ref

ROUTES: Mapping[TemplateKind, str] = {"template": "/wp/v2/templates", "template_part": "/wp/v2/template-parts"}
SEPARATOR = "//"
"""WordPress's own id is `theme//slug`."""
OWN, THEME = "custom", "theme"
"""Where what is shown comes from. Writing the latter removes all changes. Source: WP_REST_Templates_Controller."""


class TemplateResource(Unmade):
    """Implements `resources.Resource` for one of the two kinds. Below zero is a number for each name."""

    hint = TEMPLATE_HINT
    least = TEMPLATE

    def __init__(self, client: Client, kind: TemplateKind, route: str) -> None:
        self._client = client
        self.kind: TemplateKind = kind
        self.route = route

    async def all(self) -> Sequence[Json]:
        """The templates of the active theme and of the site."""
        values: Sequence[Json] = (await self._client.read(self.route, EDIT)).value
        return values

    async def read(self, object_id: int) -> Json | None:
        return await self._read(object_id, {})

    async def read_theme(self, object_id: int) -> Json | None:
        """A template as the theme has it; None where it does not have it."""
        return await self._read(object_id, {"source": THEME})

    async def _read(self, object_id: int, query: Json) -> Json | None:
        answer = await read_or_none(self._client, self._locate(object_id), {**EDIT, **query})
        return None if answer is None else {**answer.value, "id": object_id}

    def has(self, object_id: str) -> bool:
        return object_id.count(":") == 1

    def locate(self, object_id: str) -> int:
        return number_name(object_id)

    def name(self, object_id: int) -> str:
        """The name that has this number."""
        return read_name(object_id)

    def is_named(self, answered: Json, object_id: int) -> bool:
        return str(answered.get("id")).replace(SEPARATOR, ":") == self.name(object_id)

    async def read_written(self, object_id: int, answered: Any, before: Json | None) -> Json | None:
        return {**answered, "id": object_id}

    def fields(self, value: Json) -> Fields:
        return {**{name: value[name]["raw"] for name in ("title", "content")}, "customized": self.is_customized(value)}

    def is_customized(self, value: Json) -> bool:
        """Whether it is otherwise than in the theme, or in the plugin, that it comes from."""
        return value["source"] == OWN and bool(value["has_theme_file"] or value.get("plugin"))

    def tell(self, value: Json) -> Template:
        """An object in the port's shape."""
        return Template(
            ref=write_ref(TemplateRef(self.kind, f"{value['theme']}:{value['slug']}")),
            type=self.kind,
            title=value["title"]["raw"],
            description=value["description"],
            customized=self.is_customized(value),
            revision=name_fields(self.fields(value)),
            content=RawText(raw=value["content"]["raw"]),
        )

    def request(self, action: Action, object_id: int, body: Json) -> Request:
        return Request("POST", self._locate(object_id), body, EDIT)

    def write_body(self, given: Fields) -> Json:
        texts = {name: value for name, value in given.items() if name != "customized"}
        return {**texts, "source": THEME} if given.get("customized") is False else texts

    def predict(self, before: Json | None, body: Json) -> Json:
        texts = {name: {"raw": value} for name, value in body.items() if name != "source"}
        return {**(before or {}), **texts, "source": body.get("source", OWN)}

    def find_lost(self, sent: Fields, fields: Fields) -> list[str]:
        lost = super().find_lost(sent, fields)
        if "content" in lost and same_blocks(sent["content"], fields["content"]):
            lost.remove("content")
        return lost

    def describe(
        self, object_id: int, before: Fields | None, after: Fields | None, sent: Container[str]
    ) -> list[ObjectChange]:
        return describe_fields(self.kind, self.name(object_id), "title", before, after)

    def _locate(self, object_id: int) -> str:
        return f"{self.route}/{self.name(object_id).replace(':', SEPARATOR)}"


def number_name(name: str) -> int:
    """A number below zero for what has a name alone."""
    return -int.from_bytes(name.encode())


def read_name(number: int) -> str:
    """The name that has this number."""
    return (-number).to_bytes((number.bit_length() + 7) // 8).decode()


def list_resources(client: Client) -> list[TemplateResource]:
    """The resources for templates and for template parts."""
    return [TemplateResource(client, kind, route) for kind, route in ROUTES.items()]
