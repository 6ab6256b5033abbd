"""Each group of benchmarks returns its figures under the documented names."""

import gc
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from benchmarks import __main__ as runner
from benchmarks import (
    cards,
    chances,
    chiefdom,
    deciding,
    engines,
    leaderboard,
    memory,
    move,
    pictures,
    players,
    players_process,
    postgresql,
    replay,
    review,
    review_truth,
    reviewing,
    start,
    totem,
)
from bot.gateway.shards import IDENTIFY_INTERVAL
from engines.registry import GAMES
from players import LEVELS
from proofs import computers, crash, faults, hostile, large_servers, load, reasons, soak, takeover, upgrade
from render import PAINTERS
from tests.postgres import require
from tests.wait_limit import WAIT_LIMIT
from tests.wire.process import BotProcess

TAKEOVERS = ("turns", "unanswered", "refused_turns", "clocks_moved", "deadlines_early", "stop_answer_max")
INTERRUPTIONS = ("kill", "freeze", "cut", "server_stop")

MORE_FIGURES = {
    "totem": {"engine.totem.legal_runs_ms_p50", "engine.totem.legal_runs_ms_max"},
    "chiefdom": {"engine.chiefdom.legal_ms_p50", "engine.chiefdom.apply_ms_p50"},
}
CUTS = ("p50", "p99", "max")
MAY_BE_ZERO = re.compile(
    r"growth|soak\.handovers|paced_refused|disk_over|resigned|refuted|unseen|false|unanswered|refused_turns|clocks_moved"
    r"|deadlines_early|variations|processor_percent|cut_percent|left_out_percent"
)
"""Figures that may be zero: growth, handovers of soak, refusals, slow writes, false claims, unanswered or refused
turns, moved clocks, varied positions, what the computer players' process had of a busy machine in half a second, and
decisions that a review has no time for."""
CHECKED = ("kinds", "unseen", "rarest", "checked", "false")
LOAD = ("answer", "board", "burst_answer", "burst_board", "paced_answer", "paced_board", "disk")
MOVED = tuple(f"move.{name}" for name in ("answer_ms_p50", "answer_ms_p99", "sustained_per_s"))
COMPARED = (
    *MOVED,
    *(f"load.{name}_ms_{cut}" for name in ("answer", "board") for cut in ("p50", "p99")),
)
FULL = {
    "awethi": {f"picture.awethi.full_{name}" for name in ("ms_p50", "ms_p99", "kb")},
    "chiefdom": {"picture.chiefdom.end.kb"},
}
DOCUMENTED = {
    **{f"engine.{slug}": {f"engine.{slug}.moves_per_s"} | MORE_FIGURES.get(slug, set()) for slug in GAMES},
    **{
        f"picture.{slug}": {f"picture.{slug}.{name}" for name in ("ms_p50", "ms_p99", "kb", "ratio_to_svg")}
        | FULL.get(slug, set())
        for slug in PAINTERS
    },
    **{f"card.{kind}": {f"card.{kind}.{name}" for name in ("ms_p50", "ms_p99", "kb")} for kind in cards.KINDS},
    "replay": {f"replay.{name}.{figure}" for name in (*GAMES, "long") for figure in ("back_ms", "film_ms", "kb")},
    "move": {"move.answer_ms_p50", "move.answer_ms_p99", "move.sustained_per_s"},
    "start": {"start.first_answer_s"},
    "memory": {"memory.open_10000_mb"},
    "leaderboard": {f"leaderboard.{name}_ms_max" for name in ("rated", "scores", "figures")},
    "postgresql": {
        *(f"postgresql.{name}" for name in ("answer_ms_p50", "answer_ms_p99", "sustained_per_s", "statement_ms_p50")),
        *(f"postgresql.copy_{way}_s" for way in ("there", "back")),
    },
    "deciding": {
        *(f"deciding.{name}{ending}_ratio" for name in COMPARED for ending in ("", "_control")),
        *(f"deciding.{kind}.{name}" for name in COMPARED for kind in deciding.KINDS),
        *(f"deciding.{name}.processor_percent" for name in ("move", "load")),
    },
    "reviewing": {
        *(f"reviewing.{name}{ending}_ratio" for name in MOVED for ending in ("", "_control")),
        *(f"reviewing.{kind}.{name}" for name in MOVED for kind in deciding.KINDS),
        "reviewing.move.processor_percent",
    },
    **{
        f"review.{slug}": {
            f"review.{slug}.{name}"
            for name in (
                "cpu_ms_p50",
                "cpu_ms_p99",
                "turns",
                "moments_per_player",
                "cut_percent",
                "left_out_percent",
            )
        }
        for slug in GAMES
    },
    **{
        f"review_truth.{slug}": {
            f"review_truth.{slug}.{name}"
            for name in ("moments", "told_margins", "played_margins", "agreeing_percent", "refuted_percent")
        }
        for slug in GAMES
    },
    "players.mb": {"players.mb", "players.ready_s"},
    **{
        f"players.{slug}": {f"players.{slug}.{pairing.name}" for pairing in players.pairings(slug)}
        | {f"players.{slug}.cpu_ms_{cut}.level{level}" for cut in ("p50", "p99") for level in LEVELS}
        | {f"players.awethi.herder.rounds_p50.level{level}" for level in LEVELS if slug == "awethi"}
        for slug in GAMES
    },
    **{
        group: {
            f"{group}.{line_up}.{name}"
            for line_up in (*(one.name for one in chances.line_ups(group.removeprefix("chances."))), "all")
            for name in (
                "positions",
                *(f"fifth{fifth}_{what}" for fifth in range(1, 6) for what in ("told", "won", "error")),
            )
        }
        for group in runner.CHANCES
    },
    **{
        group: {
            f"{group}.{name}" for name in ("kinds", "unseen", "rarest", "checked", "false", "matches", "variations")
        }
        for group in runner.REASONS
    },
    "faults": {
        *(f"faults.board_beside_{what}_s" for what in ("one_limit", "limits", "clocks", "clocks_longest")),
        *(f"faults.play_{what}_s" for what in ("acknowledged", "answered")),
        *(f"faults.start_{what}_s" for what in ("ready", "board", "longest")),
    },
    "load": {
        *(f"load.{what}_ms_{cut}" for what in LOAD for cut in CUTS),
        *(f"load.{name}" for name in ("turns", "cpu_percent", "memory_mb", "database_mb", "growth_mb_per_1000")),
        *(f"load.disk_over_{limit}_ms_percent" for limit in (50, 100)),
        "load.paced_refused",
        "load.start_ready_s",
        "load.start_answer_s",
    },
    "crash": {f"crash.{name}" for name in ("kills", "power_cuts", "turns", "confirmed", "boards")},
    "takeover": {
        *(f"takeover.{name}" for name in ("handovers", "kills", *TAKEOVERS)),
        *(f"takeover.kill_{name}" for name in ("gap_p50", "gap_p99", "gap_max", "answered_percent")),
    },
    "takeover_postgresql": {
        *(f"takeover.{name}" for name in ("handovers", "kills", "freezes", "cuts", "server_stops", *TAKEOVERS)),
        *(f"takeover.{event}_gap_{cut}" for event in INTERRUPTIONS for cut in ("p50", "p99", "max")),
        *(f"takeover.{event}_answer_max" for event in INTERRUPTIONS if event != "kill"),
        "takeover.kill_answered_percent",
    },
    "hostile": {f"hostile.{name}" for name in ("inputs", "refused", "turns", "matches", "inputs_per_s", "texts")},
    "soak": {
        *(f"soak.{name}" for name in ("days", "people", "matches", "turns", "posts", "reminders", "timeouts", "lists")),
        "soak.handovers",
        *(f"soak.{name}" for name in ("open_until_days", "memory_mb", "objects", "seconds_s", "cpu_s")),
        *(f"soak.{name}_kb" for name in ("growth", "growth_match", "growth_day")),
    },
    "computers": {
        *(f"computers.{slug}.matches" for slug in GAMES),
        *(f"computers.{name}" for name in ("turns", "decisions", "posts", "resigned", "seconds_s")),
    },
    "upgrade": {"upgrade.opened_s", "upgrade.database_mb"},
}


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accept late answers, so that a busy machine does not fail these tests."""
    for group in (move, load, deciding, takeover):
        monkeypatch.setattr(group, "DEADLINE", WAIT_LIMIT)


@pytest.fixture
def _forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork bots, which are ready soon on a busy machine too; other groups start theirs as people do."""

    async def fork(*arguments: Any, **options: Any) -> BotProcess:
        return BotProcess.fork(*arguments, **options)

    monkeypatch.setattr(BotProcess, "start", fork)


