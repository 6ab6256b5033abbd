"""``python -m render.listing`` draws the pictures of a listing."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from engines.registry import GAMES
from render.listing import main

LIST = Path(__file__).parents[2] / "docs" / "listing" / "pictures.txt"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("listing") / "new"
    main([str(LIST), str(folder)])
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_listing_has_icon_banner_animation_and_a_picture_of_every_game(drawn: dict[str, bytes]) -> None:
    assert set(drawn) == {"icon.png", "banner.png", "match.gif", *(f"{game}.png" for game in GAMES)}
    sizes = {name: Image.open(BytesIO(data)).size for name, data in drawn.items()}
    assert sizes["icon.png"] == (1024, 1024)
    assert sizes["banner.png"] == (1360, 480)
    assert {sizes[f"{game}.png"] for game in GAMES} == {(1280, 720)}


def test_pictures_of_a_listing_are_small(drawn: dict[str, bytes]) -> None:
    assert {name for name, data in drawn.items() if len(data) > 300_000} <= {"match.gif"}
    assert len(drawn["match.gif"]) < 1_500_000


def test_animation_shows_the_whole_match(drawn: dict[str, bytes]) -> None:
    with Image.open(BytesIO(drawn["match.gif"])) as animation:
        assert getattr(animation, "n_frames", 1) > 20
