"""Templates and template parts of a WordPress with a block theme, and widgets with blocks."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from sitehand.errors import Code, Problem, not_found
from sitehand.hosts.wordpress.changes import stage_update
from sitehand.hosts.wordpress.given_answers import GivenAnswer
from sitehand.hosts.wordpress.resources import Fields, Json
from sitehand.hosts.wordpress.staging import Stage
from sitehand.hosts.wordpress.template_resource import TemplateResource
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.site.templates import TEMPLATE_HINT, Template, TemplateKind, TemplateRef


class WordPressTemplates:
    """Implements `site.templates.TemplateStore`."""

    def __init__(self, resources: Sequence[TemplateResource], transactions: StagedTransactions) -> None:
        self._resources: Mapping[TemplateKind, TemplateResource] = {each.kind: each for each in resources}
        self._transactions = transactions

    async def all(self, kind: TemplateKind) -> Sequence[Template]:
        """All templates of a kind, in the order of WordPress."""
        resource = self._resources[kind]
        return [resource.tell(value) for value in await resource.all()]

    async def get(self, ref: TemplateRef) -> Template:
        """A template as it is shown, with the changes of the site. Raises Problem(not_found)."""
        resource = self._resources[ref.kind]
        value = await self._transactions.read(resource, resource.locate(ref.id))
        if value is None:
            raise _no_template(ref)
        return resource.tell(value)

    async def rewrite(self, ref: TemplateRef, edit: Callable[[str], str]) -> Template:
        """Stage what `edit` makes of the blocks."""
        resource = self._resources[ref.kind]
        async with self._transactions.joined() as stage:
            before = await self._read_there(stage, ref)
            content = await asyncio.to_thread(edit, resource.fields(before)["content"])
            return _stage(stage, resource, ref, before, {"content": content})

    async def revert(self, ref: TemplateRef) -> Template:
        """Stage that the changes are taken off."""
        resource = self._resources[ref.kind]
        async with self._transactions.joined() as stage:
            before = await self._read_there(stage, ref)
            theme = await resource.read_theme(resource.locate(ref.id)) if resource.is_customized(before) else None
            if theme is None:
                message = f"The {ref.kind.replace('_', ' ')} {ref.id} has no changes over those of the theme."
                raise Problem(Code.CONFLICT, message, hint="Only one that is customized can be reverted.")
            return _stage(stage, resource, ref, before, resource.fields(theme))

    async def _read_there(self, stage: Stage, ref: TemplateRef) -> Json:
        resource = self._resources[ref.kind]
        value = await stage.read(resource, resource.locate(ref.id))
        if value is None:
            raise _no_template(ref)
        return value


def _stage(stage: Stage, resource: TemplateResource, ref: TemplateRef, before: Json, given: Fields) -> Template:
    step = stage_update(stage, resource, resource.locate(ref.id), before, given)
    template = resource.tell(before if step is None else step.after or before)
    if step is not None:
        answer = GivenAnswer(cast(dict[str, Any], template), lambda value: cast(dict[str, Any], resource.tell(value)))
        step.answers.append(answer)
    return template


def _no_template(ref: TemplateRef) -> Problem:
    return not_found(ref.kind.replace("_", " "), ref.id, TEMPLATE_HINT)
