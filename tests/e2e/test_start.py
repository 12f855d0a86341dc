"""A large site: what one process needs when it has nothing to do, and that it starts."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from tests.processes import make_key, serve_process

PAGES = 100_000
LIMIT_MEBIBYTES = 135
CONTENT = "<p>" + "Twelve words of plain text that stand for what people write. " * 34 + "</p>"


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The data folder of a site of 100,000 pages, copies of one that was written as usual; and an admin's key."""
    data = tmp_path_factory.mktemp("large") / "site"
    key = make_key(data)
    with serve_process(data) as served:
        fields = {"title": "Page 0", "content": CONTENT, "status": "publish"}
        assert served.call("POST", "/pages", key, fields)[0] == 201
    copy_first_page(data)
    return data, key


def copy_first_page(data: Path) -> None:
    """Fill the table in one statement; each copy has a slug, path and title of its own."""
    with closing(sqlite3.connect(data / "sitehand.db")) as connection, connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(items)") if row[1] != "id"]
        own = {
            "slug": "'page-' || n",
            "path": "'page-' || n",
            "title": "'Page ' || n",
            "title_rendered": "'Page ' || n",
        }
        assert own.keys() <= set(columns)
        connection.execute(
            "WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < ?) "
            f"INSERT INTO items ({', '.join(columns)}) "
            f"SELECT {', '.join(own.get(column, column) for column in columns)} FROM counter, "
            "(SELECT * FROM items LIMIT 1)",
            (PAGES - 1,),
        )


def test_one_process_idles_in_little_memory(large: tuple[Path, str]) -> None:
    """Under 135 MiB resident after the start and some answers, however many pages the site has."""
    data, key = large
    with serve_process(data, "--log", "off") as served:
        process = psutil.Process(served.process.pid)
        fresh = process.memory_info().rss / 2**20
        status, info = served.call("GET", "/onboard", key)
        assert status == 200
        assert str(PAGES) in str(info)
        used = process.memory_info().rss / 2**20
        print(f"first answer after {served.start_seconds:.2f} s; {fresh:.1f} MiB idle, {used:.1f} MiB after a briefing")
        assert not process.children()
    assert fresh < LIMIT_MEBIBYTES
    assert used < LIMIT_MEBIBYTES


def test_what_only_some_commands_need_is_not_loaded_to_serve() -> None:
    """Reading exports, sample content, migrations, signatures, tables and progress bars would cost every start."""
    code = "import sys, sitehand.cli, sitehand.app; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {"sitehand.app", "typer"} <= loaded
    unwanted = {
        "lxml",
        "alembic",
        "re2",
        "jwt",
        "rich.console",
        "rich.progress",
        "rich.table",
        "sitehand.demo",
        "sitehand.doctor",
        "redis",
    }
    assert not loaded & (unwanted | {"sitehand.hosts.builtin.importing", "sitehand.hosts.builtin.sample"})
    assert not {name for name in loaded if name.startswith("sitehand.hosts.wordpress")}
