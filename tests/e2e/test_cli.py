"""The command line: in this process, but for what only a process of its own shows."""

import gc
import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from sitehand.cli.terminal import make_progress
from sitehand.store.folder import DEMO_FILE
from tests.processes import (
    SITEHAND,
    clean_environment,
    dump_database,
    free_port,
    make_key,
    make_site,
    run_process,
    run_sitehand,
    serve_process,
)
from tests.unit.hosts.builtin.importing.exports import item, write_export

KEY = re.compile(r"sitehand_[0-9a-f]{48}")
SMALL = Path(__file__).resolve().parents[1] / "unit/hosts/builtin/importing/fixtures/small.xml"
COMMANDS = (
    ("init",),
    ("serve",),
    ("demo",),
    ("key", "create"),
    ("key", "list"),
    ("key", "rotate"),
    ("key", "revoke"),
    ("journal", "export"),
    ("admin", "set-password"),
    ("admin", "clear-rules"),
    ("broker", "enroll"),
    ("broker", "status"),
    ("broker", "disconnect"),
    ("connect", "wordpress"),
    ("disconnect",),
    ("import",),
    ("openapi",),
    ("doctor",),
)


@pytest.fixture(scope="session")
def initialised(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that `sitehand init` has made, for copies."""
    folder = tmp_path_factory.mktemp("initialised") / "site"
    done = run_sitehand("init", "--data", folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def data(initialised: Path, tmp_path: Path) -> Path:
    """A copy of that folder, for one test."""
    return Path(shutil.copytree(initialised, tmp_path / "site"))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_help_of_every_command_has_an_example(command: tuple[str, ...]) -> None:
    """And the example is of that command."""
    done = run_sitehand(*command, "--help")
    assert done.returncode == 0
    assert re.search(rf"Examples?:.*sitehand {' '.join(command)}", done.stdout), done.stdout


def test_the_help_names_every_command() -> None:
    """The first screen leads to all of them, and shows where to start."""
    done = run_sitehand("--help")
    assert all(command[0] in done.stdout for command in COMMANDS)
    assert "sitehand demo" in done.stdout


def test_init_may_run_again(tmp_path: Path) -> None:
    """The second run changes nothing and shows no password."""
    folder = tmp_path / "site"
    first = run_sitehand("init", "--data", folder)
    before = dump_database(folder)
    second = run_sitehand("init", "--data", folder)
    assert (first.returncode, second.returncode) == (0, 0)
    assert re.fullmatch(r"\S{12,}", first.stdout.strip())
    assert second.stdout == ""
    assert dump_database(folder) == before


def test_a_created_key_stands_alone_on_stdout(data: Path) -> None:
    """So that KEY=$(sitehand key create ...) works; and it is nowhere in the data folder."""
    done = run_process("key", "create", "--role", "editor", "--label", "newsletter", "--data", data)
    assert done.returncode == 0
    assert KEY.fullmatch(done.stdout.rstrip("\n"))
    assert KEY.search(done.stderr) is None
    for file in data.iterdir():
        assert done.stdout.strip().encode() not in file.read_bytes()


def test_keys_are_listed_without_values(data: Path) -> None:
    """Active ones, or ended ones too."""
    values = [make_key(data), make_key(data, "author")]
    assert run_sitehand("key", "revoke", "2", "--data", data).returncode == 0
    active = run_sitehand("key", "list", "--data", data)
    everything = run_sitehand("key", "list", "--all", "--data", data)
    assert "admin" in active.stdout
    assert "author" not in active.stdout
    assert "author" in everything.stdout
    assert values[0][:15] in active.stdout
    for value in values:
        assert value not in active.stdout + everything.stdout


@pytest.mark.parametrize("label", ["[/b]", "[red]x[/red]", "a\nb\x1b[2Jc", "\u202etxt", "K\u00e4se \u5b57"])
def test_a_label_is_listed_as_it_is(data: Path, label: str) -> None:
    """Neither taken for markup nor obeyed by the terminal."""
    make_key(data)
    with closing(sqlite3.connect(data / "sitehand.db")) as connection, connection:
        connection.execute("UPDATE api_keys SET label = ?", (label,))
    done = run_sitehand("key", "list", "--data", data)
    assert done.returncode == 0, done.stderr
    shown = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in label)
    assert shown in done.stdout
    assert "\x1b" not in done.stdout


def test_a_rotated_key_is_another_value_of_the_same_key(data: Path) -> None:
    """It stands alone on stdout, too."""
    first = make_key(data)
    done = run_sitehand("key", "rotate", "1", "--grace-seconds", "60", "--data", data)
    assert done.returncode == 0
    assert KEY.fullmatch(done.stdout.rstrip("\n"))
    assert done.stdout.strip() != first
    assert len(dump_database(data)["api_keys"]) == 1


@pytest.mark.parametrize("command", ["rotate", "revoke"])
def test_a_key_that_is_not_there_is_one_message(data: Path, command: str) -> None:
    """Exit code 1, no traceback, nothing on stdout."""
    done = run_sitehand("key", command, "77", "--data", data)
    assert done.returncode == 1
    assert done.stdout == ""
    assert "77" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("key", "create", "--role", "owner", "--label", "a"),
        ("key", "create", "--label", "a"),
        ("key", "revoke", "first"),
        ("key", "rotate", "1", "--grace-seconds", "-1"),
        ("key", "list", "surplus"),
        ("burn",),
        ("serve", "--burn"),
    ],
    ids=" ".join,
)
def test_wrong_usage_ends_with_code_2(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """And says what is wrong, before anything is made."""
    done = run_sitehand(*arguments, folder=tmp_path)
    assert done.returncode == 2
    assert "Error" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("revoke", str(2**63)),
        ("rotate", str(2**63)),
        ("revoke", "0"),
        ("rotate", "1", "--grace-seconds", str(10**14)),
        ("rotate", "1", "--grace-seconds", str(8 * 24 * 3600)),
    ],
    ids=" ".join,
)
def test_numbers_have_the_bounds_of_the_other_doors(data: Path, arguments: tuple[str, ...]) -> None:
    """One clear message, nothing on stdout, nothing changed."""
    make_key(data)
    before = dump_database(data)
    done = run_sitehand("key", *arguments, "--data", data)
    assert done.returncode == 1
    assert done.stderr.count("Error:") == 1
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert dump_database(data) == before


@pytest.mark.parametrize("command", [("doctor",), ("serve",), ("init",), ("key", "list")], ids=" ".join)
def test_counters_that_cannot_be_opened_are_one_message(data: Path, command: tuple[str, ...]) -> None:
    """It names the setting and not the password in it."""
    environment = {"SITEHAND_COUNTERS_URL": "nonsense://:a-secret@host", "SITEHAND_WORKERS": "2"}
    environment["SITEHAND_PORT"] = str(free_port())
    done = run_sitehand(*command, "--data", data, environment=environment)
    assert done.returncode == 1
    assert "SITEHAND_COUNTERS_URL" in done.stderr
    assert "Traceback" not in done.stderr
    assert "a-secret" not in done.stderr + done.stdout


@pytest.mark.parametrize("label", ["", "a" * 201, "\udcff"])
def test_a_label_that_no_other_door_takes_is_refused(data: Path, label: str) -> None:
    """The same bounds as through REST: one clear message and no key."""
    done = run_sitehand("key", "create", "--role", "admin", "--label", label, "--data", data)
    assert done.returncode in (1, 2)
    assert "label" in done.stderr
    assert "Traceback" not in done.stderr
    assert dump_database(data)["api_keys"] == []


def test_the_password_comes_from_stdin(data: Path) -> None:
    """It is stored as an Argon2 hash of another value than before, and never printed."""
    before = dump_database(data)
    done = run_sitehand("admin", "set-password", "--data", data, stdin="correct horse battery staple\n")
    assert done.returncode == 0, done.stderr
    assert dump_database(data) != before
    assert "staple" not in done.stdout + done.stderr
    text = json.dumps(dump_database(data), default=repr)
    assert "$argon2id$" in text
    assert "staple" not in text


def test_rules_that_cannot_be_read_are_cleared(data: Path) -> None:
    """Once; what can be read is not. The journal has what it was."""
    with closing(sqlite3.connect(data / "sitehand.db")) as connection, connection:
        connection.execute("INSERT INTO settings VALUES ('block_policy', 'nonsense')")
    done, again = (run_sitehand("admin", "clear-rules", "block_policy", "--data", data) for _ in range(2))
    assert (done.returncode, again.returncode) == (0, 1), done.stderr
    assert "can be read" in again.stderr
    assert '"nonsense"' in run_sitehand("journal", "export", "--data", data).stdout


@pytest.mark.parametrize("stdin", ["", "\n", "short\n"])
def test_a_password_that_is_none_is_refused(data: Path, stdin: str) -> None:
    """Empty or short: one clear message, and the old one holds."""
    before = dump_database(data)
    done = run_sitehand("admin", "set-password", "--data", data, stdin=stdin)
    assert done.returncode == 1
    assert "password" in done.stderr.lower()
    assert "Traceback" not in done.stderr
    assert dump_database(data) == before


def test_a_password_that_is_no_text_is_refused(data: Path) -> None:
    """Bytes that are not UTF-8: one clear message, and the old one holds."""
    before = dump_database(data)
    done = subprocess.run(
        [*SITEHAND, "admin", "set-password", "--data", data],
        input=b"\xff\xfe long enough to be one\n",
        capture_output=True,
        env=clean_environment(),
        check=False,
    )
    assert done.returncode == 1
    assert b"UTF-8" in done.stderr
    assert b"Traceback" not in done.stderr
    assert dump_database(data) == before


def test_openapi_is_one_json_document(tmp_path: Path) -> None:
    """Alone on stdout, and no data folder is made for it."""
    done = run_sitehand("openapi", folder=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["openapi"].startswith("3.1")
    assert list(tmp_path.iterdir()) == []


def test_import_ends_with_counts(data: Path) -> None:
    """Per type, on stdout; a second run adds nothing."""
    first = run_sitehand("import", SMALL, "--no-media", "--data", data)
    assert first.returncode == 0, first.stderr
    assert "page" in first.stdout
    assert "post" in first.stdout
    before = len(dump_database(data)["items"])
    second = run_sitehand("import", SMALL, "--no-media", "--data", data)
    assert second.returncode == 0
    assert before > 0
    assert len(dump_database(data)["items"]) == before


def test_an_import_takes_a_template_file_of_elementor(data: Path, tmp_path: Path) -> None:
    """It is told under which id; a file that is none is refused, and adds nothing."""
    file = tmp_path / "hero.JSON"
    for content, code in (('{"title": "Hero", "type": "section", "content": []}', 0), ('{"title": "Hero"}', 1)):
        file.write_text(content)
        done = run_sitehand("import", file, "--data", data)
        assert done.returncode == code, done.stderr
        assert (
            "Imported Elementor template 1: Hero (section)" in done.stdout
            if code == 0
            else "Elementor document" in done.stderr
        )
    assert [row["title"] for row in dump_database(data)["elementor_templates"]] == ["Hero"]


def test_an_import_fetches_files_and_names_those_that_it_cannot(data: Path, tmp_path: Path) -> None:
    """By the rules for addresses; the job ends with the command."""
    file = write_export(tmp_path, item(5, "attachment", status="inherit", attachment_url="http://127.0.0.1/rye.png"))
    done = run_sitehand("import", file, "--data", data)
    assert done.returncode == 0, done.stderr
    assert "http://127.0.0.1/rye.png: The file cannot be fetched. It leads into a private network." in done.stdout
    (job,) = [row for row in dump_database(data)["jobs"] if row["kind"] == "import_files"]
    assert (job["state"], job["done"], job["caller"], job["operation"]) == ("done", 1, "owner", "import_export")
    kept = run_sitehand("import", file, "--no-media", "--data", data)
    assert "they stay on the old server" in kept.stdout


def test_an_imported_page_hides_nowhere_behind_the_api(data: Path) -> None:
    """With the API at another path, the page of that name gets another slug, and the second run leaves it so."""
    for _ in range(2):
        done = run_sitehand("import", SMALL, "--no-media", "--data", data, environment={"SITEHAND_PATH": "/fish/v1"})
        assert done.returncode == 0, done.stderr
        with closing(sqlite3.connect(data / "sitehand.db")) as database:
            found = database.execute("SELECT slug FROM items WHERE slug LIKE 'fish%'").fetchall()
        assert found == [("fish-2",)]


def test_an_import_of_which_nothing_came_in_fails(data: Path, tmp_path: Path) -> None:
    """The report is on stdout as ever; exit code 1 and a message say that none of it is on the site."""
    file = tmp_path / "products.xml"
    file.write_text(SMALL.read_text("utf-8").replace("<wp:post_type>", "<wp:post_type>x"), "utf-8")
    done = run_sitehand("import", file, "--data", data)
    assert done.returncode == 1
    assert "the site has no such type" in done.stdout
    assert "items in products.xml were imported." in done.stderr


def damage(kind: str) -> bytes:
    """A file that is no sound export."""
    sound = SMALL.read_bytes()
    bomb = (
        b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "' + b"x" * 1000 + b'"><!ENTITY c "&b;&b;&b;">]><rss>&c;</rss>'
    )
    return {
        "cut": sound[: len(sound) // 2],
        "empty": b"",
        "bomb": bomb,
        "no XML": b"%PDF-1.7 \x00\x01",
        "other XML": b"<html><body/></html>",
        "encoding": sound.replace(b"Small", b"Sm\xe4ll", 1),
    }[kind]


@pytest.mark.parametrize("kind", ["cut", "empty", "bomb", "no XML", "other XML", "encoding"])
def test_a_damaged_export_imports_nothing(data: Path, tmp_path: Path, kind: str) -> None:
    """Exit code 1, one clear message, the database as before."""
    file = tmp_path / "damaged.xml"
    file.write_bytes(damage(kind))
    before = dump_database(data)
    done = run_sitehand("import", file, "--data", data)
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stderr.count("Error:") == 1
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert dump_database(data) == before


def test_an_export_whose_name_is_not_utf8_is_refused(data: Path, tmp_path: Path) -> None:
    """With one message that says what to do, and no traceback; nothing is changed."""
    before = dump_database(data)
    file = tmp_path / os.fsdecode(b"caf\xe9.xml")
    file.write_bytes(SMALL.read_bytes())
    done = run_sitehand("import", file, "--data", data)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("Error: The name of the file or of its folder is not UTF-8: ")
    assert done.stderr.endswith("Rename it, for example to export.xml, and try again.\n")
    assert "Traceback" not in done.stderr
    assert dump_database(data) == before


@pytest.mark.parametrize("command", ["init", "serve", "doctor"])
def test_a_file_in_place_of_the_data_folder_is_named(tmp_path: Path, command: str) -> None:
    """By every command, with what to do; the file stays."""
    file = tmp_path / "site"
    file.write_text("notes")
    done = run_sitehand(command, "--data", file)
    assert done.returncode == 1, done.stderr
    told = done.stdout + done.stderr
    assert f"{file} is a file." in told
    assert "--data FOLDER" in told
    assert file.read_text() == "notes"


def test_an_export_that_is_missing_is_wrong_usage(data: Path) -> None:
    """Exit code 2 and the file's name."""
    done = run_process("import", "no-such-file.xml", "--data", data)
    assert done.returncode == 2
    assert "no-such-file.xml" in done.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SITEHAND_PORT", "many"),
        ("SITEHAND_PORT", "70000"),
        ("SITEHAND_WORKERS", "0"),
        ("SITEHAND_LOG", "loud"),
        ("SITEHAND_URL", "ftp://example.org"),
        ("SITEHAND_PATH", "/api"),
        ("SITEHAND_CORS_ORIGINS", "https://app.example"),
        ("SITEHAND_FAILURES_PER_MINUTE", "0"),
    ],
)
def test_a_wrong_setting_is_one_clear_message(tmp_path: Path, name: str, value: str) -> None:
    """It names the variable, and the exit code is 2."""
    done = run_sitehand("doctor", "--data", tmp_path / "site", environment={name: value})
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("Error:") == 1
    assert name in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--port", "70000", "must be less than or equal to 65535"),
        ("--workers", "0", "must be greater than or equal to 1"),
        ("--log", "loud", "must be 'off', 'text' or 'json'"),
    ],
)
def test_a_wrong_option_is_named_as_it_was_given(tmp_path: Path, option: str, value: str, told: str) -> None:
    """Not as the variable that it goes before, whatever that one is; the exit code is 2."""
    environment = {"SITEHAND_PORT": "8001", "COLUMNS": "120"}
    done = run_sitehand("serve", option, value, "--data", tmp_path / "site", environment=environment)
    assert done.returncode == 2, done.stderr
    assert f"Invalid value for {option}: {told}" in done.stderr
    assert "SITEHAND_" not in done.stderr


