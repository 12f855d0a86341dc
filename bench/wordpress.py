"""What a list of pages costs through Sitehand, against the same call to WordPress itself: `python -m bench.wordpress`.

Both are asked in turns over connections that are kept alive, so that a busy machine slows both; the median counts.
"""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

import httpx2
from rich.console import Console
from rich.table import Table
from tests.hosts import connect_folder
from tests.service import make_keys
from tests.wordpress.releases import NEWEST
from tests.wordpress.site import WordPress, run_wordpress

from bench.load import serve, sitehand
from sitehand.hosts.wordpress.companion import FILE, PLACE
from sitehand.settings import Settings

PAGES, ROUNDS, WARM = 40, 200, 20
GOAL, GOAL_REMEMBERED = 1.10, 0.15
TEXT = "<!-- wp:paragraph -->\n<p>" + "Twelve words of plain text that stand for what people write. " * 34 + "</p>\n"
LIST = "per_page=10"


def main() -> None:
    """Measure, and print a table."""
    with run_wordpress(NEWEST) as site, tempfile.TemporaryDirectory() as folder:
        fill(site)
        settings = Settings(data=Path(folder), log="off")
        key = asyncio.run(prepare(settings, site))
        table = Table("companion", "call", "WordPress ms", "Sitehand ms", "ratio", title=f"WordPress {site.version}")
        environment = {"SITEHAND_DATA": folder, "SITEHAND_LOG": "off"}
        with serve(sitehand(), environment, "/sitehand/v1/status") as server:
            through = (f"http://127.0.0.1:{server.port}/sitehand/v1/pages", {"X-API-Key": key})
            table = Table(
                "companion", "call", "WordPress ms", "Sitehand ms", "ratio", title=f"WordPress {site.version}"
            )
            add_rows(table, site, through, "no", GOAL)
        install_companion(site)
        asyncio.run(connect_folder(settings, site))
        with serve(sitehand(), environment, "/sitehand/v1/status") as server:
            through = (f"http://127.0.0.1:{server.port}/sitehand/v1/pages", {"X-API-Key": key})
            add_rows(table, site, through, "yes", GOAL_REMEMBERED)
        Console().print(table)


def add_rows(table: Table, site: WordPress, through: tuple[str, dict[str, str]], companion: str, goal: float) -> None:
    """Measure each call."""
    for words in (LIST, f"{LIST}&context=edit", f"{LIST}&_fields=id,title"):
        straight, ours = compare(site, *through, words)
        table.add_row(companion, words, f"{straight:.1f}", f"{ours:.1f}", f"{ours / straight:.2f} (goal {goal})")


def install_companion(site: WordPress) -> None:
    """Put the companion where WordPress loads it."""
    place = site.root / PLACE
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(FILE.read_bytes())


async def prepare(settings: Settings, site: WordPress) -> str:
    """Connect the data folder; an admin key."""
    await connect_folder(settings, site)
    return (await make_keys(settings, ["admin"]))["admin"]


def fill(site: WordPress) -> None:
    """Make the pages."""
    with httpx2.Client(auth=(site.user, site.password), trust_env=False) as http:
        for number in range(PAGES):
            body = {"title": f"Page {number}", "content": f"{TEXT}<!-- /wp:paragraph -->", "status": "publish"}
            http.post(f"{site.url}/?rest_route=/wp/v2/pages", json=body).raise_for_status()


def compare(site: WordPress, url: str, headers: dict[str, str], words: str) -> tuple[float, float]:
    """The medians of both, in milliseconds."""
    direct = f"{site.url}/?rest_route=/wp/v2/pages&{words}"
    with (
        httpx2.Client(auth=(site.user, site.password), trust_env=False) as straight,
        httpx2.Client(headers=headers, trust_env=False) as through,
    ):
        times = [(measure(straight, direct), measure(through, f"{url}?{words}")) for _ in range(WARM + ROUNDS)][WARM:]
    one, other = zip(*times, strict=True)
    return statistics.median(one), statistics.median(other)


def measure(http: httpx2.Client, url: str) -> float:
    """Milliseconds of one call."""
    begun = time.perf_counter()
    http.get(url).raise_for_status()
    return (time.perf_counter() - begun) * 1000


if __name__ == "__main__":
    main()
