"""Lines with text from right to left."""

from __future__ import annotations

import ctypes
import ctypes.util
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.bidi import from_left, is_leftward, isolated
from render.characters import clusters


def seen(string: str) -> str:
    return "".join(placed.piece for placed in from_left(clusters(string)))


@pytest.mark.parametrize(
    ("string", "from_the_left"),
    [
        ("Ann plays", "Ann plays"),
        ("אבג", "גבא"),
        ("אבג דהו", "והד גבא"),
        ("Ada אבג plays", "Ada גבא plays"),
        ("אבג Ada", "Ada גבא"),
        ("אבג (2)", ")2( גבא"),
        ("אבג 12 abc (3)", "abc (3) 12 גבא"),
        ("Ada (אבג)", "Ada (גבא)"),
        ("אבג 1,234 50% x", "x 50% 1,234 גבא"),
        ("حسن ٣٤", "٣٤ نسح"),
        ("حسن 12-3", "3-12 نسح"),
        ("3 points", "3 points"),
    ],
)
def test_visual_order_of_letters(string: str, from_the_left: str) -> None:
    assert seen(string) == from_the_left


def test_isolated_name_keeps_the_order_of_the_sentence() -> None:
    name = isolated("אבג (2)")
    assert seen(f"{name}: 12, 3 plays {isolated('Ada')} 4") == ")2( גבא: 12, 3 plays Ada 4"
    assert seen(f"{isolated('Ada')} {isolated('א')} {isolated('ב')}") == "Ada א ב"


def test_only_right_to_left_names_are_isolated() -> None:
    assert isolated("Ada さくら") == "Ada さくら"
    assert is_leftward("Ada אבג")
    assert not is_leftward("Ada")


def levels_of_fribidi(library: ctypes.CDLL, string: str) -> list[bool]:
    """Which characters FriBiDi, the implementation that Pillow uses, places from right to left."""
    length, base = len(string), ctypes.c_uint32(0x40)  # FRIBIDI_PAR_ON: by the first strong letter
    signs, shown = (ctypes.c_uint32 * length)(*map(ord, string)), (ctypes.c_uint32 * (length + 1))()
    there, back, levels = (ctypes.c_int * length)(), (ctypes.c_int * length)(), (ctypes.c_int8 * length)()
    assert library.fribidi_log2vis(signs, length, ctypes.byref(base), shown, there, back, levels)
    return [bool(level % 2) for level in levels]


LIBRARY = ctypes.util.find_library("fribidi")


@pytest.mark.skipif(LIBRARY is None, reason="this machine has no FriBiDi")
@given(st.text(st.sampled_from("abאבجم12٣٤ ()[],.%+-!/{}:"), min_size=1, max_size=12))
def test_order_equals_that_of_fribidi(string: str) -> None:
    assert LIBRARY is not None
    string = string.strip() or "a"
    assert all(unicodedata.category(sign)[0] != "M" for sign in string)
    theirs = levels_of_fribidi(ctypes.CDLL(LIBRARY), string)
    mine = from_left([string[at] for at in range(len(string))])
    assert sorted((placed.piece, placed.leftward) for placed in mine) == sorted(zip(string, theirs, strict=True))
