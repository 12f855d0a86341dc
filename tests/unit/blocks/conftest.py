"""What tests of blocks share: the editor of each release, started once for all of them."""

from collections.abc import Callable, Iterator

import pytest

from sitehand.blocks.dialects import Dialect
from tests.node_tools import Node
from tests.wordpress.editor import Editor
from tests.wordpress.releases import unpack_release


@pytest.fixture(scope="session")
def editor_of(node: Node) -> Iterator[Callable[[Dialect], Editor]]:
    """The editor of a release."""
    started: dict[Dialect, Editor] = {}

    def start(release: Dialect) -> Editor:
        if release not in started:
            started[release] = Editor(unpack_release(release))
        return started[release]

    yield start
    for editor in started.values():
        editor.close()


@pytest.fixture(params=list(Dialect))
def release(request: pytest.FixtureRequest) -> Dialect:
    """A release of WordPress."""
    found: Dialect = request.param
    return found


@pytest.fixture
def editor(release: Dialect, editor_of: Callable[[Dialect], Editor]) -> Editor:
    """Its editor."""
    return editor_of(release)
