"""The demo: a site with sample content, whose key and password stay the same from one start to the next."""

import json
import os
import secrets
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sitehand.app import connect
from sitehand.doors.routes import RouteTable
from sitehand.errors import Code, Problem
from sitehand.guard.call import in_call
from sitehand.guard.usage import Count
from sitehand.hosts.builtin.sample import PROPOSAL, add_sample_content
from sitehand.operation.caller import Caller, Role
from sitehand.operations.content.posts import create_post
from sitehand.owner import COMMAND_LINE, attribute_command, perform
from sitehand.parts import Parts
from sitehand.store.folder import DEMO_FILE
from sitehand.store.usage import UsageTable

LABEL, PROPOSER = "Demo", "Newsletter"
DAYS_OF_USE = 14
SAMPLE_CALLERS = ("Assistant (sample data)", "Newsletter (sample data)")
"""Whose use is made up. What the demo's own keys do is counted beside it."""


@dataclass(frozen=True, slots=True)
class DemoAccess:
    """What the demo prints: an editor's key, and the owner's password; empty when the owner has set another."""

    key: str = ""
    password: str = ""


def claim_folder(folder: Path) -> None:
    """Make the folder and mark it as a demo's. Raises Problem(conflict) for one that holds anything else already."""
    if folder.exists() and not (folder / DEMO_FILE).exists() and any(folder.iterdir()):
        raise Problem(
            Code.CONFLICT,
            f"The folder {folder.resolve()} is not a demo. Nothing was changed.",
            hint="Choose a new folder: sitehand demo --data another-folder. To serve your own site: sitehand serve",
        )
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not (folder / DEMO_FILE).exists():
        _write_access(folder, DemoAccess(password=secrets.token_urlsafe(12)))


async def prepare_demo(parts: Parts) -> DemoAccess:
    """Fill the site of a claimed folder when it is empty; its key and password, new where the old ones are no more."""
    before = _read_access(parts.settings.data)
    with in_call(by=attribute_command("demo")):
        is_new = await add_sample_content(parts.database, parts.host, parts.clock())
    access = DemoAccess(await _keep_key(parts, before.key), await _keep_password(parts, before.password))
    _write_access(parts.settings.data, access)
    if is_new:
        await _add_history(parts)
    return access


async def _keep_key(parts: Parts, value: str) -> str:
    if value and await parts.keys.identify(value, parts.clock()):
        return value
    return (await _create_key(parts, LABEL, "editor"))[1]


async def _keep_password(parts: Parts, password: str) -> str:
    if await parts.owner.has_password():
        return password if await parts.owner.check_password(password) else ""
    password = password or secrets.token_urlsafe(12)
    await perform(parts, "set_password", {"password": password})
    return password


async def _create_key(parts: Parts, label: str, role: Role) -> tuple[int, str]:
    issued = await perform(parts, "create_api_key", {"label": label, "role": role})
    return issued["id"], issued["value"]


async def _add_history(parts: Parts) -> None:
    """What the screens of a site that is in use show: a pending change, and two weeks of calls."""
    proposer, _ = await _create_key(parts, PROPOSER, "author")
    await perform(parts, "add_approval_rule", {"role": "author", "transition": "public"})
    gate, _ = connect(parts, RouteTable(parts.catalog))
    caller = Caller("key", f"key:{proposer}", PROPOSER, "author", key_id=proposer)
    with in_call(origin=COMMAND_LINE):
        await gate.perform(caller, create_post, PROPOSAL)
    await UsageTable(parts.database).add(_make_use(parts.clock()))


def _make_use(now: datetime) -> dict[tuple[str, str], Count]:
    """Calls on each of the days before this one, more of them on working days."""
    counts = {}
    for ago in range(1, DAYS_OF_USE + 1):
        day = now - timedelta(days=ago)
        for share, label in enumerate(SAMPLE_CALLERS, start=1):
            calls = (40 + 7 * (ago * 5 % 9)) // share // (1 if day.weekday() < 5 else 4)  # noqa: PLR2004 - Monday to Friday
            counts[day.date().isoformat(), f"sample:{share}"] = Count(
                label, calls, changes=calls // 9, no_ops=calls // 40
            )
    return counts


def _read_access(folder: Path) -> DemoAccess:
    """What the last start left; nothing when somebody spoiled the file."""
    try:
        stored = json.loads((folder / DEMO_FILE).read_text("utf-8"))
        return DemoAccess(key=str(stored["key"]), password=str(stored["password"]))
    except (OSError, ValueError, KeyError, TypeError):
        return DemoAccess()


def _write_access(folder: Path, access: DemoAccess) -> None:
    """Replace the file at once, readable for its owner alone."""
    draft = folder / f"{DEMO_FILE}.new"
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(asdict(access), file)
    draft.replace(folder / DEMO_FILE)
