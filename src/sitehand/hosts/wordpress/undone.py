"""What stays of a call that was to be undone: each object is compared with how the steps of the call have left it."""

from collections.abc import Mapping, Sequence
from typing import Any

from sitehand.hosts.wordpress.resources import Fields, Json, Resource, is_same
from sitehand.hosts.wordpress.sending import Finding, Outcome

KeptStep = Mapping[str, Any]
"""A step as its claim has it; one that was done has `left`: the state of its object before and after it."""


async def find_undone(resources: Mapping[str, Resource], steps: Sequence[KeptStep]) -> list[Finding]:
    """What came of each step. One that has left nothing was not done."""
    findings = [Finding(Outcome.NOT_DONE)] * len(steps)
    chains: dict[tuple[str, int], list[int]] = {}
    for number, step in enumerate(steps):
        if "left" in step:
            chains.setdefault((step["kind"], step["id"]), []).append(number)
    for (kind, object_id), numbers in chains.items():
        found = await _look_at(resources[kind], object_id, [steps[number] for number in numbers])
        for number, finding in zip(numbers, found, strict=True):
            findings[number] = finding
    return findings


async def _look_at(resource: Resource, object_id: int, chain: Sequence[KeptStep]) -> list[Finding]:
    """What came of the steps on one object, which are undone from the last one on."""
    if chain[0]["action"] == "run":  # no reading shows what an ability did
        return [Finding(Outcome.UNCLEAR)]
    value = await resource.read(object_id)
    if value is None and chain[-1]["action"] == "delete":
        return await _look_for(resource, chain)
    fields = resource.fields(value) if value is not None else None
    states = [chain[0]["left"]["before"], *(step["left"]["after"] for step in chain)]
    same = [number for number, state in enumerate(states) if is_same(resource, object_id, fields, state)]
    if same:
        return _split(chain, same[-1], value)
    return [Finding(_tell_changed(resource, step, fields), value) for step in chain]


async def _look_for(resource: Resource, chain: Sequence[KeptStep]) -> list[Finding]:
    """What was deleted permanently may have been made anew, under another id, as it was before one of the steps."""
    for number in reversed(range(len(chain))):
        before = chain[number]["left"]["before"]
        if before is None:
            continue
        # What it refers to may have been made anew too.
        told = {name: value for name, value in before.items() if name not in resource.references}
        made = await resource.find_made(chain[-1]["left"]["newest"], told)
        if len(made.objects) > 1 or not made.complete:
            return [Finding(Outcome.UNCLEAR)] * len(chain)
        if made.objects:
            return _split(chain, number, made.objects[0])
    return _split(chain, len(chain), None)


def _split(chain: Sequence[KeptStep], standing: int, value: Json | None) -> list[Finding]:
    """So many steps stand, and those behind them are undone."""
    done = [Finding(Outcome.DONE, value)] * standing
    return done + [Finding(Outcome.UNDONE, value)] * (len(chain) - standing)


def _tell_changed(resource: Resource, step: KeptStep, fields: Fields | None) -> Outcome:
    """What came of a step on an object that somebody has changed too, by the fields that were sent alone."""
    if fields is not None and step["action"] == "create":
        return Outcome.DONE
    if fields is None or not step["sent"]:
        return Outcome.UNCLEAR
    before = {name: step["left"]["before"].get(name) for name in step["sent"]}
    if not resource.find_lost(step["sent"], fields):
        return Outcome.DONE
    return Outcome.UNCLEAR if resource.find_lost(before, fields) else Outcome.UNDONE
