"""What a key with the role author may change: of the kinds that authors make, what it made itself.

It is decided from what a write does, so that an undo, a batch, an approval or a plugin's operation is no way around it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from sitehand.errors import Code, Problem
from sitehand.guard.attribution import Attribution
from sitehand.guard.call import current_call
from sitehand.guard.roles import OWN_ONLY
from sitehand.operation.caller import Caller
from sitehand.site.changes import ObjectChange
from sitehand.site.kind import Kind, Kinds

Name = tuple[str, str]
"""The kind and the id of an object."""


class Creators(Protocol):
    """Who made each object. Source: `store/creator_table.py`."""

    async def find(self, names: Iterable[Name]) -> Mapping[Name, str]:
        """The id of the caller that made each; "" of what was there before and nobody knows whose it is.

        What is new is left out.
        """


class Ownership:
    """Refuses what a caller may not change because somebody else made it."""

    def __init__(self, creators: Creators, kinds: Kinds) -> None:
        self._creators = creators
        self._kinds = kinds

    def needs_lookup(self, by: Attribution) -> bool:
        """Whether it looks up who made what."""
        return by.role in OWN_ONLY

    async def check(self, by: Attribution, objects: Sequence[ObjectChange], made: set[Name]) -> None:
        """Raise Problem(not_own_object) for the first object that the caller may not change so.

        `made` has what the caller has made before in the same transaction; what it makes now is added.
        """
        if not (self.needs_lookup(by) and objects):
            return
        asked = [each for each in objects if self._kinds[each.kind].authors != "any"]
        holders = {(each.kind, each.object): self._find_holders(each) for each in asked}
        names = [*holders, *(each for some in holders.values() for each in some)]
        makers = await self._creators.find(names)
        for each in asked:
            name = (each.kind, each.object)
            # What has no maker is new, or from before makers were kept: then nobody owns it.
            maker = by.caller if name in made else makers.get(name, by.caller if each.before is None else "")
            if refused := _refuse(self._kinds[each.kind], each, is_own=maker == by.caller, role=by.role):
                raise refused
            if holders[name] and not any(one in made or makers.get(one) == by.caller for one in holders[name]):
                raise _refuse_holder(self._kinds[each.kind], holders[name][0][1])
        made.update((each.kind, each.object) for each in asked if each.before is None)

    async def check_items(self, caller: Caller, item_ids: Collection[int]) -> None:
        """Raise Problem(not_own_object) for items that a caller who changes only its own has not made, be it in an
        earlier part of the same batch.
        """
        if caller.role not in OWN_ONLY:
            return
        named = {item_id: self._name_item(item_id) for item_id in item_ids}
        makers = await self._creators.find(name for names in named.values() for name in names)
        batch = current_call().batch
        made = batch.made if batch else set[Name]()
        for item_id, names in named.items():
            if not any(name in made or makers.get(name) == caller.id for name in names):
                raise _problem(f"This key did not create the page or post {item_id}, and its role needs that.")

    def _find_holders(self, change: ObjectChange) -> list[Name]:
        """What an object becomes attached to: pages and posts share their ids, so an id is of one of them."""
        field = self._kinds[change.kind].attached_by
        holder = (change.after or {}).get(field) if field else 0
        if not holder or holder == (change.before or {}).get(field):
            return []
        return self._name_item(holder)

    def _name_item(self, item_id: int) -> list[Name]:
        return [(kind.name, str(item_id)) for kind in self._kinds if kind.sequence == "item"]


def _refuse(kind: Kind, change: ObjectChange, *, is_own: bool, role: str) -> Problem | None:
    """Why an object may not become so, or None."""
    if kind.authors != "own" or (change.before is None and not kind.authors_make(change.after or {})):
        told = kind.authors_told.get(change.object)
        return _problem(told or f"A key with the role {role} cannot {change.action} this {kind.singular}.")
    if is_own:
        return None
    return _problem(f"This key did not create the {kind.singular} {change.object}, and its role {role} needs that.")


def _refuse_holder(kind: Kind, holder: str) -> Problem:
    return _problem(f"This key did not create the page or post {holder}, and cannot attach a {kind.singular} to it.")


def _problem(message: str) -> Problem:
    hint = "This key can change what it created, and read the rest. Ask an editor, or the owner for another key."
    return Problem(Code.NOT_OWN_OBJECT, message, hint=hint)
