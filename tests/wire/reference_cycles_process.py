"""The bot of `tests.wire.bot_process`, which counts the objects that only Python's cycle collector could free.

After SIGUSR1 it keeps all that the collector finds. At SIGUSR2 it writes the number of these objects by kind to
`reference_cycles.json` beside its database.
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
    """Collect once, and keep everything that is found from now on."""
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)


def report(_number: int, _frame: FrameType | None) -> None:
    """Write what was found. The file appears complete, for a reader that waits for it."""
    gc.collect()
    kinds = Counter(f"{type(found).__module__}.{type(found).__qualname__}" for found in gc.garbage)
    file = Path(os.environ["KURULTAI_DATABASE"]).with_name("reference_cycles.json")
    file.with_suffix(".new").write_text(json.dumps(kinds), "utf-8")
    file.with_suffix(".new").rename(file)


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, begin)
    signal.signal(signal.SIGUSR2, report)
    sys.exit(main())
