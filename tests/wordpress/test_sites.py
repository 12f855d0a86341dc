"""A data folder that serves one WordPress after another: nothing of the first is carried out on the second."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.processes import Served, make_key, run_sitehand, serve_process
from tests.wordpress.site import WordPress
from tests.wordpress.test_connect import connect
from tests.wordpress.test_connect_refusals import plugin


@contextmanager
def moved(site: WordPress) -> Iterator[WordPress]:
    """The same installation at another address: for the service another site."""
    other = replace(site, url=site.url.replace("127.0.0.1", "localhost"))
    code = f"<?php foreach (['home', 'siteurl'] as $name) add_filter(\"option_$name\", fn () => '{other.url}', 99);"
    with plugin(site, code):
        yield other


def leave_claim(data: Path, site: str, page: int) -> None:
    """A call to that page of the site that was cut off, long ago, as a killed process leaves it."""
    step = {"group": 0, "kind": "page", "action": "update", "id": page, "sent": {"menu_order": 0}, "newest": 0}
    by = {"caller": "key:1", "label": "A", "role": "admin", "operation": "update_page", "undoes": []}
    told = {**by, "origin": {"door": "rest", "client": ""}}
    steps = [{**step, "before": {"menu_order": 4}}]
    values = (json.dumps([f"page:{page}"]), json.dumps(told), json.dumps(steps), site)
    with closing(sqlite3.connect(data / "sitehand.db")) as database, database:
        database.execute(
            """INSERT INTO claims (holder, state, at, objects, by, steps, ids, report, site)
            VALUES ('gone', 'unknown', '2026-01-01T00:00:00Z', ?, ?, ?, '[]', '', ?)""",
            values,
        )


def list_reports(data: Path) -> list[Any]:
    """The state of each claim that is stored."""
    with closing(sqlite3.connect(data / "sitehand.db")) as database:
        return [row[0] for row in database.execute("SELECT state FROM claims")]


def delete_one(served: Served, key: str) -> int:
    """The change that deletes a page for good, which was just made."""
    _, made = served.call("POST", "/pages", key, {"title": "Of the first site"})
    _, gone = served.call("DELETE", f"/pages/{made['id']}?force=true", key)
    return int(gone["change_id"])


def test_nothing_of_one_site_is_done_on_the_next(wordpress: WordPress, tmp_path: Path) -> None:
    """Another is connected with a word only, also after a disconnect; back at the first, its changes are undone."""
    data = tmp_path / "data"
    assert connect(wordpress, data).returncode == 0
    key = make_key(data)
    with serve_process(data) as served:
        change = delete_one(served, key)
        _, page = served.call("POST", "/pages", key, {"title": "Of both sites"})
    leave_claim(data, wordpress.url, page["id"])
    assert run_sitehand("disconnect", "--data", data).returncode == 0
    with moved(wordpress) as other:
        done = connect(other, data)
        assert (done.returncode, f"was last connected with {wordpress.url}" in done.stderr) == (1, True), done.stderr
        assert connect(other, data, "", "--replace").returncode == 0
        with serve_process(data) as served:
            status, refused = served.call("POST", "/changes/undo", key, {"id": change})
            assert (status, refused["code"]) == (409, "conflict")
            told = f"Change {change} was made on {wordpress.url}. The data folder serves {other.url} now."
            assert refused["message"].startswith(told)
            assert served.call("PATCH", f"/pages/{page['id']}", key, {"menu_order": 4})[0] == 200
        assert list_reports(data) == ["unknown"]
        told = f"A call to {wordpress.url} was cut off."
        assert told in run_sitehand("doctor", "--data", data).stderr
    assert connect(wordpress, data, "", "--replace").returncode == 0
    with serve_process(data) as served:
        status, undone = served.call("POST", "/changes/undo", key, {"id": change})
        assert (status, undone["undone"]) == (200, [change]), undone
        assert served.call("PATCH", f"/pages/{page['id']}", key, {"menu_order": 5})[0] == 200
    assert list_reports(data) in ([], ["settled"])
