"""What the command line writes is in the journal, as the owner's doing."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from sitehand import __version__
from sitehand.cli import app
from sitehand.cli.parts import with_parts
from sitehand.demo import claim_folder, prepare_demo
from sitehand.settings import Settings
from tests.processes import run_sitehand
from tests.service import open_service

SMALL = Path(__file__).resolve().parents[1] / "unit/hosts/builtin/importing/fixtures/small.xml"
PASSWORD = "a long sentence of words"


def run(data: Path, *arguments: str, stdin: str = "") -> str:
    """The standard output of a command that succeeds."""
    done = CliRunner().invoke(app, [*arguments, "--data", str(data)], input=stdin)
    assert done.exit_code == 0, done.output
    return done.stdout.strip()


def read_journal(data: Path) -> list[dict[str, Any]]:
    """Every entry with the kinds of its objects, and all its text."""
    with closing(sqlite3.connect(data / "sitehand.db")) as connection:
        connection.row_factory = sqlite3.Row
        entries = [dict(row) for row in connection.execute("SELECT * FROM changes ORDER BY id")]
        for entry in entries:
            objects = connection.execute("SELECT * FROM changed_objects WHERE change_id = ?", (entry["id"],)).fetchall()
            entry["kinds"] = sorted({row["kind"] for row in objects})
            entry["text"] = repr([tuple(row) for row in objects]) + repr(entry)
        return entries


def test_each_command_makes_one_entry(tmp_path: Path) -> None:
    """By the owner, through the command line, with what was asked for, and without what is secret."""
    data = tmp_path / "site"
    secrets = [run(data, "init")]
    secrets.append(run(data, "key", "create", "--role", "editor", "--label", "newsletter"))
    secrets.append(run(data, "key", "rotate", "1", "--grace-seconds", "60"))
    run(data, "key", "revoke", "1")
    run(data, "admin", "set-password", stdin=f"{PASSWORD}\n")
    run(data, "import", str(SMALL), "--no-media")
    entries = read_journal(data)
    told = [(each["operation"], json.loads(each["arguments"]), each["kinds"]) for each in entries]
    assert told[:-1] == [
        ("init", {}, ["setting"]),
        ("create_api_key", {"label": "newsletter", "role": "editor"}, ["key"]),
        ("rotate_api_key", {"id": 1, "grace_seconds": 60}, ["key", "retired_secret"]),
        ("revoke_api_key", {"id": 1}, ["key"]),
        ("set_password", {"password": "(hidden)"}, ["setting"]),
    ]
    assert told[-1][:2] == ("import_export", {"file": "small.xml", "media": False})
    assert {"author", "page", "post", "term"} <= set(told[-1][2])
    for each in entries:
        came = (each["caller"], each["label"], each["role"], each["door"], each["client"])
        assert came == ("owner", "Owner", "admin", "cli", f"sitehand/{__version__}")
        assert not any(secret in each["text"] for secret in (*secrets, PASSWORD))
    assert len({each["request_id"] for each in entries}) == len(entries)


def test_what_changes_nothing_makes_no_entry(tmp_path: Path) -> None:
    """A second init, a second import, a list, an export."""
    data = tmp_path / "site"
    run(data, "init")
    run(data, "import", str(SMALL), "--no-media")
    before = read_journal(data)
    run(data, "init")
    run(data, "import", str(SMALL), "--no-media")
    run(data, "key", "list", "--all")
    assert len(run(data, "journal", "export").splitlines()) == len(before)
    assert read_journal(data) == before


def test_each_change_of_a_demo_is_told(tmp_path: Path) -> None:
    """Content, name, key, password, the other key, the rule and what it holds up; the second start changes nothing."""
    settings = Settings(data=tmp_path / "site")
    claim_folder(settings.data)
    accesses = [with_parts(settings, prepare_demo, makes_folder=True) for _ in range(2)]
    entries = read_journal(settings.data)
    came = [(each["caller"], each["door"], each["operation"]) for each in entries]
    done = ["demo", "demo", "create_api_key", "set_password", "create_api_key", "add_approval_rule"]
    assert came == [*(("owner", "cli", each) for each in done), ("key:2", "cli", "create_post")]
    kinds = [each["kinds"] for each in entries[1:]]
    assert kinds == [["setting"], ["key"], ["setting"], ["key"], ["setting"], ["pending_change"]]
    assert {"page", "post", "term"} <= set(entries[0]["kinds"])
    assert accesses[0] == accesses[1]
    for each in entries:
        assert not any(secret in each["text"] for made in accesses for secret in (made.key, made.password))


async def test_what_the_command_line_did_no_admin_key_undoes(tmp_path: Path) -> None:
    """It is the owner's doing: a new key, its revocation, a password."""
    data = tmp_path / "site"
    async with open_service(tmp_path) as service:
        admin = {"X-API-Key": service.keys["admin"]}
        value = await asyncio.to_thread(run, data, "key", "create", "--role", "author", "--label", "mistake")
        await asyncio.to_thread(run, data, "key", "revoke", "2")
        await asyncio.to_thread(run, data, "admin", "set-password", stdin=f"{PASSWORD}\n")
        before = read_journal(data)
        done = [each["id"] for each in before if each["door"] == "cli"]
        assert len(done) == 3
        for change_id in done:
            refused = await service.http.post("/sitehand/v1/changes/undo", json={"id": change_id}, headers=admin)
            assert (refused.status_code, refused.json()["code"]) == (403, "admin_required")
        assert read_journal(data) == before
        answer = await service.http.get("/sitehand/v1/introspect", headers={"X-API-Key": value})
        assert answer.status_code == 401


def test_no_key_is_labelled_owner_on_the_command_line(tmp_path: Path) -> None:
    """The refusal says so, and no key is made."""
    data = tmp_path / "site"
    run(data, "init")
    refused = run_sitehand(
        "key", "create", "--data", str(data), "--role", "admin", "--label", " OWNER ", folder=tmp_path
    )
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "No key can be labelled Owner." in refused.stderr