@pytest.fixture(autouse=True)
def _gc_as_before() -> Iterator[None]:
    """Undo what the load proof does to the garbage collector of its own process."""
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def test_groups_are_the_documented_ones() -> None:
    assert list(runner.groups()) == list(DOCUMENTED)


@pytest.mark.parametrize("slug", GAMES)
def test_random_matches_are_measured(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "SECONDS", 0.01)
    monkeypatch.setattr(chiefdom, "MATCHES", 1)
    monkeypatch.setattr(totem, "SECONDS", 0.01)
    check_figures(f"engine.{slug}", engines.measure(slug))


@pytest.mark.parametrize("slug", GAMES)
def test_reviews_are_measured(slug: str) -> None:
    check_figures(f"review.{slug}", review.measure(slug, 1))


@pytest.mark.parametrize("group", runner.REASONS)
def test_what_computer_players_say_is_checked(
    group: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    slug = group.removeprefix("reasons.")
    claims = import_module(f"tests.players.{slug}.claims")
    for name, number in {"VARIATIONS": 20, "BUILT": 10, "FACING": 3}.items():
        monkeypatch.setattr(claims, name, number, raising=False)
    found = reasons.measure(slug, size=1, most=1)
    check_figures(group, found)
    assert found[f"{group}.false"] == 0
    listed = found[f"{group}.kinds"] + found[f"{group}.unseen"]
    assert len(capsys.readouterr().err.splitlines()) == listed


def test_chances_told_are_held_against_what_followed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = chances.line_ups("iye")[:1]
    monkeypatch.setattr(chances, "line_ups", lambda _: first)
    journal = tmp_path / "journal"
    found = chances.measure("iye", 12, journal=journal)
    names = {name for name in DOCUMENTED["chances.iye"] if ".level1." in name or ".all." in name}
    assert found.keys() == names
    assert 50 < found["chances.iye.level1.fifth5_told"] <= 100
    assert found["chances.iye.level1.fifth5_won"] > found["chances.iye.level1.fifth1_won"]
    monkeypatch.setattr(chances, "told_in", None)  # all matches are in the journal
    assert chances.measure("iye", 12, journal=journal) == found


def test_fifths_are_by_the_order_of_the_chances_and_errors_by_match() -> None:
    matches = [[(0.2, 0.0)] * 5 + [(0.8, 1.0)] * 5, [(0.2, 1.0)] * 5 + [(0.8, 1.0)] * 5]
    found = dict(chances.compared(matches))
    assert found["positions"] == 20
    assert (found["fifth1_told"], found["fifth5_told"], found["fifth5_won"]) == (20, 80, 100)
    assert found["fifth5_error"] == 0


def test_claims_of_reviews_are_held_against_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_truth, "PLAYOUTS", 6)
    check_figures("review_truth.awethi", review_truth.measure("awethi", 1))


