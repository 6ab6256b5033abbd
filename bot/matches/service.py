"""The match service: everything that is done to matches, whoever asks for it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.matches.asking import Asking
from bot.matches.calling import Calling
from bot.matches.deadlines import Deadlines
from bot.matches.expiries import ABSENCE
from bot.matches.forgetting import Forgetting
from bot.matches.holidays import KIND as HOLIDAY
from bot.matches.holidays import Holidays
from bot.matches.idleness import ARCHIVE, LAPSE, RESUME, STALL
from bot.matches.lapses import Lapses
from bot.matches.leaderboards import Leaderboards
from bot.matches.letters import Letters
from bot.matches.nudges import Nudges
from bot.matches.outages import PULSE, Outages
from bot.matches.places import Places
from bot.matches.preferences import Preferences
from bot.matches.pruning import PRUNE, PRUNE_ACTS, Pruning
from bot.matches.reminders import REMIND
from bot.matches.replays import Replays
from bot.matches.restoring import Restoring
from bot.matches.schedule import Keep
from bot.matches.servers import Servers
from bot.matches.timekeeping import DEADLINE
from bot.matches.typed import Typed
from bot.matches.undoing import Undoing
from bot.matches.watching import Watching


class MatchService(
    Forgetting,
    Lapses,
    Typed,
    Asking,
    Undoing,
    Deadlines,
    Outages,
    Replays,
    Preferences,
    Holidays,
    Letters,
    Nudges,
    Calling,
    Leaderboards,
    Servers,
    Places,
    Watching,
    Pruning,
    Restoring,
):
    """Everything that is done to the matches of a database, and what is known of its players and servers.

    Args:
        database: where everything is kept.
        games: the rules there are, by slug; older rules of a game that running matches keep, by ``slug@version``.
        clock: unix seconds.
        wake: told the lane of every post that is waiting, after its cause is committed.
        rouse: told that there is a new appointment and when it is, after its cause is committed.
        entropy: gives secret bytes.
        foresee: told of the board that is due for everybody if the turn that leads to it can be stored, just before
            that is tried. It must neither fail nor show it to anybody: it may begin to draw.
        default_pace: the usual pace of tables at a place.
    """

    def holds_up(self) -> bool:
        """Whether the disk makes those wait who do something to a match."""
        return self._db.holds_up()

    @property
    def keepers(self) -> Mapping[str, Keep]:
        """Who keeps which kind of appointment."""
        return {
            DEADLINE: self.deadline_passed,
            REMIND: self.remind,
            ABSENCE: self.absence_due,
            LAPSE: self.table_lapses,
            STALL: self.match_stalls,
            ARCHIVE: self.thread_closes,
            RESUME: self.resume_day,
            HOLIDAY: self.keep_holiday,
            PULSE: self.keep_pulse,
            PRUNE: self.prune,
            PRUNE_ACTS: self.prune_acts,
        }
