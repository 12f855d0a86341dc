"""The command line in a process of its own: the program `sitehand`, and `python -m sitehand`."""

import gc

from sitehand.cli import main


def run() -> None:
    """Run the command line, and spend little on garbage: most of what a command makes are its imports, which stay."""
    gc.set_threshold(10_000, 20, 20)
    try:
        main()
    finally:
        gc.freeze()  # else the interpreter would look through all of it once more before it ends


if __name__ == "__main__":
    run()
