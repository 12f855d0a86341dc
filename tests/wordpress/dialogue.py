"""A Node script that answers lines of JSON, in a process that lives as long as this."""

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.node_tools import FOLDER, NODE


class Dialogue:
    """Questions to a script of tests/node, and its answers."""

    def __init__(self, script: str, *arguments: Path) -> None:
        command = [str(NODE), str(FOLDER / script), *map(str, arguments)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, question: Any) -> Any:
        """The answer to a question."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(question).encode() + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self._process.communicate()
