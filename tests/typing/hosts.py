"""A user's code for hosts: profiles, games, records, what is served."""

from __future__ import annotations

import random
from pathlib import Path
from typing import assert_type

import mayi_rules as mayi
from mayi_rules import game as games
from mayi_rules import profile as profiles
from mayi_rules import records, scenarios, serving, typed
from mayi_rules.bots import make_bot


def load(path: Path) -> mayi.Profile:
    found = mayi.lint_profile(path)
    assert_type(found, profiles.LintResult)
    assert_type(profiles.lint_profile(path).errors, tuple[mayi.Fault, ...])
    for fault in found.errors:
        plain: typed.FaultDict = fault.to_dict()
        print(plain["message"], plain["line"])
    try:
        loaded: profiles.Profile = mayi.load_profile(path)
    except mayi.ProfileError as error:
        assert_type(error.faults, tuple[mayi.Fault, ...])
        loaded = profiles.load_profile(profiles.bundled_profiles()[0])
    assert_type(mayi.bundled_profiles(), tuple[str, ...])
    assert_type(mayi.dump_profile(loaded) + profiles.dump_profile(loaded), str)
    changes: list[profiles.Change] = loaded.diff(loaded.override({"buying.penalty_cards": 2}, id="our-house"))
    return loaded if changes else mayi.load_profile(loaded.to_dict())


def look_at(profile: mayi.Profile) -> None:
    rules = mayi.round_rules(profile, 4, 1)
    assert_type(rules, mayi.RoundRules)
    same: profiles.RoundRules = rules
    contract: tuple[profiles.ContractItem, ...] = same.contract
    assert contract
    one: profiles.Round = profile.rounds[0]
    meld: profiles.ContractMeld = one.contract[0]
    assert_type(meld.kind is profiles.MeldKind.SET, bool)
    for key in profiles.all_keys():
        assert_type(profiles.describe(key), profiles.KeyInfo)
    for found in profiles.find_keys("penalty card"):
        assert_type(found, profiles.Found)


def values_of(profile: mayi.Profile) -> None:
    absent: profiles.Absent = profile.scoring.absent
    after: profiles.AfterOpening = profile.drawing.after_opening
    first: profiles.FirstDealer = profile.deal.first_dealer
    ace: profiles.Ace = profile.melds.run.ace
    balance: profiles.Balance = profile.wilds.balance
    block: profiles.BlockWho = profile.buying.block.who if profile.buying.block else profiles.BlockWho("active")
    blocked: profiles.BlockWhen = profile.buying.block.when if profile.buying.block else profiles.BlockWhen("any")
    buying: profiles.BuyingWho = profile.buying.who
    first_asked: profiles.Priority = profile.buying.priority
    paid: profiles.DiscardDraw = profile.drawing.discard
    last: profiles.DiscardRule = profile.going_out.discard
    mistakes: profiles.Irregularities = profile.irregularities
    when: profiles.LayingOffWhen = profile.laying_off.when
    whose: profiles.LayingOffWhose = profile.laying_off.whose
    size: profiles.OpeningSize = profile.opening.size
    ends: profiles.RoundEnds = profile.stock.round_ends
    runs: profiles.SameSuitRuns = profile.melds.same_suit_runs
    freed: profiles.SwapFreed = profile.wilds.swap.freed
    out_of: profiles.SwapOutOf = profile.wilds.swap.out_of
    who: profiles.SwapWho = profile.wilds.swap.who
    of_whom: profiles.SwapWhose = profile.wilds.swap.whose
    which: profiles.SwapWhich = profile.wilds.swap.which
    ties: profiles.Ties = profile.scoring.ties
    empty: profiles.WhenEmpty = profile.stock.when_empty
    print(absent, after, first, ace, balance, block, buying, last, mistakes, when, whose, size, ends, runs)
    print(freed, out_of, who, of_whom, which, ties, empty, blocked, first_asked, paid)


def rules_alone(rules: profiles.GameRules) -> mayi.RoundRules:
    return mayi.round_rules(rules, 4, 1)


