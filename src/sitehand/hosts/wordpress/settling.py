"""Settling claims that were left behind: by reading back it is found what came of a call that was cut off.

Nothing is sent again. What was done goes into the journal, and can be undone there; what was not done is named.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from sitehand.errors import Problem
from sitehand.hosts.wordpress.ledger import Ledger
from sitehand.hosts.wordpress.resources import Fields, Resource
from sitehand.hosts.wordpress.sending import Finding, Outcome, find_outcome
from sitehand.hosts.wordpress.staging import FIRST_PROVISIONAL, resolve_fields
from sitehand.hosts.wordpress.undone import KeptStep, find_undone
from sitehand.site.changes import ObjectChange
from sitehand.site.values import utc_now
from sitehand.store.approvals import note_approved
from sitehand.store.claims import Claim, end_claim, is_open, list_claims, settle_claim
from sitehand.store.sites import site_of

log = logging.getLogger(__name__)
STILL_RUNNING = timedelta(seconds=120)
"""How long WordPress may still be at a request that nobody waits for. Source: PHP, max_execution_time."""


@dataclass(frozen=True, slots=True)
class Found:
    """A step of a claim, and what came of it."""

    resource: Resource
    step: KeptStep
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
        number = self.object_id if self.step["action"] == "create" else self.step["id"]
        known = number < FIRST_PROVISIONAL
        name = f"{self.step['kind']}:{self.resource.name(number)}" if known else "a new one"
        renewed = f" under the new id {self.resource.name(self.object_id)}" if self.is_renewed else ""
        return f"{self.step['action']} {name}: {self.finding.outcome.value}{renewed}"

    @property
    def is_renewed(self) -> bool:
        """Whether the object was deleted permanently, and is there again under another id."""
        return "left" in self.step and self.object_id != self.step["id"]

    @property
    def may_stand(self) -> bool:
        """Whether the step was done, or nobody knows."""
        return self.finding.outcome not in (Outcome.NOT_DONE, Outcome.UNDONE)

    @property
    def is_as_before(self) -> bool:
        """Whether nothing came of the step."""
        return not self.may_stand and not self.is_renewed

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
            return await self._settle(claim)
        except Problem as problem:
            log.warning("A call that was cut off cannot be settled yet (claim %d): %s", claim.id, problem.message)
        except Exception:  # others would wait for what is wrong with this one
            log.exception("Claim %d of a call that was cut off cannot be read. It stays open.", claim.id)
        return ""

    async def _settle(self, claim: Claim) -> str:
        found = await self._find(claim)
        is_final = not claim.is_undone and all(each.finding.outcome is Outcome.DONE for each in found)
        # WordPress may still be at the last request; only what is done already, and stays, will not change.
        if not is_final and utc_now() - datetime.fromisoformat(claim.at) < self.still_running:
            return ""
        report = await self._write_down(claim, found)
        log.warning("%s", report)
        return report

    async def _find(self, claim: Claim) -> list[Found]:
        """What came of each step."""
        steps = _resolve(claim)
        findings = await (find_undone(self.resources, steps) if claim.is_undone else self._find_done(claim, steps))
        pairs = zip(steps, findings, strict=True)
        return [Found(self.resources[step["kind"]], step, finding) for step, finding in pairs]

    async def _find_done(self, claim: Claim, steps: Sequence[KeptStep]) -> list[Finding]:
        """What came of each step. After the first group that was not done whole, nothing was sent."""
        findings: list[Finding] = []
        # The group behind those that were done is the last that can have been sent.
        sent_last = {_name_group(claim, claim.done)} if claim.done < len(steps) else set()
        for number, step in enumerate(steps):
            resource = self.resources[step["kind"]]
            if number < claim.done:
                finding = Finding(Outcome.DONE, await resource.read(claim.ids[number]))
            elif _name_group(claim, number) in sent_last or (
                step["action"] == "follow" and findings[-1].outcome is Outcome.DONE
            ):
                newest = _find_newest(claim, step)
                finding = await find_outcome(resource, step["action"], step["id"], step["before"], step["sent"], newest)
            else:
                finding = Finding(Outcome.NOT_DONE)
            findings.append(finding)
        return findings

    async def _write_down(self, claim: Claim, found: Sequence[Found]) -> str:
        what = "A call failed, and its undo was not finished" if claim.is_undone else "A call was cut off"
        report = f"{what}: {'; '.join(each.tell() for each in found)}."
        objects = _describe_done(found)

        def work(connection: Connection) -> None:
            if not is_open(connection, claim.id):  # another process was faster
                return
            if all(each.is_as_before for each in found):
                end_claim(connection, claim.id)
                return
            # Approved again, what may have been done would be done twice.
            if claim.pending_id is not None and any(each.may_stand for each in found):
                note_approved(connection, claim.pending_id, claim.by or {})
            change_id = self.ledger.journal.enter_interrupted(connection, claim.by or {}, objects)
            settle_claim(connection, claim.id, report, change_id)

        await self.ledger.write(work)
        return report


def _resolve(claim: Claim) -> list[KeptStep]:
    """The steps with the ids of what has been made, and with what they have left."""
    left = [step.get("left", {}) for step in claim.steps]
    made = {step["id"]: made_id for step, made_id in zip(claim.steps, claim.ids, strict=False)}
    made |= {step["id"]: each["id"] for step, each in zip(claim.steps, left, strict=True) if each}
    return [
        {**step, "id": made.get(step["id"], step["id"]), "sent": resolve_fields(step["sent"], made), **each}
        for step, each in zip(claim.steps, left, strict=True)
    ]


def _find_newest(claim: Claim, step: KeptStep) -> int:
    """The highest id from before a step: what the call itself had made by then is not what the step makes."""
    pairs = zip(claim.steps, claim.ids, strict=False)
    made = [number for each, number in pairs if (each["kind"], each["action"]) == (step["kind"], "create")]
    return max([int(step["newest"]), *made])


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
