"""The match service: everything that is done to matches, whoever asks for it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.matches.absences import ABSENCE, Absences
from bot.matches.agreements import Agreements
from bot.matches.deadlines import Deadlines
from bot.matches.idleness import ARCHIVE, LAPSE, RESUME, STALL
from bot.matches.lapses import Lapses
from bot.matches.letters import Letters
from bot.matches.nudges import Nudges
from bot.matches.outages import PULSE, Outages
from bot.matches.preferences import Preferences
from bot.matches.reading import Reading
from bot.matches.reminders import REMIND
from bot.matches.schedule import Keep
from bot.matches.timekeeping import DEADLINE
from bot.matches.typed import Typed


class MatchService(Lapses, Typed, Absences, Agreements, Deadlines, Outages, Reading, Preferences, Letters, Nudges):
    """Tables, turns, plans, seats taken over, agreements, clocks, reminders, boards, preferences and letters of all
    matches of a database.

    Args:
        database: where everything is kept.
        games: the rules there are, by slug; older rules of a game that running matches keep, by ``slug@version``.
        clock: unix seconds.
        wake: told the lane of every post that is waiting, after its cause is committed.
        rouse: told that there is a new appointment, after its cause is committed.
        entropy: gives secret bytes.
        foresee: told of the board that is due for everybody if the turn that leads to it can be stored, just before
            that is tried. It must neither fail nor show it to anybody: it may begin to draw.
        default_pace: the usual pace of tables at a place.
    """

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
            PULSE: self.keep_pulse,
        }