@pytest.mark.parametrize(("slug", "seed", "claims"), [("totem", 12, 1), ("chiefdom", 2, 2), ("awethi", 1, 2)])
def test_matches_go_on_better_from_what_reviews_call_better(slug: str, seed: int, claims: int) -> None:
    """A few of the claims; those of İYE are compared with the truth where everything can be tried."""
    found = list(review_truth.checked(slug, seed, playouts=8, limit=claims))
    assert len(found) == claims
    assert mean(one.lead for one in found) > 0
    assert [one.lead for one in found if one.lead < -2 * one.error] == []


def test_every_figure_of_computer_players_has_a_unit() -> None:
    names = [name for group, found in DOCUMENTED.items() if group.startswith("players.") for name in found]
    assert len(list(runner.lines(dict.fromkeys(names, 1.0)))) == len(names)


def test_process_of_the_computer_players_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players_process, "MOVES", (0,))
    check_figures("players.mb", players_process.measure(starts=1))


@pytest.mark.parametrize("slug", PAINTERS)
def test_pictures_are_measured(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[Callable[[], object]] = [lambda: sum(range(1000))] * 2  # the real ones need an optional library
    full, (table, *_) = pictures.FULL.items(), pictures.TABLES.get(slug, (pictures.Table(),))
    monkeypatch.setattr(pictures, "TABLES", {slug: (table._replace(every=24),)})
    monkeypatch.setattr(pictures, "FULL", {name: one._replace(every=24) for name, one in full})
    monkeypatch.setattr(pictures, "_svg_boards", lambda _size: compared)
    for name, seeds in {"WARM_MATCHES": range(1), "TIMED_MATCHES": range(100, 101)}.items():
        monkeypatch.setattr(pictures, name, seeds)
    check_figures(f"picture.{slug}", pictures.measure(slug))


@pytest.mark.parametrize("kind", cards.KINDS)
def test_cards_are_measured(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "WARM", range(1))
    monkeypatch.setattr(cards, "TIMED", range(2))
    check_figures(f"card.{kind}", cards.measure(kind))


def test_replays_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "TIMES", 1)
    monkeypatch.setattr(replay, "MAX_FRAMES", 3)
    monkeypatch.setattr(replay, "LONG", 100)
    check_figures("replay", replay.measure())


