"""Settling claims that were left behind: by reading back it is found what came of a call that was cut off.

Nothing is sent again. What was done goes into the journal, and can be undone there; what was not done is named.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from sitehand.errors import Problem
from sitehand.hosts.wordpress.ledger import Ledger
from sitehand.hosts.wordpress.resources import Fields, Resource
from sitehand.hosts.wordpress.sending import Finding, Outcome, find_outcome
from sitehand.hosts.wordpress.staging import resolve_fields
from sitehand.site.changes import ObjectChange
from sitehand.site.values import utc_now
from sitehand.store.claims import Claim, end_claim, is_open, list_claims, settle_claim
from sitehand.store.sites import site_of

log = logging.getLogger(__name__)
STILL_RUNNING = timedelta(seconds=120)
"""How long WordPress may still be at a request that nobody waits for. Source: PHP, max_execution_time."""


@dataclass(frozen=True, slots=True)
class Found:
    """A step of a claim, and what came of it."""

    resource: Resource
    step: Mapping[str, Any]
    finding: Finding

    @property
    def object_id(self) -> int:
        """The object; the id that it got, when it was made."""
        value = self.finding.value
        return int(value["id"]) if value is not None and "id" in value else int(self.step["id"])

    def tell(self) -> str:
        """The step in a few words."""
        if self.step["action"] == "run":
            return f"run {self.step['sent']['ability']}: {self.finding.outcome.value}"
        made = self.step["action"] != "create" or self.finding.outcome is Outcome.DONE
        name = f"{self.step['kind']}:{self.resource.name(self.object_id)}" if made else "a new one"
        return f"{self.step['action']} {name}: {self.finding.outcome.value}"

    def describe(self, before: Fields | None) -> list[ObjectChange]:
        """What changed in the object, compared with before the first step on it."""
        value = self.finding.value
        after = self.resource.fields(value) if value is not None else None
        return self.resource.describe(self.object_id, before, after, self.step["sent"])


class Settling:
    """Settles the claims of calls that were cut off, in this process or in one that is gone."""

    def __init__(
        self, resources: Mapping[str, Resource], ledger: Ledger, still_running: timedelta = STILL_RUNNING
    ) -> None:
        self.resources = resources
        self.ledger = ledger
        self.still_running = still_running

    async def settle_all(self) -> list[str]:
        """Settle what can be settled; what came of each call, in a sentence. For the start, and now and then."""
        return [report for claim in await self.list_open() if (report := await self._try(claim))]

    async def list_open(self) -> list[Claim]:
        """Calls to this site that were cut off, and are not settled yet."""

        def work(connection: Connection) -> list[Claim]:
            claims = list_claims(connection, "sending", "unknown")
            return [claim for claim in claims if claim.site == site_of(connection)]

        return [claim for claim in await self.ledger.read(work) if self.ledger.is_abandoned(claim)]

    async def settle(self, claim: Claim) -> bool:
        """Whether the claim is in nobody's way any more."""
        return bool(await self._try(claim))

    async def _try(self, claim: Claim) -> str:
        """What came of it; empty while that cannot be seen."""
        try:
            found = await self._find(claim)
        except Problem as problem:
            log.warning("A call that was cut off cannot be settled yet: %s", problem.message)
            return ""
        outcomes = {each.finding.outcome for each in found}
        # WordPress may still be at the last request; only what is done already will not change.
        if outcomes != {Outcome.DONE} and utc_now() - datetime.fromisoformat(claim.at) < self.still_running:
            return ""
        report = await self._write_down(claim, found, outcomes)
        log.warning("%s", report)
        return report

    async def _find(self, claim: Claim) -> list[Found]:
        """What came of each step. After the first group that was not done whole, nothing was sent."""
        found: list[Found] = []
        # The group behind those that were done is the last that can have been sent.
        sent_last = {_name_group(claim, claim.done)} if claim.done < len(claim.steps) else set()
        made = {step["id"]: made_id for step, made_id in zip(claim.steps, claim.ids, strict=False)}
        for number, kept in enumerate(claim.steps):
            step = {**kept, "id": made.get(kept["id"], kept["id"]), "sent": resolve_fields(kept["sent"], made)}
            resource = self.resources[step["kind"]]
            if number < claim.done:
                value = await resource.read(claim.ids[number])
                finding = Finding(Outcome.DONE, value)
            elif _name_group(claim, number) in sent_last or (
                step["action"] == "follow" and found[-1].finding.outcome is Outcome.DONE
            ):
                finding = await find_outcome(
                    resource, step["action"], step["id"], step["before"], step["sent"], step["newest"]
                )
            else:
                finding = Finding(Outcome.NOT_DONE)
            found.append(Found(resource, step, finding))
        return found

    async def _write_down(self, claim: Claim, found: Sequence[Found], outcomes: set[Outcome]) -> str:
        report = f"A call was cut off: {'; '.join(each.tell() for each in found)}."
        objects = _describe_done(found)

        def work(connection: Connection) -> None:
            if not is_open(connection, claim.id):  # another process was faster
                return
            if outcomes == {Outcome.NOT_DONE}:
                end_claim(connection, claim.id)
                return
            change_id = None
            if objects:
                change_id = self.ledger.journal.enter_interrupted(connection, claim.by or {}, objects)
            settle_claim(connection, claim.id, report, change_id)

        await self.ledger.write(work)
        return report


def _name_group(claim: Claim, number: int) -> int:
    """The request that a step is a part of; in claims from before 3.8 each step is a request of its own."""
    return int(claim.steps[number].get("group", number))


def _describe_done(found: Sequence[Found]) -> list[ObjectChange]:
    """What changed in each object, once, from before the first step on it until now."""
    before: dict[tuple[str, int], Fields | None] = {}
    last: dict[tuple[str, int], Found] = {}
    for each in found:
        if each.finding.outcome is Outcome.DONE:
            key = (each.resource.kind, each.object_id)
            before.setdefault(key, each.step["before"])
            last[key] = each
    return [change for key, each in last.items() for change in each.describe(before[key])]