def test_an_option_goes_before_the_environment(tmp_path: Path) -> None:
    """--data wins over SITEHAND_DATA, which wins over the default."""
    for arguments, made in ((("--data", "option"), "option"), ((), "environment")):
        done = run_sitehand("init", *arguments, folder=tmp_path, environment={"SITEHAND_DATA": "environment"})
        assert done.returncode == 0
        assert (tmp_path / made / "sitehand.db").is_file()
    assert not (tmp_path / "site").exists()


def test_doctor_is_content_with_a_sound_installation(data: Path) -> None:
    """Each line is ok, and the exit code is 0."""
    make_key(data)
    done = run_sitehand("doctor", "--data", data)
    assert done.returncode == 0, done.stderr
    assert "bad" not in done.stderr
    for subject in ("Python", "address", "data folder", "database", "counters", "owner's password", "API keys"):
        assert f"ok    {subject}" in done.stderr or f"ok   {subject}" in done.stderr, done.stderr


def test_doctor_names_an_sqlite_that_is_too_old(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And looks at no database with it."""
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 34, 1))
    done = run_sitehand("doctor", "--data", data)
    assert done.returncode == 1
    assert done.stderr.startswith("bad  Python: Sitehand needs SQLite 3.40 or later")
    assert "Use a Python that has a newer SQLite." in done.stderr
    assert "database:" not in done.stderr


def test_doctor_says_how_to_mend_what_is_wrong(data: Path, tmp_path: Path) -> None:
    """A missing folder, a damaged database, no password, no keys, an address that is not encrypted."""
    with closing(sqlite3.connect(data / "sitehand.db")) as connection, connection:
        connection.execute("DELETE FROM settings")
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    (damaged / "sitehand.db").write_bytes(b"this is no database" * 1000)
    cases: tuple[tuple[Path, dict[str, str], str, str], ...] = (
        (tmp_path / "missing", {}, "data folder", "sitehand init"),
        (damaged, {}, "database", "backup"),
        (data, {}, "owner's password", "sitehand admin set-password"),
        (data, {}, "API keys", "sitehand key create"),
        (data, {"SITEHAND_URL": "http://example.org"}, "address", "SITEHAND_URL"),
    )
    for folder, environment, subject, cure in cases:
        done = run_sitehand("doctor", "--data", folder, environment=environment)
        assert done.returncode == 1, done.stderr
        assert re.search(rf"bad\s+{subject}: \S.*\n\s+.*{cure}", done.stderr), done.stderr
        assert "Traceback" not in done.stderr
    assert not (tmp_path / "missing").exists()


def test_a_folder_that_cannot_be_made_is_one_message(tmp_path: Path) -> None:
    """A file stands in its place: no traceback."""
    (tmp_path / "site").write_text("a file")
    done = run_process("init", "--data", tmp_path / "site")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "site" in done.stderr


@pytest.mark.parametrize("command", [("backup",), ("journal", "export")], ids=" ".join)
def test_a_file_in_a_folder_that_is_not_there_is_refused(data: Path, tmp_path: Path, command: tuple[str, ...]) -> None:
    """The message names the folder of the file, not the data folder, and what to do."""
    done = run_sitehand(*command, tmp_path / "none" / "file", "--data", data)
    assert done.returncode == 1
    assert done.stderr == f"Error: There is no folder {tmp_path / 'none'}.\nCreate it, or choose another place.\n"


NEED_A_SITE = (
    ("serve",),
    ("serve", "--workers", "2"),
    ("key", "create", "--role", "editor", "--label", "a"),
    ("key", "list"),
    ("key", "revoke", "1"),
    ("journal", "export"),
    ("admin", "set-password"),
    ("broker", "status"),
    ("import", str(SMALL), "--no-media"),
)


@pytest.mark.parametrize("command", NEED_A_SITE, ids=lambda command: " ".join(command[:3]))
def test_only_init_and_demo_make_a_folder(tmp_path: Path, command: tuple[str, ...]) -> None:
    """Every other command names the missing folder and the command that makes it, and makes nothing."""
    folder = tmp_path / "site"
    done = run_sitehand(*command, "--data", folder, stdin="a long sentence of words\n", folder=tmp_path)
    assert done.returncode == 1
    assert f"The data folder {folder} is not there." in done.stderr
    assert f"sitehand init --data {folder}" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", NEED_A_SITE, ids=lambda command: " ".join(command[:3]))
def test_a_damaged_database_is_one_message(data: Path, command: tuple[str, ...]) -> None:
    """Exit code 1, the file's path and what to do, no traceback; whether its head or its inside is damaged."""
    database = data / "sitehand.db"
    sound = database.read_bytes()
    for damaged in (b"this is no database" * 1000, sound[:4096] + b"\xff" * (len(sound) - 4096)):
        database.write_bytes(damaged)
        port = ("--port", str(free_port())) if command[0] == "serve" else ()
        done = run_sitehand(*command, *port, "--data", data, stdin="a long sentence of words\n")
        assert done.returncode == 1, done.stderr
        assert "Traceback" not in done.stderr
        assert f"The database {database} cannot be used: " in done.stderr
        assert "restore the last good backup" in done.stderr
        assert database.read_bytes() == damaged


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_database_of_a_newer_program_is_one_message(data: Path, workers: str) -> None:
    """With both versions and the cure; the database stays as it is."""
    with closing(sqlite3.connect(data / "sitehand.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    done = run_sitehand("serve", "--workers", workers, "--port", str(free_port()), "--data", data)
    assert done.returncode == 1
    assert "newer version (9999)" in done.stderr
    assert "Update Sitehand" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_taken_port_is_one_message(data: Path, workers: str) -> None:
    """It names address and port, and the exit code is 1."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = run_sitehand("serve", "--workers", workers, "--port", str(port), "--data", data)
    assert done.returncode == 1
    assert f"Cannot listen on 127.0.0.1, port {port}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
def test_workers_that_cannot_start_end_the_command(data: Path, tmp_path: Path, workers: str) -> None:
    """A plugin that fails is one message from each, not an endless row of them; the exit code is 3."""
    info = tmp_path / "plugins" / "broken-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Name: broken\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[sitehand]\nbroken = broken_plugin\n")
    (info.parent / "broken_plugin.py").write_text("raise LookupError('no licence')\n")
    environment = {"PYTHONPATH": str(info.parent)}
    port = str(free_port())
    done = run_sitehand("serve", "--workers", workers, "--port", port, "--data", data, environment=environment)
    assert done.returncode == 3, done.stderr
    assert 1 <= done.stderr.count("The service cannot start: LookupError: no licence") <= int(workers)
    assert "http://" not in done.stderr
    assert "sitehand doctor" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
def test_addresses_are_told_when_they_answer(data: Path, workers: str) -> None:
    """Whoever follows one as soon as it stands there is answered; so it is with a demo."""
    for command, folder in (("serve", data), ("demo", data.parent / "demo-site")):
        port = free_port()
        options = ["--data", str(folder), "--port", str(port), *(["--workers", workers] if command == "serve" else [])]
        with subprocess.Popen(
            [*SITEHAND, command, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=clean_environment()
        ) as process:
            assert process.stdout is not None
            try:
                line = next(line for line in process.stdout if b"http://" in line)
                assert f"http://127.0.0.1:{port}/" in line.decode()
                urllib.request.urlopen(f"http://127.0.0.1:{port}/robots.txt", timeout=30).close()
            finally:
                process.terminate()


def test_a_progress_bar_does_not_stay_above_an_error(data: Path, tmp_path: Path) -> None:
    """In a terminal too: the message is what is left to read."""
    broken = tmp_path / "broken.xml"
    broken.write_bytes(SMALL.read_bytes()[:-200])
    done = run_sitehand("import", broken, "--data", data)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: ")
    assert make_progress().live.transient


@pytest.mark.parametrize(
    ("host", "why", "hint"),
    [
        ("nosuch.invalid", "the host name cannot be resolved", "an address of this machine"),
        ("192.0.2.1", "Cannot assign requested address", "an address of this machine"),
    ],
)
def test_an_address_of_no_machine_is_told_as_that(data: Path, host: str, why: str, hint: str) -> None:
    """A host that is unknown or elsewhere is told so, and nothing is said of a port in use."""
    port = free_port()
    done = run_sitehand("serve", "--host", host, "--port", str(port), "--data", data)
    assert done.returncode == 1
    assert f"Cannot listen on {host}, port {port}: {why}." in " ".join(done.stderr.split())
    assert hint in done.stderr
    assert "Stop the program" not in done.stderr


@pytest.mark.parametrize(
    ("name", "example"),
    [
        ("ALLOWED_HOSTS", '["example.org"]'),
        ("TRUSTED_PROXIES", '["127.0.0.1"]'),
        ("ALLOWED_ORIGINS", '["https://example.org"]'),
        ("CORS_ORIGINS", '["https://example.org"]'),
    ],
)
def test_the_example_of_a_list_is_one_of_that_setting(data: Path, name: str, example: str) -> None:
    """What the message shows can be written there."""
    variable = f"SITEHAND_{name}"
    done = run_sitehand("key", "list", "--data", data, environment={variable: "foo"})
    assert f"a list is written as JSON, such as {example}" in " ".join(done.stderr.split())
    assert run_sitehand("key", "list", "--data", data, environment={variable: example}).returncode == 0


def test_a_demo_is_served_on_loopback_alone(tmp_path: Path) -> None:
    """Neither `serve` nor `demo` opens it to others, by address or by name; nothing is made by the attempt."""
    folder = tmp_path / "demo-site"
    refused = run_sitehand("demo", "--data", folder, "--host", "0.0.0.0")
    assert refused.returncode == 1
    assert "served only on loopback, not on 0.0.0.0." in " ".join(refused.stderr.split())
    assert not folder.exists()
    make_site(folder)
    (folder / DEMO_FILE).write_text("{}")
    for options in (("--host", "0.0.0.0"), ("--host", "::"), ("--url", "https://shop.example")):
        done = run_sitehand("serve", "--data", folder, "--port", str(free_port()), *options)
        assert done.returncode == 1
        assert "is a demo. A demo is served only on loopback" in done.stderr
    with serve_process(folder) as served:
        assert served.call("GET", "/openapi.json")[0] == 200


def test_a_demo_leaves_a_site_alone(data: Path) -> None:
    """Its password, its keys and its files stay; the message names the folder."""
    before = (dump_database(data), sorted(data.iterdir()))
    done = run_sitehand("demo", "--data", data, "--port", str(free_port()))
    assert done.returncode == 1
    assert f"The folder {data} is not a demo" in done.stderr
    assert done.stdout == ""
    assert (dump_database(data), sorted(data.iterdir())) == before


def test_files_of_a_running_site_are_their_owners_alone(data: Path) -> None:
    """The counters of requests and of failures too."""
    key = make_key(data)
    with serve_process(data) as served:
        assert served.call("GET", "/introspect", key)[0] == 200
        assert served.call("GET", "/introspect", "sitehand_" + "0" * 48)[0] == 401
        modes = {file.name: file.stat().st_mode & 0o777 for file in data.iterdir()}
    assert {"counters.db", "defences.db", "sitehand.db"} <= modes.keys()
    assert set(modes.values()) == {0o600}


def test_a_command_ends_without_looking_for_garbage(tmp_path: Path) -> None:
    """What is there is frozen when it ends, also in a fault; a process that goes on after a command freezes nothing."""
    script = "import atexit, gc, sitehand.__main__ as program; atexit.register(lambda: print(gc.get_freeze_count()))"
    for arguments, code in (("--version",), 0), (("key", "list", "--data", str(tmp_path / "missing")), 1):
        command = [sys.executable, "-c", f"{script}; program.run()", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=clean_environment(), check=False)
        assert (done.returncode, int(done.stdout.split()[-1]) > 10_000) == (code, True), done
    before = gc.get_freeze_count()
    assert run_sitehand("--version").returncode == 0
    assert gc.get_freeze_count() == before


def test_the_version_is_printed() -> None:
    """Alone."""
    done = run_process("--version")
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", done.stdout)


def test_the_journal_is_exported(data: Path) -> None:
    """To standard output or a file, told on standard error; also while a server runs."""
    make_key(data)
    with serve_process(data) as served:
        piped = run_sitehand("journal", "export", "--data", data)
        filed = run_sitehand("journal", "export", "--format", "csv", "--data", data, data.parent / "changes.csv")
        assert served.process.poll() is None
    assert (piped.returncode, filed.returncode) == (0, 0), piped.stderr + filed.stderr
    lines = [json.loads(line) for line in piped.stdout.splitlines()]
    assert [line["id"] for line in lines] == [1, 2]
    assert piped.stderr == filed.stderr == "2 changes written.\n"
    assert filed.stdout == ""
    assert (data.parent / "changes.csv").read_bytes().startswith(b"id,at,")
    with closing(sqlite3.connect(data / "sitehand.db")) as connection:
        for (secret,) in connection.execute("SELECT secret_sha256 FROM api_keys UNION SELECT value FROM settings"):
            assert secret not in piped.stdout + (data.parent / "changes.csv").read_text("utf-8")


def test_an_export_whose_reader_has_gone_ends_quietly(data: Path) -> None:
    """As `sitehand journal export | head` does: no traceback, and no success either."""
    make_key(data)
    with closing(sqlite3.connect(data / "sitehand.db")) as connection, connection:
        connection.execute("UPDATE changed_objects SET after = json_object('a', hex(zeroblob(300000)))")
    command = [*SITEHAND, "journal", "export", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=clean_environment()) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        told = process.stderr.read()
    assert process.returncode == 1
    assert b"Traceback" not in told


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(("--since", "yesterday"), 1), (("--format", "xml"), 2), (("missing-folder/changes.jsonl",), 1)],
)
def test_a_wrong_export_is_one_message(data: Path, arguments: tuple[str, ...], code: int) -> None:
    """Nothing on standard output, no traceback."""
    done = run_sitehand("journal", "export", "--data", data, *arguments, folder=data.parent)
    assert (done.returncode, done.stdout) == (code, "")
    assert "Error" in done.stderr
    assert "Traceback" not in done.stderr
