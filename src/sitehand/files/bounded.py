"""Runs a worker over one file from a stranger, in a process: `python bounded.py WORKER NOUN MEGABYTES FOLDER ...`.

The folder has the file `source`. The worker's `work(folder, ...)` returns what is written as `result.json`, or raises
ValueError with a sentence that begins with "The NOUN". Nothing of the service is imported here, nor by workers: a file
that breaks a library breaks this process, which has little memory, time and nothing to lose.
"""

import json
import resource
import runpy
import sys
import warnings
from pathlib import Path

MEGABYTE = 1024 * 1024
LIMITS = {
    resource.RLIMIT_CPU: 20,
    resource.RLIMIT_NOFILE: 32,
    resource.RLIMIT_FSIZE: 64 * MEGABYTE,
    resource.RLIMIT_CORE: 0,
}


def main(worker: str, noun: str, megabytes: int, folder: Path, *wanted: str) -> None:
    """Write the result, or what is wrong in a sentence."""
    for limit, value in {**LIMITS, resource.RLIMIT_AS: megabytes * MEGABYTE}.items():
        resource.setrlimit(limit, (value, value))
    warnings.simplefilter("ignore")
    try:
        result = runpy.run_path(worker)["work"](folder, *wanted)
    except MemoryError:
        result = {"refused": f"The {noun} takes too much memory to read."}
    except Exception as fault:
        # Only sentences of ours are passed on; those of a library may hold anything.
        said = str(fault) if type(fault) is ValueError and str(fault).startswith(f"The {noun} ") else ""
        result = {"refused": said or f"The {noun} is damaged, or not what it seems to be."}
    (folder / "result.json").write_text(json.dumps(result))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]), *sys.argv[5:])
