"""Attachments: readable for every attempt, and released when sent."""

import gc
import weakref

from discord.http import handle_message_parameters

from bot.ui.components.messages import Attachment


def test_sent_picture_is_freed_without_garbage_collection() -> None:
    gc.disable()
    try:
        file = Attachment("board.png", b"picture").file()
        buffer = weakref.ref(file.fp)
        with handle_message_parameters(file=file) as parts:
            assert parts.files == [file]
        del file, parts
        assert buffer() is None
    finally:
        gc.enable()


def test_picture_can_be_read_again_after_a_failed_attempt() -> None:
    file = Attachment("board.png", b"picture").file()
    assert file.fp.read() == b"picture"
    file.fp.close()
    file.reset(seek=1)
    assert file.fp.read() == b"picture"
    file.close()
