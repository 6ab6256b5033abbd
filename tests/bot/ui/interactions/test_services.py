"""Causes of stalled turns."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.locales import Catalogues
from bot.ui.interactions.services import Services


@pytest.mark.parametrize(("disk", "painter"), [(False, False), (True, False), (False, True)])
def test_services_are_stalled_by_the_disk_or_the_renderer(disk: bool, painter: bool) -> None:
    matches: Any = SimpleNamespace(is_stalled=lambda: disk)
    renderer: Any = SimpleNamespace(is_stalled=lambda: painter)
    unused: Any = None
    services = Services(matches, unused, Catalogues(), lambda _guild: None, renderer, unused)
    assert services.is_stalled() is (disk or painter)
