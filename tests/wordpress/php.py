"""Asks functions of a WordPress release, in PHP, without a site: for the scripts beside this file that read lines."""

import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.browser import require

SCRIPTS = Path(__file__).parent


def ask_php(script: str, files: Path, texts: Iterable[str]) -> list[Any]:
    """What a script says of each text; `files` is the folder of the release, of which it takes its functions."""
    php = shutil.which("php")
    require(php, "PHP (Debian's package php-cli)")
    lines = "".join(json.dumps(text) + "\n" for text in texts).encode()
    answer = subprocess.run([str(php), SCRIPTS / script, files], input=lines, capture_output=True, check=True)
    return [json.loads(line) for line in answer.stdout.decode().split("\n")[:-1]]
