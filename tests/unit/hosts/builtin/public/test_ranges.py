"""Which part of a file a visitor gets."""

from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message

from sitehand.hosts.builtin.public.ranges import PIECE_BYTES, Stored, answer_stored
from sitehand.store.media_files import MediaFiles

TAG = '"abc"'
CONTENT = bytes(range(251)) * 3000


async def ask(folder: Path, content: bytes, method: str = "GET", **headers: str) -> tuple[Response, bytes]:
    """The answer, and the bytes that were sent."""
    files, sent = MediaFiles(folder), bytearray()
    name = await files.place({"full": content})
    given = [(key.replace("_", "-").encode(), value.encode()) for key, value in headers.items()]
    request = Request({"type": "http", "method": method, "path": "/", "headers": given})
    answer = await answer_stored(request, Stored(files, name, "full", len(content)), {"ETag": TAG})

    async def receive() -> Message:
        raise AssertionError("Nobody asks.")

    async def send(message: Message) -> None:
        sent.extend(message.get("body", b""))

    await answer({"type": "http", "method": method, "asgi": {"spec_version": "2.4"}}, receive, send)
    return answer, bytes(sent)


@pytest.mark.parametrize(
    ("asked", "start", "end"),
    [
        ("bytes=0-0", 0, 1),
        ("bytes=4-9", 4, 10),
        ("bytes=90-", 90, 100),
        ("bytes=90-5000", 90, 100),
        ("bytes=-7", 93, 100),
        ("bytes=-5000", 0, 100),
    ],
)
async def test_a_range_is_answered_with_its_bytes_alone(tmp_path: Path, asked: str, start: int, end: int) -> None:
    """Counted from the beginning or from the end, and cut at the end of the file."""
    answer, sent = await ask(tmp_path, CONTENT[:100], range=asked)
    assert (answer.status_code, sent) == (206, CONTENT[start:end])
    assert answer.headers["content-range"] == f"bytes {start}-{end - 1}/100"
    assert answer.headers["content-length"] == str(end - start)


@pytest.mark.parametrize("asked", ["bytes=100-", "bytes=-0", "bytes=900-901"])
async def test_a_range_beyond_the_file_is_refused_with_its_length(tmp_path: Path, asked: str) -> None:
    """As RFC 9110 has it."""
    answer, sent = await ask(tmp_path, CONTENT[:100], range=asked)
    assert (answer.status_code, sent, answer.headers["content-range"]) == (416, b"", "bytes */100")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"range": "bytes=1-2,5-6"},
        {"range": "bytes=9-4"},
        {"range": "bytes=-"},
        {"range": "lines=1-2"},
        {"range": "bytes=1-2", "if_range": '"another"'},
    ],
)
async def test_what_is_no_single_range_of_this_file_gets_the_whole(tmp_path: Path, headers: dict[str, str]) -> None:
    """In pieces, none of which is longer than what is held for a visitor."""
    answer, sent = await ask(tmp_path, CONTENT, **headers)
    assert (answer.status_code, sent) == (200, CONTENT)
    assert len(CONTENT) > 2 * PIECE_BYTES
    assert "content-range" not in answer.headers


async def test_a_range_of_the_same_file_is_resumed(tmp_path: Path) -> None:
    """Whose validator the visitor names."""
    answer, sent = await ask(tmp_path, CONTENT, range="bytes=700000-", if_range=TAG)
    assert (answer.status_code, sent) == (206, CONTENT[700_000:])


async def test_head_tells_the_length_alone(tmp_path: Path) -> None:
    """Of the whole, and of a range."""
    for headers, length in (({}, "100"), ({"range": "bytes=10-19"}, "10")):
        answer, sent = await ask(tmp_path, CONTENT[:100], "HEAD", **headers)
        assert (sent, answer.headers["content-length"]) == (b"", length)
