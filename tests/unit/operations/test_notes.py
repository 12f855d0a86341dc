"""Notes on blocks: the text is edited under the id that the note will have, before others would wait for it."""

import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.blocks.editor import edit_blocks
from sitehand.hosts.builtin.notes import BuiltinNotes
from tests.service import Service, open_service

PAGES, PARAGRAPH = "/sitehand/v1/pages", "<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with an admin's key."""
    async with open_service(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize("late", [False, True])
async def test_the_text_is_edited_before_the_transaction(
    service: Service, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    """Once, in no thread that writes. When another note came in between, once more, and under the right id."""
    threads: list[str] = []
    foresee = BuiltinNotes.foresee

    def watch(*arguments: Any, **named: Any) -> Any:
        threads.append(threading.current_thread().name)
        return edit_blocks(*arguments, **named)

    async def miss(store: BuiltinNotes) -> int:
        return await foresee(store) + late

    monkeypatch.setattr("sitehand.operations.gutenberg.notes.edit_blocks", watch)
    monkeypatch.setattr(BuiltinNotes, "foresee", miss)
    headers = {"X-API-Key": service.keys["admin"]}
    page = (await service.http.post(PAGES, json={"title": "One", "content": PARAGRAPH}, headers=headers)).json()
    path = f"/sitehand/v1/items/{page['id']}/notes"
    note = (await service.http.post(path, json={"content": "Why?", "block": "0"}, headers=headers)).json()
    text = (await service.http.get(f"{PAGES}/{page['id']}?context=edit", headers=headers)).json()["content"]["raw"]
    assert f'"noteId":{note["id"]}' in text
    assert [name.startswith("asyncio_") for name in threads] == [True, False][: 1 + late]
