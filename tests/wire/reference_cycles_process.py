"""The bot of `tests.wire.bot_process`, which tells what only Python's collector of reference cycles could free.

After SIGUSR1 it keeps all that the collector finds. At SIGUSR2 it writes how many objects of each kind these are to the
file `reference_cycles.json` beside its database, as JSON.
"""

import gc
import json
import os
import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

from tests.wire.bot_process import main


def begin(_number: int, _frame: FrameType | None) -> None:
    """Forget what there is, and keep what is found from now on."""
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)


def tell(_number: int, _frame: FrameType | None) -> None:
    """Write down what has been found, in one go, so that a reader waiting for the file does not read half of it."""
    gc.collect()
    kinds = Counter(f"{type(found).__module__}.{type(found).__qualname__}" for found in gc.garbage)
    file = Path(os.environ["KURULTAI_DATABASE"]).with_name("reference_cycles.json")
    file.with_suffix(".new").write_text(json.dumps(kinds), "utf-8")
    file.with_suffix(".new").rename(file)


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, begin)
    signal.signal(signal.SIGUSR2, tell)
    sys.exit(main())
