"""Groups the steps of a call that go to WordPress in one request.

A batch does its parts in their order. If it is cut off, it cannot say what happened to a part: so each object is
in a group once, and objects that are made in one can be told from each other by what they are called.
"""

from collections.abc import Sequence
from typing import Any

import orjson

from sitehand.hosts.wordpress.staging import FIRST_PROVISIONAL, Step

MAX_STEPS = 25
"""The most steps of a batch. Source: `rest_get_max_batch_size` in wp-includes/rest-api/class-wp-rest-server.php."""
MAX_BYTES = 1024 * 1024
"""Bytes of the bodies in one request: far below what web servers and PHP take."""
CALLED = ("title", "name")
"""The fields that pages, posts and terms are called by."""
Group = list[Step]
"""Steps that follow each other and are sent together."""


def group_steps(steps: Sequence[Step]) -> list[Group]:
    """All steps in their order, those that may be sent together in one group."""
    groups: list[Group] = []
    room = 0
    for step in steps:
        size = len(orjson.dumps(step.body)) if step.resource.batched else 0
        if groups and size <= room and _may_join(step, groups[-1]):
            groups[-1].append(step)
            room -= size
        else:
            groups.append([step])
            room = MAX_BYTES - size
    return groups


def _may_join(step: Step, group: Group) -> bool:
    # WordPress goes on past a part that fails: a deletion behind it would be done, and what it took does not come back.
    return (
        step.action != "delete"
        and len(group) < MAX_STEPS
        and _is_batched(step)
        and all(_is_batched(each) and each.name != step.name for each in group)
        and not _list_provisional(step.body) & {each.object_id for each in group if each.action == "create"}
        and all(_are_told_apart(step, each) for each in group)
    )


def _is_batched(step: Step) -> bool:
    return step.resource.batched and step.action != "follow"


def _list_provisional(value: Any) -> set[int]:
    """The objects that are not there yet, and that a body, or a value in it, refers to."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return set[int]().union(*map(_list_provisional, inner))
    return {value} if isinstance(value, int) and value >= FIRST_PROVISIONAL else set()


def _are_told_apart(one: Step, other: Step) -> bool:
    if not one.action == other.action == "create" or one.resource.kind != other.resource.kind:
        return True
    return any(name in one.sent and name in other.sent and one.sent[name] != other.sent[name] for name in CALLED)
