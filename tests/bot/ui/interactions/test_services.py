"""What makes those wait who take turns."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.locales import Catalogues
from bot.ui.interactions.services import Desk


@pytest.mark.parametrize(("disk", "painter"), [(False, False), (True, False), (False, True)])
def test_answers_are_held_up_by_the_disk_and_by_the_painter(disk: bool, painter: bool) -> None:
    matches: Any = SimpleNamespace(holds_up=lambda: disk)
    studio: Any = SimpleNamespace(holds_up=lambda: painter)
    unused: Any = None
    desk = Desk(matches, unused, Catalogues(), lambda _guild: None, studio, unused, unused)
    assert desk.holds_up() is (disk or painter)
