"""Settings are read from ``.env`` and the environment; each mistake is reported in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError, load_settings, require_token
from bot.storage.copying import shown

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE." + "x" * 38


def reasons(environment: dict[str, str]) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        load_settings(environment, None)
    return [str(reason) for reason in caught.value.reasons]


def test_defaults_apply_without_settings() -> None:
    assert load_settings({}, None) == Settings()


def test_environment_overrides_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text(f"DISCORD_TOKEN={TOKEN}\nKURULTAI_LOG_LEVEL=debug\nKURULTAI_LOG_FORMAT=text\n", "utf-8")
    settings = load_settings({"KURULTAI_LOG_LEVEL": "warning"}, file)
    assert (settings.token, settings.log_level, settings.log_format) == (TOKEN, "WARNING", "text")


def test_all_mistakes_are_reported_together(tmp_path: Path) -> None:
    found = reasons(
        {
            "DISCORD_TOKEN": "secret",
            "KURULTAI_DATABASE": str(tmp_path / "nowhere" / "k.sqlite3"),
            "KURULTAI_BACKUPS": str(tmp_path / "absent"),
            "KURULTAI_LOG_LEVEL": "loud",
            "KURULTAI_LOG_FORMAT": "xml",
            "KURULTAI_TEST_GUILD": "my server",
            "KURULTAI_PAINTER": "Rembrandt",
            "KURULTAI_REQUESTS_PER_SECOND": "0",
        }
    )
    assert found == [
        "DISCORD_TOKEN does not look like a bot token. A token has three parts joined by dots.",
        f"KURULTAI_DATABASE: the folder {tmp_path / 'nowhere'} does not exist.",
        f"KURULTAI_BACKUPS: the folder {tmp_path / 'absent'} does not exist.",
        "KURULTAI_LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, not loud.",
        "KURULTAI_LOG_FORMAT must be one of json, text, not xml.",
        "KURULTAI_TEST_GUILD: my server is not the ID of a Discord server.",
        "KURULTAI_PAINTER must be one of process, inside, not Rembrandt.",
        "KURULTAI_REQUESTS_PER_SECOND must be a whole number of requests from 1 to 10000, not 0.",
    ]


def test_folder_as_database_is_refused(tmp_path: Path) -> None:
    assert reasons({"KURULTAI_DATABASE": str(tmp_path)}) == [
        f"KURULTAI_DATABASE: {tmp_path} is a folder, but it must be a file."
    ]


def test_error_about_a_token_does_not_repeat_it() -> None:
    assert "hunter2" not in "".join(reasons({"DISCORD_TOKEN": "hunter2"}))


def test_settings_do_not_show_their_token() -> None:
    assert TOKEN not in repr(Settings(token=TOKEN))


def test_missing_token_error_says_how_to_play_without_one() -> None:
    with pytest.raises(SettingsError) as caught:
        require_token(Settings())
    sentence = str(caught.value)
    assert "DISCORD_TOKEN=<your token>" in sentence
    assert ".env" in sentence
    assert "make play" in sentence


def test_token_alone_is_enough() -> None:
    require_token(load_settings({"DISCORD_TOKEN": f"Bot {TOKEN}"}, None))


def test_example_file_is_valid_and_names_every_setting() -> None:
    example = Path(__file__).parents[2] / ".env.example"
    load_settings({}, example)
    source = (Path(__file__).parents[2] / "bot" / "settings.py").read_text("utf-8")
    text = example.read_text("utf-8")
    names = {part.split('"')[0] for part in source.split('reader.get("')[1:]}
    assert len(names) >= 7
    assert not {name for name in names if f"{name}=" not in text}


ADDRESSES = ("privacy_url", "terms_url", "support_url", "source_url")


@pytest.mark.parametrize("field", ADDRESSES)
@pytest.mark.parametrize(
    "typed", ["http://example.org/p", "example.org", "https://", "https://a b.c", "https://example.org/privacy page"]
)
def test_page_must_have_an_https_address(field: str, typed: str) -> None:
    name = f"KURULTAI_{field.upper()}"
    assert getattr(load_settings({}, None), field) is None
    page = "https://example.org/kurultai/privacy#short"
    assert getattr(load_settings({name: page}, None), field) == page
    with pytest.raises(SettingsError, match=rf"{name}: .* must look like https://example.org/privacy, without"):
        load_settings({name: typed}, None)


@pytest.mark.parametrize("field", ADDRESSES)
def test_address_of_a_page_must_fit_a_button(field: str) -> None:
    name = f"KURULTAI_{field.upper()}"
    longest = "https://example.org/" + 492 * "x"
    assert getattr(load_settings({name: longest}, None), field) == longest
    with pytest.raises(SettingsError, match=f"{name}: Discord allows at most 512 characters"):
        load_settings({name: longest + "x"}, None)


@pytest.mark.parametrize("typed", ["-1", "3651", "ten", "1.5"])
def test_backup_days_must_be_in_range(typed: str) -> None:
    assert load_settings({}, None).backup_days == 30
    assert load_settings({"KURULTAI_BACKUP_DAYS": "7"}, None).backup_days == 7
    with pytest.raises(
        SettingsError, match=r"KURULTAI_BACKUP_DAYS must be a whole number of days from 0 to 3650, not "
    ):
        load_settings({"KURULTAI_BACKUP_DAYS": typed}, None)


def test_without_daily_backups_others_are_still_deleted() -> None:
    assert load_settings({"KURULTAI_BACKUP_DAYS": "7"}, None).backup_retention == 7
    off = load_settings({"KURULTAI_BACKUP_DAYS": "0"}, None)
    assert (off.backup_days, off.backup_retention) == (0, 30)


def test_request_rate_is_discords_unless_set() -> None:
    assert load_settings({}, None).requests_per_second == 50
    assert load_settings({"KURULTAI_REQUESTS_PER_SECOND": "1200"}, None).requests_per_second == 1200


def test_number_of_shards_is_read_and_checked() -> None:
    assert load_settings({}, None).shards is None
    assert load_settings({"KURULTAI_SHARDS": "16"}, None).shards == 16
    for wrong in ("0", "2001", "many"):
        with pytest.raises(SettingsError, match="KURULTAI_SHARDS must be a whole number of shards from 1 to 2000"):
            load_settings({"KURULTAI_SHARDS": wrong}, None)


# ------------------------------------------------------------------------------------- files that cannot be read, typos


def file_errors(file: Path) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        load_settings({}, file)
    return [str(reason) for reason in caught.value.reasons]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_file_in_utf16_is_refused_with_advice(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / ".env"
    file.write_text("KURULTAI_LOG_LEVEL=debug\n", encoding)
    assert file_errors(file) == [f"{file} is in UTF-16, as some Windows programs save it. Save it as UTF-8."]


def test_other_encodings_are_reported_with_the_line(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes("KURULTAI_LOG_LEVEL=debug\n\n# für mich\n".encode("latin-1"))
    (sentence,) = file_errors(file)
    assert sentence.startswith(f"{file}, line 3: this is not UTF-8. Save the whole file as UTF-8")


def test_file_in_utf8_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("KURULTAI_LOG_LEVEL=debug\n# für mich\n", "utf-8-sig")
    settings = load_settings({}, file)
    assert (settings.log_level, settings.warnings) == ("DEBUG", ())


def test_file_that_cannot_be_read_is_refused_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: Path) -> bytes:
        raise PermissionError(13, "Permission denied", ".env")

    file = tmp_path / ".env"
    file.touch()
    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert file_errors(file) == [f"{file} cannot be read: Permission denied."]


@pytest.mark.parametrize("name", ["KURULTAI_DATABASE", "KURULTAI_BACKUPS", "KURULTAI_LOCALES"])
def test_unknown_home_folder_is_refused(name: str) -> None:
    assert reasons({name: "~nobody-of-this-name/x"}) == [f"{name}: ~nobody-of-this-name has no home folder."]


def test_impossible_discord_id_is_refused() -> None:
    assert load_settings({"KURULTAI_TEST_GUILD": "9223372036854775807"}, None).test_guild == 2**63 - 1
    for number in ("9223372036854775808", "99999999999999999999"):
        assert reasons({"KURULTAI_TEST_GUILD": number}) == [
            f"KURULTAI_TEST_GUILD: {number} is not the ID of a Discord server."
        ]


def test_unknown_setting_is_reported_with_a_suggestion(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("KURULTAI_DATABSE=x\nkurultai_log_level=info\n", "utf-8")
    settings = load_settings({"KURULTAI_COLOUR": "red", "OTHER": "1", "KURULTAI_PAINTER": "inside"}, file)
    assert [str(warning) for warning in settings.warnings] == [
        "KURULTAI_COLOUR is not a setting and was ignored. docs/hosting.md lists all settings.",
        "KURULTAI_DATABSE is not a setting and was ignored. Did you mean KURULTAI_DATABASE?",
        "kurultai_log_level is not a setting and was ignored. Did you mean KURULTAI_LOG_LEVEL?",
    ]
    assert settings.database == Settings().database


def test_database_on_a_server_and_its_password_is_secret() -> None:
    address = "postgresql://kurultai:s3cret@db.example.org/kurultai"
    settings = load_settings({"KURULTAI_DATABASE": address}, None)
    assert settings.address == address
    assert settings.database_file == Path.cwd() / "kurultai-postgresql.sqlite3"
    assert settings.secrets == ("", "s3cret")
    assert "s3cret" not in repr(settings)
    file = load_settings({"KURULTAI_DATABASE": "k.sqlite3"}, None)
    assert (file.address, file.postgres) == (Path.cwd() / "k.sqlite3", None)


@pytest.mark.parametrize(
    ("address", "passwords"),
    [
        ("postgresql://kurultai:p[w@db.example.org/kurultai", ("p[w",)),
        ("postgresql://kurultai:p%40ss@db.example.org:5432/kurultai", ("p%40ss", "p@ss")),
        ("postgresql://db.example.org/kurultai?user=kurultai&password=s3cret&sslmode=require", ("s3cret",)),
        ("postgresql://kurultai:p&ss?#@db.example.org/kurultai", ("p&ss?#",)),
        ("postgresql:///kurultai?user=me&password=p@ss/word", ("p@ss/word",)),
        ("postgresql://me@a/kurultai?sslkey=k&sslpassword=s3cret", ("s3cret",)),
        ("postgresql://me:s3cret@[::1]:5432,%2Fvar%2Frun:/kurultai", ("s3cret",)),
        ("postgresql://kurultai@a:5432,b:5432/kurultai", ()),
        ("postgresql://a:5432/kurultai", ()),
    ],
)
def test_password_is_secret_however_it_is_written(address: str, passwords: tuple[str, ...]) -> None:
    settings = load_settings({"KURULTAI_DATABASE": address}, None)
    assert settings.secrets == ("", *passwords)
    assert not any(password in shown(address) for password in passwords)


@pytest.mark.parametrize("password", ["pa/ss", "p@ss", "pa ss", "p:a/ss", "100%", "a%zz"])
def test_password_that_cuts_the_address_is_refused_and_not_repeated(password: str) -> None:
    (reason,) = reasons({"KURULTAI_DATABASE": f"postgresql://me:{password}@db.example.org/kurultai"})
    assert reason.startswith("KURULTAI_DATABASE: the address cannot be read. In its password, write %40 for @")
    assert password not in reason


def test_path_that_the_system_refuses_is_a_mistake() -> None:
    long = "k" * 300
    assert (
        reasons({"KURULTAI_DATABASE": long, "KURULTAI_BACKUPS": long})
        == [f"{long} cannot be read: File name too long."] * 2
    )


def test_other_kinds_of_servers_are_refused() -> None:
    assert reasons({"KURULTAI_DATABASE": "mysql://host/kurultai"}) == [
        "KURULTAI_DATABASE must be the path of a file, or an address like postgresql://user@host/kurultai."
    ]
