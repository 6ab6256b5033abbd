"""`python -m benchmarks [GROUP…]`: one `name: value unit` a line."""

from unittest.mock import Mock

import pytest

from benchmarks import __main__ as runner
from engines.registry import GAMES


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("engine.iye.moves_per_s", 81234.5, "engine.iye.moves_per_s: 81234 1/s"),
        ("move.answer_ms_p50", 7.1234, "move.answer_ms_p50: 7.12 ms"),
        ("start.first_answer_s", 0.6789, "start.first_answer_s: 0.679 s"),
        ("memory.open_10000_mb", 99.6, "memory.open_10000_mb: 99.6 MB"),
        ("picture.iye.kb", 59.9, "picture.iye.kb: 59.9 KB"),
        ("picture.iye.ratio_to_svg", 36.0, "picture.iye.ratio_to_svg: 36 times"),
        ("players.iye.level3_vs_level2", 86.0, "players.iye.level3_vs_level2: 86 % of cycles"),
        ("players.totem.level5_vs_uct", 100.0, "players.totem.level5_vs_uct: 100 %"),
    ],
)
def test_figure_is_printed_with_its_unit(name: str, value: float, line: str) -> None:
    assert list(runner.lines({name: value})) == [line]


def test_one_group_is_measured_in_this_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def groups(steady: float | None = None, *_: object, **_options: object) -> dict[str, runner.Measure]:
        return {"move": lambda: {"move.sustained_per_s": steady or 1}}

    monkeypatch.setattr(runner, "groups", groups)
    assert runner.main(["move"]) == 0
    assert runner.main(["move", "--minute"]) == 0
    assert capsys.readouterr().out == "move.sustained_per_s: 1 1/s\nmove.sustained_per_s: 60 1/s\n"


def test_options_reach_the_groups_that_have_them(monkeypatch: pytest.MonkeyPatch) -> None:
    measure = Mock(return_value={})
    monkeypatch.setattr("proofs.load.measure", measure)
    monkeypatch.setattr("proofs.soak.measure", measure)
    monkeypatch.setattr("proofs.crash.measure", measure)
    options = ["--shards=10", "--servers=10000", "--database=postgresql", "--handovers"]
    for group in ("load", "soak", "crash"):
        runner.main([group, *options])
    on_load, on_soak, on_crash = (each.kwargs for each in measure.call_args_list)
    assert on_load == {"seed": 1, "shards": 10, "servers": 10_000}
    assert on_soak == {"seed": 1, "shards": 10, "database": "postgresql", "handovers": True}
    assert on_crash == {"seed": 1, "database": "postgresql"}


def test_unknown_group_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        runner.main(["speed"])
    assert refused.value.code == 2
    assert "no such group: speed" in capsys.readouterr().err


def test_name_before_a_dot_means_the_groups_of_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[str] = []

    def run(command: list[str], *, check: bool) -> Mock:
        assert not check
        measured.append(command[-1])
        return Mock(returncode=0)

    monkeypatch.setattr("subprocess.run", run)
    assert runner.main(["review", "move"]) == 0
    assert measured == [*(f"review.{slug}" for slug in GAMES), "move"]
