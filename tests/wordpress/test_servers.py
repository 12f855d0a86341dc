"""The servers that tests start."""

import subprocess
import sys
from pathlib import Path

import psutil

ORPHAN = """
import os, pathlib, sys
from tests.wordpress.site import run_process
with run_process(["sh", "-c", "sleep 600 & wait"], pathlib.Path(sys.argv[1])) as server:
    print(server.pid, flush=True)
    sys.stdin.read()
"""


def test_a_server_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    """Though that is killed, and the server has processes of its own."""
    command = [sys.executable, "-c", ORPHAN, str(tmp_path / "log")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as starter:
        assert starter.stdout
        server = psutil.Process(int(starter.stdout.readline()))
        started = [server, *server.children(recursive=True)]
        starter.kill()
    assert not psutil.wait_procs(started, timeout=30)[1]
