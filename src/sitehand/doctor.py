"""What `sitehand doctor` examines: each finding says what is so and, when it is bad, how to mend it."""

import asyncio
import shlex
import shutil
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from sqlalchemy import Connection, text

from sitehand.app import assemble
from sitehand.errors import Code, Problem
from sitehand.files.chromium import find_chromium
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.store.claims import STATES, Claim, list_claims
from sitehand.store.counters import FileCounters
from sitehand.store.faults import explain
from sitehand.store.file_store import FULL, open_files
from sitehand.store.folder import NAME_A_FOLDER, check_writable
from sitehand.store.holders import Holder
from sitehand.store.journal import count_entries, find_break
from sitehand.store.journal_end import find_cut
from sitehand.store.migration import migrate
from sitehand.store.reading import list_rows
from sitehand.store.sqlite.driver import ENGINE, check_engine
from sitehand.store.sqlite.files import find_damage_quickly

LOOPBACK = ("127.0.0.1", "localhost", "::1")
MIN_FREE = 64 * 1024**2
"""Bytes on the disk. A write-ahead log grows to some megabytes; a backup needs as much as the database."""
PROBE_BYTES = 64 * 1024
FREE = "Free some disk space. Nothing is damaged, and you need not restore anything."
CURES = {
    Code.STORAGE_FULL: FREE,
    Code.STORAGE_UNAVAILABLE: "Check that no other program uses the database and that the disk works and is writable.",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was examined; `cure` is what to do when it is not good."""

    subject: str
    good: bool
    text: str
    cure: str = ""


async def examine(settings: Settings, min_free: int = MIN_FREE) -> list[Finding]:
    """Examine the installation and the data folder, most basic things first; stops where going on makes no sense."""
    findings = [_python(), _chromium(settings), _address(settings), *_proxies(settings), _folder(settings)]
    if not (findings[0].good and findings[-1].good):
        return findings
    findings += [_space(settings, min_free), _writing(settings)]  # what is full is not taken for what is damaged
    if not findings[-1].good:
        return findings
    try:
        parts = assemble(settings)
    except Problem as problem:
        return [*findings, Finding(problem.extra.get("subject", "counters"), False, problem.message, problem.hint)]
    except Exception as fault:  # a plugin may fail in any way
        cure = "Fix or uninstall the plugin that it names. Sitehand cannot start with it."
        return [*findings, Finding("plugins", False, f"{type(fault).__name__}: {fault}", cure)]
    try:
        for check in _list_checks():
            findings.append(await check(parts))
            if check is _database and not findings[-1].good:
                break
        if findings[-1].subject != "database":
            findings += [*await _host(parts), *await _interrupted(parts)]
        if findings[-1].subject != "database" and parts.broker.enrolling.describe():
            findings.append(await _broker(parts))
        findings.append(Finding("plugins", True, ", ".join(n for n, _ in parts.plugins.list_name_plugin()) or "none"))
    finally:
        await parts.close()
    return findings


def _write_command(settings: Settings, command: str) -> str:
    """A command on the site that is examined, as the shell takes it."""
    return f"sitehand {command} --data {shlex.quote(str(settings.data))}"


def _list_checks() -> tuple[Callable[[Parts], Awaitable[Finding]], ...]:
    """What is asked of every site, the database first."""
    return (_database, _journal, _counters, _password, _keys, _rules)


def _python() -> Finding:
    try:
        check_engine()
    except Problem as problem:
        return Finding("Python", False, problem.message, problem.hint)
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding("Python", True, f"{version}, {ENGINE}")


def _chromium(settings: Settings) -> Finding:
    """A site works without one; a setting that names none is a mistake."""
    found = find_chromium(settings.chromium)
    if found is None and settings.chromium:
        cure = "Set SITEHAND_CHROMIUM to the program's path, or leave it out."
        return Finding("Chromium", False, f"{settings.chromium} is not a program.", cure)
    return Finding("Chromium", True, found or "none: preview_elementor gives text and HTML, and no images")


def _address(settings: Settings) -> Finding:
    parts = urlsplit(settings.site_url)
    if parts.scheme == "https" or parts.hostname in LOOPBACK:
        return Finding("address", True, settings.site_url)
    return Finding(
        "address",
        False,
        f"{settings.site_url} is not encrypted: others on the network can read keys.",
        "Put an https proxy in front of Sitehand and set SITEHAND_URL to its address.",
    )


def _proxies(settings: Settings) -> list[Finding]:
    """Whether clients can be told apart behind the proxy that an https address needs: `serve` itself speaks http."""
    if urlsplit(settings.site_url).scheme != "https":
        return []
    text = "none trusted: all clients seem to have the proxy's address, and one's wrong keys and logins hold up all."
    cure = 'Set SITEHAND_TRUSTED_PROXIES to the proxy\'s address, such as ["127.0.0.1"].'
    return [Finding("proxies", bool(settings.trusted_proxies), ", ".join(settings.trusted_proxies) or text, cure)]


def _folder(settings: Settings) -> Finding:
    folder = settings.data.resolve()
    if folder.exists() and not folder.is_dir():
        return Finding("data folder", False, f"{folder} is a file.", NAME_A_FOLDER)
    if not folder.is_dir():
        return Finding("data folder", False, f"{folder} is missing.", f"Run: {_write_command(settings, 'init')}")
    return Finding("data folder", True, str(folder))


def _space(settings: Settings, min_free: int) -> Finding:
    free = shutil.disk_usage(settings.data.resolve()).free
    return Finding("disk", free >= min_free, f"{free // 1024**2} MiB free", FREE)


def _writing(settings: Settings) -> Finding:
    """Whether files can be made and have room; a quota may be used up where the disk is not."""
    folder = settings.data.resolve()
    try:
        check_writable(folder)
    except Problem as refusal:
        return Finding("writing", False, refusal.message, refusal.hint)
    probe = folder / ".doctor"
    try:
        try:
            probe.write_bytes(bytes(PROBE_BYTES))
        finally:
            probe.unlink(missing_ok=True)
    except OSError as fault:
        problem = explain(fault)
        full = problem is not None and problem.code is Code.STORAGE_FULL
        return Finding(
            "writing", False, str(fault), FREE if full else "Give write access to the user that runs Sitehand."
        )
    return Finding("writing", True, "works")


async def _interrupted(parts: Parts) -> list[Finding]:
    """Writes to a WordPress that were cut off in the last days: what came of them, or that nobody knows yet."""
    found = await parts.database.read(lambda connection: list_claims(connection, *STATES))
    holder = Holder(parts.database.path.parent)
    claims = [claim for claim in found if claim.state != "sending" or not holder.is_alive(claim.holder)]
    cure = "Look at what is there now. What was done is in the journal as interrupted, and can be undone there."
    return [Finding("interrupted writes", False, _tell_interrupted(parts, claim), cure) for claim in claims]


def _tell_interrupted(parts: Parts, claim: Claim) -> str:
    if not claim.report and claim.site != parts.database.schema.site:
        return f"A call to {claim.site} was cut off. What came of it can be seen only while that site is connected."
    unknown = "A call was cut off, and the site does not show yet what came of it: look again in some minutes."
    return claim.report or unknown


async def _database(parts: Parts) -> Finding:
    cure = "Stop the server, keep a copy of the folder, and restore the last good backup (sitehand restore)."
    try:
        await migrate(parts.database)
        damage = await parts.database.read(find_damage_quickly, long=True)
    except Problem as problem:  # nothing is damaged: it is full, locked, or not to be written
        return Finding("database", False, problem.message, CURES.get(problem.code, problem.hint))
    except Exception as fault:  # whatever is wrong with it is the finding
        return Finding("database", False, str(fault), cure)
    return Finding("database", not damage, damage or "ok", cure)


async def _journal(parts: Parts) -> Finding:
    """Whether each change follows on the one before it, in one state of the database, which a server may go on with."""

    def look(connection: Connection) -> tuple[str | None, int]:
        broken = find_break(connection) or find_cut(connection, parts.database.path.parent)
        return broken, count_entries(connection)

    broken, number = await parts.database.read(look, long=True)
    cure = (
        "Another program changed or replaced the database."
        " The site works, but the journal proves nothing from there on."
        " Keep a copy of the folder, compare it with an earlier backup, and restore that backup if the content differs."
    )
    return Finding("journal", broken is None, broken or f"{number} changes, one chain", cure)


async def _counters(parts: Parts) -> Finding:
    url = parts.settings.counters_url
    for name, storage in zip(("counters", "defences"), parts.counters, strict=True):
        try:
            await storage.incr("doctor", 1)
        except Exception as fault:  # a Redis that is away raises its own errors
            cure = "Check SITEHAND_COUNTERS_URL, and check that the server runs."
            return Finding("counters", False, str(fault), cure)
        if isinstance(storage, FileCounters) and storage.fault:
            text = f"{name}.db cannot be used ({storage.fault}). Each worker counts its share in memory."
            return Finding("counters", False, text, "Free some disk space, and check that the file is writable.")
    return Finding("counters", True, f"at {urlsplit(url).hostname}" if url else "in the data folder")


async def _password(parts: Parts) -> Finding:
    good = await parts.owner.has_password()
    text = "set" if good else "Not set. Nobody can log in to the admin screens."
    return Finding("owner's password", good, text, f"Run: {_write_command(parts.settings, 'admin set-password')}")


async def _keys(parts: Parts) -> Finding:
    keys = await parts.keys.list(include_revoked=False, now=parts.clock())
    cure = f"Run: {_write_command(parts.settings, 'key create --role admin --label me')}"
    return Finding("API keys", bool(keys), f"{len(keys)} active", cure)


async def _rules(parts: Parts) -> Finding:
    """Whether what the owner allows can be read: else it is refused."""
    found = await parts.choices.find_unreadable()
    text = f"{', '.join(found)} cannot be read: what this decides on is refused." if found else "can be read"
    commands = "; ".join(_write_command(parts.settings, f"admin clear-rules {name}") for name in found)
    return Finding(
        "rules", not found, text, f"If a newer Sitehand wrote it, use that version. Otherwise run: {commands}"
    )


async def _broker(parts: Parts) -> Finding:
    fault = await parts.broker.enrolling.test()
    command = _write_command(parts.settings, "broker enroll")
    cure = f"Check the broker. If its credentials have changed, run: {command}"
    return Finding("broker", not fault, fault or "works", cure)


async def _host(parts: Parts) -> list[Finding]:
    """The site that is served, and what is between it and the service."""
    connection = parts.connections.current()
    if connection is None:
        return [Finding("site", True, "built in"), await _content(parts), await _files(parts)]
    site = Finding("site", True, f"WordPress at {connection.facts.home}, connected since {connection.since}")
    from sitehand.hosts.wordpress.diagnosis import diagnose  # noqa: PLC0415 - only for a WordPress

    checks = [check async for check in diagnose(connection.facts, connection.password)]
    return [site, *(Finding(check.subject, check.good, check.text, check.cure) for check in checks)]


async def _content(parts: Parts) -> Finding:
    counts = await parts.host.overview.counts()
    text = ", ".join(f"{sum(states.values())} of type {kind}" for kind, states in counts.items()) or "none yet"
    return Finding("content", True, text)


async def _files(parts: Parts) -> Finding:
    """Whether the files of media are where the settings say, and can be used there."""
    files = open_files(parts.settings)
    if fault := await asyncio.to_thread(files.find_fault):
        cure = "Check SITEHAND_FILES_URL, SITEHAND_FILES_ENDPOINT and AWS_*; docs/deploy.md says what the bucket needs."
        return Finding("files", False, fault, cure)
    there = {version.file for version in await asyncio.to_thread(list, files.list_versions()) if version.name == FULL}
    needed = await parts.database.read(list_rows(text("SELECT DISTINCT sha256 FROM media WHERE sha256 <> ''")))
    missing = sum(row.sha256 not in there for row in needed)
    cure = "Restore a backup that has them; its files go where the settings say."
    lacks = f"; {missing} that the site shows are missing" if missing else ""
    return Finding("files", not missing, f"{len(there)} in {files.place_name}{lacks}", cure)
