"""Starts a browser within limits: `python browser_launcher.py READ WRITE MEGABYTES SECONDS COMMAND...`.

READ and WRITE are the ends of its pipes; it finds them as 3 and 4, where Chromium looks for them. Nothing of the
service is imported here.
"""

import fcntl
import os
import resource
import sys

FREE = 10
"""A number above those that the browser wants."""
ENDS = (3, 4)
MOST_OPEN = 1024
FILE_BYTES = 64 * 1024 * 1024


def main(read: str, write: str, megabytes: str, seconds: str, *command: str) -> None:
    """Become the browser. Addresses that are only reserved count for nothing: it reserves a terabyte."""
    # Moved out of the way first: one may have the number that another is to get.
    moved = [fcntl.fcntl(int(end), fcntl.F_DUPFD, FREE) for end in (read, write)]
    for end, wanted in zip(moved, ENDS, strict=True):
        os.dup2(end, wanted)
    # The browser gets no other file of ours.
    os.closerange(ENDS[-1] + 1, MOST_OPEN)
    data = int(megabytes) * 1024 * 1024
    limits = {resource.RLIMIT_DATA: data, resource.RLIMIT_CPU: int(seconds)}
    limits |= {resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: FILE_BYTES}
    for limit, value in limits.items():
        resource.setrlimit(limit, (value, value))
    os.execv(command[0], command)  # noqa: S606 - no shell is wanted


if __name__ == "__main__":
    main(*sys.argv[1:])
