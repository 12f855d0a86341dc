"""Abilities of a WordPress: what its plugins registered and show over REST.

Source: `class-wp-rest-abilities-v1-run-controller.php`: GET runs what is read-only, DELETE what is destructive and
idempotent, POST any other.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, cast

from sitehand.errors import Code, Problem, not_found
from sitehand.hosts.wordpress.ability_input import check_input
from sitehand.hosts.wordpress.ability_runs import METHODS, ROUTE, AbilityRuns, make_request
from sitehand.hosts.wordpress.changes import stage_run
from sitehand.hosts.wordpress.client import Client, read_or_none
from sitehand.hosts.wordpress.given_answers import GivenAnswer
from sitehand.hosts.wordpress.resources import Json
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.site.abilities import HINT, Ability, AbilityCall, AbilityDetails, AbilityResult, AbilityRun, Effect

PER_PAGE = 100
MAX_PAGES = 20
LISTED = ["name", "label", "description", "meta"]
OPERATIONS: Mapping[Effect, str] = {
    "read": "read_site_ability",
    "change": "change_site_ability",
    "destroy": "destroy_site_ability",
}
REGISTERED: Mapping[Effect, str] = {
    "read": "only reads",
    "change": "changes the site",
    "destroy": "is destructive and idempotent",
}


class WordPressAbilities:
    """Implements `site.abilities.AbilityStore`."""

    def __init__(self, client: Client, runs: AbilityRuns, transactions: StagedTransactions) -> None:
        self._client = client
        self._runs = runs
        self._transactions = transactions

    async def all(self) -> Sequence[Ability]:
        """All abilities, by name. Raises Problem(not_supported) for more than 2,000."""
        found: list[Ability] = []
        for page in range(1, MAX_PAGES + 1):
            answer = await self._client.read(ROUTE, {"page": page, "per_page": PER_PAGE, "_fields": LISTED})
            found += [_build(each) for each in answer.value]
            if page >= int(answer.headers["x-wp-totalpages"]):
                return sorted(found, key=lambda each: each["name"])
        raise Problem(
            Code.NOT_SUPPORTED,
            f"This site has more than {MAX_PAGES * PER_PAGE:,} abilities.",
            hint="Deactivate plugins that register very many.",
        )

    async def get(self, name: str) -> AbilityDetails:
        """One ability. Raises Problem(not_found)."""
        value = await self._read(name)
        schemas = {each: dict(value.get(each) or {}) for each in ("input_schema", "output_schema")}
        return cast(AbilityDetails, {**_build(value), **schemas})

    async def read(self, call: AbilityCall) -> AbilityResult:
        """Ask WordPress at once."""
        await self._check(call, "read")
        request = make_request(call.name, "read", call.input)
        return AbilityResult(name=call.name, result=(await self._client.read(request.path, request.query)).value)

    async def run(self, call: AbilityCall, effect: Effect) -> AbilityRun:
        """Stage it."""
        value = await self._check(call, effect)
        make_request(call.name, effect, call.input)  # refuses what no address takes
        body = {"ability": call.name, "effect": effect, "input": call.input, "label": str(value["label"])}
        async with self._transactions.joined() as stage:
            answer = _tell_run(body)
            step = stage_run(stage, self._runs, body)
            step.answers.append(GivenAnswer(cast(Json, answer), cast(Any, _tell_run)))
            return answer

    async def _check(self, call: AbilityCall, effect: Effect) -> Json:
        """The ability. Raises Problem as `run` of the port does."""
        value = await self._read(call.name)
        _check_effect(call.name, find_effect(value), effect)
        await asyncio.to_thread(check_input, call.name, value.get("input_schema") or {}, call.input)
        return value

    async def _read(self, name: str) -> Json:
        answer = await read_or_none(self._client, f"{ROUTE}/{name}", {})
        if answer is None:
            raise not_found("ability", name, HINT)
        return cast(Json, answer.value)


def find_effect(value: Json) -> Effect:
    """What an ability does, by its annotations."""
    said: Any = value.get("meta", {}).get("annotations") or {}
    if said.get("readonly"):
        return "read"
    return "destroy" if said.get("destructive") and said.get("idempotent") else "change"


def _check_effect(name: str, effect: Effect, asked: Effect) -> None:
    if effect != asked:
        raise Problem(
            Code.METHOD_NOT_ALLOWED,
            f"{name} cannot run with {OPERATIONS[asked]}: its plugin registered it as one that {REGISTERED[effect]}.",
            hint=f"Use {OPERATIONS[effect]} ({METHODS[effect]} /ability/run).",
            extra={"allow": [METHODS[effect]]},
        )


def _build(value: Json) -> Ability:
    texts = {each: str(value.get(each, "")) for each in ("name", "label", "description")}
    return cast(Ability, {**texts, "operation": OPERATIONS[find_effect(value)]})


def _tell_run(run: Json) -> AbilityRun:
    return AbilityRun(name=run["ability"], result=run.get("result"), undoable=False)
