"""Changes as plain sentences for the owner."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sitehand.guard.lineage import kind_of
from sitehand.site.approvals import PendingRecord
from sitehand.site.changes import Change, ChangeLine, ObjectLine, name_object
from sitehand.site.kind import Kind, Kinds

DOORS: Mapping[str, str] = {
    "rest": "via REST",
    "mcp": "via MCP",
    "admin": "in the admin screens",
    "cli": "on the command line",
    "site": "automatically",
}
VERBS: Mapping[str, str] = {
    "create": "created",
    "update": "changed",
    "publish": "published",
    "spam": "marked … as spam",
    "trash": "moved … to the trash",
    "delete": "deleted",
}
"""What was done, by the action, or by the status that an update gave."""
INTENTS: Mapping[str, str] = {
    "create": "create",
    "update": "change",
    "publish": "publish",
    "spam": "mark … as spam",
    "trash": "move … to the trash",
    "delete": "delete",
}
OWN_VERBS: Mapping[str, str] = {"revoke_api_key": "revoked", "rotate_api_key": "rotated", "reject_change": "rejected"}
"""What an operation does when it changes objects and gives none of these statuses."""
FIXED: Mapping[str, str] = {
    "init": "set the owner's first password",
    "restore": "restored a backup",
    "set_password": "changed the owner's password",
    "pause_writes": "paused all writes",
    "resume_writes": "resumed writes",
    "switch_operations": "switched tools on or off",
    "enroll_site": "enrolled the site with a broker",
    "disconnect_site": "disconnected the site from its broker",
    "connect_wordpress": "connected the site with WordPress",
    "disconnect_wordpress": "disconnected the site from WordPress",
    "set_block_rule": "changed the rules for blocks",
    "remove_block_rule": "changed the rules for blocks",
    "set_ability_rule": "changed the rules for abilities",
    "remove_ability_rule": "changed the rules for abilities",
    "clear_rules": "removed rules that could not be read",
    "set_approval_policy": "changed the approval rules",
    "add_approval_rule": "changed the approval rules",
    "remove_approval_rule": "changed the approval rules",
}
"""What can be told without the objects."""
MOST_NAMED = 3
MOST_LISTED = 50
"""Objects of a change that its line has at most."""
MINUTE, HOUR, DAY = 60, 3600, 86400


class Sentence(NamedTuple):
    """A change told: who, did what, how it came, and how long ago."""

    who: str
    what: str
    how: str
    ago: str

    def __str__(self) -> str:
        return " ".join(part for part in (self.who, self.what, self.how) if part) + f", {self.ago}"


def tell_change(change: ChangeLine, now: datetime, kinds: Kinds) -> Sentence:
    """A change as a sentence: "Newsletter script (editor) changed the page “About us” via MCP, 5 minutes ago"."""
    return Sentence(tell_caller(change), _tell_doing(change, kinds), _tell_way(change), tell_time(change["at"], now))


def tell_caller(change: Change) -> str:
    """Who it was; of all but the owner with role and kind, whatever the label says."""
    return name_caller(change["label"], change["caller"], change["role"])


def tell_time(at: str, now: datetime) -> str:
    """How long ago that was; of what is more than a month ago the day."""
    seconds = (now - datetime.fromisoformat(at)) / timedelta(seconds=1)
    if seconds < MINUTE:
        return "just now"
    for unit, length, end in (("minute", MINUTE, HOUR), ("hour", HOUR, DAY), ("day", DAY, 30 * DAY)):
        if seconds < end:
            return f"{_count(int(seconds // length), unit, unit + 's')} ago"
    return f"on {at[:10]}"


def tell_objects(objects: Sequence[ObjectLine], kinds: Kinds) -> str:
    """The objects of a change: "the page “About us”", "3 pages and the post “News”"."""
    told: dict[str, list[ObjectLine]] = {}
    for each in _find_main(objects, kinds):
        told.setdefault(each["kind"], []).append(each)
    parts = [_tell_kind(kinds[kind], some) for kind, some in list(told.items())[:MOST_NAMED]]
    if len(told) > MOST_NAMED or len(objects) >= MOST_LISTED:
        parts.append("more")
    return join_words(parts)


def tell_actions(objects: Sequence[ObjectLine], verbs: Mapping[str, str], kinds: Kinds) -> str:
    """What was done to which objects, in the order of `verbs`; a verb with "…" holds the objects in its middle."""
    main = _find_main(objects, kinds)
    told = []
    for action, verb in verbs.items():
        if some := [each for each in main if _tell_action(each, kinds) == action]:
            before, _, after = verb.partition(" …")
            told.append(f"{before} {tell_objects(some, kinds)}{after}")
    return join_words(told)


def name_caller(label: str, caller: str | None, role: str = "") -> str:
    """A label with role and kind of its caller: "Script (editor key)". Nobody but the owner goes without."""
    kind = kind_of(caller) if caller else "as recorded before 3.8"
    return label if kind == "owner" else f"{label} ({' '.join(filter(None, (role, kind)))})"


def join_words(parts: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1] if parts else "")))


def _find_main(objects: Sequence[ObjectLine], kinds: Kinds) -> Sequence[ObjectLine]:
    """What a sentence is about: nothing incidental, unless there is nothing else."""
    return [each for each in objects if not kinds[each["kind"]].incidental] or objects


def _tell_kind(kind: Kind, objects: Sequence[ObjectLine]) -> str:
    if len(objects) > 1:
        return _count(len(objects), kind.singular, kind.plural)
    label = objects[0]["label"]
    return f"the {kind.singular} {f'“{label}”' if label else objects[0]['id']}"


def _tell_doing(change: ChangeLine, kinds: Kinds) -> str:
    if change["undoes"]:
        return _tell_undo(change, kinds)
    if change["outcome"] == "pending":
        return f"asked to {_tell_operation(change['operation'], kinds)}"
    if change["operation"] in FIXED:
        return FIXED[change["operation"]]
    own = OWN_VERBS.get(change["operation"])
    verbs = {**VERBS, "update": own} if own else VERBS
    return tell_actions(change["objects"], verbs, kinds) or f"did {change['operation']}"


def _tell_undo(change: ChangeLine, kinds: Kinds) -> str:
    """What was undone: "undid changes 5 and 6 to the page “About us”"; many changes are only counted."""
    undone = [str(number) for number in change["undoes"]]
    some = "change" if len(undone) == 1 else "changes"
    which = f"{some} {join_words(undone)}" if len(undone) <= MOST_NAMED else f"{len(undone)} changes"
    objects = tell_objects(change["objects"], kinds)
    return f"undid {which}" + (f" to {objects}" if objects else "")


def _tell_operation(name: str, kinds: Kinds) -> str:
    """What a call does: "create a post"; of an operation on anything else, "run" and its name."""
    verb, _, noun = name.partition("_")
    kind = kinds[noun]
    return f"{verb} a {kind.singular}" if kind.is_known else f"run {name}"


def _tell_action(each: ObjectLine, kinds: Kinds) -> str:
    """What happened to an object; a setting that is set for the first time is changed, since it held before as well."""
    if each["action"] == "create" and kinds[each["kind"]].always_there:
        return "update"
    status = each.get("status", "")
    return status if status in VERBS else each["action"]


def _tell_way(change: ChangeLine) -> str:
    way = DOORS.get(change["door"], f"via {change['door']}") if change["caller"] != "site" else ""
    if not change["approved_by"]:
        return way
    return f"{way}, approved by {name_caller(change['approved_by'], change['approved_by_id'])}"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def tell_proposal(pending: PendingRecord, now: datetime, kinds: Kinds) -> str:
    """A proposal: "Newsletter script (author) wants to change the page “About us”, asked 5 minutes ago"."""
    objects = [name_object(each) for each in pending["preview"]["changes"]]
    intent = tell_actions(objects, INTENTS, kinds) or f"run {pending['operation']}"
    who = name_caller(pending["label"], pending["caller"], pending["role"])
    wish = "wants" if pending["state"] == "waiting" else "wanted"
    return f"{who} {wish} to {intent}, asked {tell_time(pending['at'], now)}"


def tell_decision(pending: PendingRecord, now: datetime) -> str:
    """Who decided, and when: "by Second admin (key), 5 minutes ago"; "" of what nobody has decided."""
    if pending["decided_by"] is None or pending["decided_at"] is None:
        return ""
    who = name_caller(pending["decided_by"], pending["decided_by_id"])
    return f"by {who}, {tell_time(pending['decided_at'], now)}"