def host(profile: mayi.Profile) -> mayi.Game:
    game = mayi.Game(profile, seats=["north", "east", "west"], seed=7, turn_cap=60)
    same: games.Game = game
    assert_type(game.to_act, tuple[str, ...])
    seat: games.Seat = game.seat("north")
    try:
        seen = seat.play("stock", expected_version=same.version)
        assert_type(seen, mayi.SeenStep)
        assert_type(game.play("table: close"), mayi.Step)
    except mayi.StaleVersion as error:
        assert_type((error.expected, error.version), tuple[int, int])
    except mayi.BotError as error:
        print(error.bot, error.answer)
    except mayi.IllegalMove as error:
        assert_type(error.verdict, mayi.Verdict)
    except mayi.NotationError as error:
        assert_type(error.reason, mayi.Reason)
    except mayi.HiddenCards as error:
        print(error)
    except mayi.MayIError as error:
        raise SystemExit(1) from error
    policy: games.Policy = make_bot("greedy", random.Random(1))
    game.set_policy("east", policy)
    game.set_policy("west", games.SitsOut())
    assert_type(game.advance(), tuple[mayi.Step, ...])
    return game


def send(seat: mayi.Seat) -> str:
    view: games.View = seat.view
    plain: typed.ViewDict = view.to_dict()
    window: typed.WindowDict | None = plain["window"]
    table: list[typed.LaidMeldDict] = plain["table"]
    sizes = plain["hand_sizes"]
    assert_type(sizes, dict[str, int])
    assert_type(mayi.sample_state(view, random.Random(1)), mayi.State)
    assert games.sample_state(view, random.Random(1)) == mayi.sample_state(seat.view, random.Random(1))
    assert_type(seat.events(since=0)[0].to_dict(view.seats), typed.EventDict)
    shown: mayi.View = view
    return (window["offer"] if window else "") + " ".join(laid["meld"] for laid in table) + shown.to_json()


def score(game: mayi.Game) -> None:
    for place in game.standings:
        assert_type(place, mayi.Standing)
        same: games.Standing = place
        print(same.place, same.seat, same.total)
    sheet: games.ScoreSheet = game.score_sheet()
    for one in sheet.rounds:
        assert_type(one, games.RoundScores)
        lines: tuple[games.ScoreLine, ...] = one.lines
        print(lines)
    plain: typed.ScoreSheetDict = sheet.to_dict()
    rounds: list[typed.RoundScoresDict] = plain["rounds"]
    line: typed.ScoreLineDict = rounds[0]["lines"][0]
    assert_type(line["points"], list[int | None])


def save(game: mayi.Game, path: Path) -> mayi.Game:
    record: mayi.Record = game.record
    record.dump(path)
    try:
        loaded = mayi.load_record(path, verify=records.Verify.MOVES)
    except mayi.RecordError as error:
        assert_type((error.round, error.move), tuple[int | None, int | None])
        raise
    again: records.Record = records.load_record(records.dump_record(record) or mayi.dump_record(record))
    first: records.RecordedRound = again.rounds[0]
    move: records.RecordedMove = first.moves[0]
    counters: records.Counters | None = again.counters
    plain: typed.RecordDict = again.to_dict()
    rounds: list[typed.RecordedRoundDict] = plain["rounds"]
    counted: typed.CountersDict | None = plain.get("counters")
    print(move.text, counters, rounds[0]["deck"], counted)
    assert_type(games.replay(again), mayi.Game)
    return mayi.replay(loaded, bots=lambda name: make_bot(name, random.Random(1)))


def keep(game: mayi.Game, path: Path) -> None:
    with mayi.Journal.begin(path, game, sync=False) as journal:
        assert_type(journal.game, mayi.Game)
    with games.Journal.resume(path) as again:
        again.compact()
    assert_type(mayi.read_journal(path), mayi.Record)
    assert mayi.read_journal(path) == games.read_journal(path)


def run_cases(folder: Path) -> bool:
    report = scenarios.run_scenarios([folder])
    assert_type(report, scenarios.Report)
    plain: typed.ReportDict = report.to_dict()
    cases: list[typed.CaseDict] = plain["cases"]
    problems: list[typed.ProblemDict] = cases[0]["problems"]
    try:
        case: scenarios.Case = scenarios.load_scenarios(folder / "one.yaml")[0]
    except scenarios.ScenarioError as error:
        print(error.faults)
        return False
    result: scenarios.CaseResult = scenarios.run_case(case)
    problem: scenarios.Problem | None = next(iter(result.problems), None)
    return report.ok and not problems and problem is None


def serve(folder: Path) -> None:
    server = serving.Server(patience=None)
    assert_type(server.answer(b"{}"), bytes | None)
    assert_type(serving.write_pack(folder), dict[str, int])
    print(serving.protocol_schema()["title"])
    serving.serve_stdio()