def test_whole_moves_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(move, "WARM_SECONDS", 0.1)
    check_figures("move", move.measure(steady=0.2, burst=0.2, matches=30))


@pytest.mark.postgres
@pytest.mark.usefixtures("_forked")
def test_moves_on_postgresql_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    require()
    monkeypatch.setattr(move, "WARM_SECONDS", 0.1)
    monkeypatch.setattr(postgresql, "SERVERS", 2)
    check_figures("postgresql", postgresql.measure(8, steady=0.2, burst=0.2, matches=30))


def test_starts_are_measured() -> None:
    check_figures("start", start.measure(matches=40, starts=1))


def test_memory_is_measured() -> None:
    check_figures("memory", memory.measure(matches=40, busy=6, seconds=0.1))


def test_leaderboards_are_measured() -> None:
    check_figures("leaderboard", leaderboard.measure(people=300))


@pytest.mark.usefixtures("_forked")
def test_faults_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "BOARDS", 2)
    check_figures("faults", faults.measure(size=100, clocks=20, hung=10))


@pytest.fixture
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare with short runs."""
    for name in ("STEADY_SECONDS", "BURST_SECONDS", "SETTLE_SECONDS"):
        monkeypatch.setattr(deciding, name, 0.2)
    monkeypatch.setattr(deciding, "LOAD_SECONDS", 0.5)


@pytest.mark.usefixtures("_brief", "_forked")
def test_moves_while_computer_players_decide_are_compared_with_others() -> None:
    check_figures("deciding", deciding.measure(size=1, servers=12, matches=100))


@pytest.mark.usefixtures("_brief")
def test_moves_while_a_hundred_reviews_are_made_are_compared_with_others() -> None:
    check_figures("reviewing", reviewing.measure(size=1))


@pytest.mark.usefixtures("_forked")
def test_load_on_many_servers_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "WARM_SECONDS", 0.1)
    check_figures("load", load.measure(size=1.0, servers=12, matches=200, burst=20))


def test_load_on_several_shards_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "WARM_SECONDS", 0.1)
    monkeypatch.setattr(large_servers, "SETTLE_SECONDS", 0.1)
    figures = load.measure(size=1.0, servers=100, matches=100, burst=20, shards=2)
    complete, kilobytes = figures.pop("load.start_complete_s"), figures.pop("load.server_kb")
    check_figures("load", figures)
    assert complete > IDENTIFY_INTERVAL > figures["load.start_answer_s"] - figures["load.start_ready_s"] > 0
    assert 5 < kilobytes < 200


def test_kills_lose_and_repeat_nothing() -> None:
    check_figures("crash", crash.measure(size=6, matches=16))


@pytest.mark.postgres
def test_kills_lose_and_repeat_nothing_on_a_database_server() -> None:
    require()
    figures = crash.measure(size=5, matches=16, database="postgresql")
    assert figures.pop("crash.power_cuts") == 0
    assert figures.keys() | {"crash.power_cuts"} == DOCUMENTED["crash"]
    assert min(figures.values()) > 0


@pytest.mark.postgres
def test_fuzz_session_on_a_database_server_finds_no_problems() -> None:
    require()
    check_figures("hostile", hostile.measure(size=300, seed=3, database="postgresql"))


def test_turns_around_stops_and_kills_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(takeover, "SECONDS", 0.8)
    figures = takeover.measure(size=2, matches=16)
    check_figures("takeover", figures)
    assert (figures["takeover.unanswered"], figures["takeover.kill_answered_percent"]) == (0, 100)
    assert figures["takeover.clocks_moved"] == figures["takeover.deadlines_early"] == 0


def test_fuzz_session_finds_no_problems() -> None:
    check_figures("hostile", hostile.measure(size=300, seed=3))


def test_interrupted_fuzz_session_resumes_from_its_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hostile, "SESSION_INPUTS", 20)
    journal = tmp_path / "journal"
    begun = hostile.measure(size=40, seed=3, journal=journal)
    lines = journal.read_text(encoding="utf-8")
    assert hostile.measure(size=40, seed=3, journal=journal) == begun
    assert journal.read_text(encoding="utf-8") == lines
    assert hostile.measure(size=60, seed=3, journal=journal)["hostile.inputs"] >= 60
    assert journal.read_text(encoding="utf-8").startswith(lines)
    assert len(journal.read_text(encoding="utf-8").splitlines()) == 3


def test_soak_run_ends_without_problems() -> None:
    check_figures("soak", soak.measure(size=2, people=24))


@pytest.mark.postgres
def test_soak_run_with_shards_and_handovers_is_the_same_on_a_database_server() -> None:
    require()
    on_file, on_server = (
        soak.measure(size=2, people=24, database=kind, shards=3, handovers=True) for kind in ("sqlite", "postgresql")
    )
    check_figures("soak", on_server)
    assert on_server["soak.handovers"] == 2
    same = ("matches", "turns", "posts", "reminders", "timeouts", "open_until_days")
    assert [on_server[f"soak.{name}"] for name in same] == [on_file[f"soak.{name}"] for name in same]


def test_matches_against_computer_players_end_without_problems() -> None:
    check_figures("computers", computers.measure(size=1))


def check_figures(group: str, figures: dict[str, float]) -> None:
    """Check that the figures of a group are complete, positive and have units."""
    assert set(figures) == DOCUMENTED[group]
    assert [name for name, value in figures.items() if value <= 0 and not MAY_BE_ZERO.search(name)] == []
    assert len(list(runner.lines(figures))) == len(figures), "each has a unit"


def test_upgrade_is_measured() -> None:
    try:
        figures = upgrade.measure(size=4)
    except upgrade.HistoryError as error:
        pytest.skip(str(error))
    check_figures("upgrade", figures)
