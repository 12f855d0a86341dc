"""The commands of docs/backup.md, run in their order as a shell runs them."""

import json
import os
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

from tests.processes import clean_environment, make_key, run_sitehand, serve_process

PAGE = Path(__file__).parents[2] / "docs" / "backup.md"
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def follow(block: str, folder: Path) -> str:
    """Run the commands of a block; each must end well. Returns what they said."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euc", block],
        cwd=folder,
        env={**clean_environment(), "PATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_the_page_is_right(tmp_path: Path) -> None:
    """Each command does what the page says of it, the first ones beside a service that is in use."""
    backup, nightly, trial, restore, pack, unpack = BLOCK.findall(PAGE.read_text("utf-8"))
    (tmp_path / "passphrase.txt").write_text("a sentence nobody knows\n")
    data = tmp_path / "site"
    assert run_sitehand("init", "--data", data).returncode == 0
    key, lost = make_key(data), make_key(data, "editor")
    with serve_process(data) as served:
        page = served.call("POST", "/pages", key, {"title": "Before"})[1]["id"]
        follow(backup, tmp_path)
        follow(nightly, tmp_path)
        assert served.call("PATCH", f"/pages/{page}", key, {"title": "After"})[0] == 200
        assert run_sitehand("key", "revoke", "2", "--data", data).returncode == 0
        refused = run_sitehand("restore", tmp_path / "monday.sitehand", "--data", data)
        assert refused.returncode == 1
        assert "Something runs" in refused.stderr
    said = run_sitehand("restore", "monday.sitehand", "--data", "trial", folder=tmp_path)
    assert "all keys are revoked" in said.stderr
    assert said.returncode == 1
    assert re.search(r"(?m)^(ok|bad)  ", said.stderr), "a restore ends with what doctor finds"
    (tmp_path / "sitehand.db").unlink(missing_ok=True)
    follow(trial.replace("--data trial", "--data another-trial"), tmp_path)
    follow(restore, tmp_path)
    follow(pack, tmp_path)
    follow(unpack, tmp_path)
    for folder in (data, tmp_path / "new-site"):
        with serve_process(folder) as served:
            assert served.call("GET", f"/pages/{page}", key)[1]["title"]["rendered"] == "Before"
            assert served.call("GET", "/pages", lost)[0] == 401
            last = served.call("GET", "/changes", key)[1][0]
            assert last["operation"] == "restore"
            assert served.call("PATCH", f"/pages/{page}", key, {"title": "Once more"})[0] == 200
        with closing(connect(folder / "sitehand.db")) as connection:
            (newest,) = connection.execute("SELECT max(id) FROM changes").fetchone()
        assert json.loads((folder / "journal.end").read_bytes())["id"] == newest
