"""Where the version of a WordPress is looked for."""

import asyncio
import time

from sitehand.hosts.wordpress.version import MAX_BYTES, find_version, read_public_version

PAGE = '<meta name="generator" content="WordPress 6.8.1">'


async def test_the_version_is_read_at_the_host_of_the_site_alone() -> None:
    """A page may redirect within it, and not to another, which is not asked."""
    asked: list[tuple[str, str]] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        host, path = next(line[6:] for line in lines if line.lower().startswith("host: ")), lines[0].split()[1]
        asked.append((host.partition(":")[0], path))
        head = "200 OK" if path == "/there" else f"302 Found\r\nLocation: {goal}/there"
        writer.write(f"HTTP/1.1 {head}\r\nContent-Length: {len(PAGE)}\r\nConnection: close\r\n\r\n{PAGE}".encode())
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1") as server:
        port = server.sockets[0].getsockname()[1]
        found = {}
        for goal in (f"http://localhost:{port}", f"http://127.0.0.1:{port}"):
            found[goal] = await read_public_version(f"http://127.0.0.1:{port}")
    assert list(found.values()) == ["", "6.8.1"]
    assert {host for host, _ in asked} == {"127.0.0.1"}


def test_a_page_full_of_what_begins_a_sign_is_read_fast() -> None:
    """The service answers nobody else meanwhile."""
    before = time.process_time()
    assert find_version("/wp-admin/css/" * (MAX_BYTES // 14)) == ""
    assert time.process_time() - before < 5
