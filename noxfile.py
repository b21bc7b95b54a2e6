"""What a change goes through: `nox` lists it, `nox -s fast` is what runs while one works."""

from __future__ import annotations

import nox

nox.options.sessions = ["fast", "lint", "types"]
nox.options.default_venv_backend = "venv"
nox.options.reuse_existing_virtualenvs = True

GENERATED = (
    ("-m", "mayi_rules.profile.schema"),
    ("-m", "mayi_rules.profile.reference"),
    ("-m", "mayi_rules.serving.schema"),
    ("docs/tables.py",),
    ("-m", "tests.goldens"),
)
"""What writes committed files, in the order in which they need one another."""


def _install(session: nox.Session, *extras: str) -> None:
    session.install("--quiet", "--editable", f".[{','.join(extras)}]")


@nox.session
def fast(session: nox.Session) -> None:
    """The tests without the slow ones, in about a minute."""
    _install(session, "dev")
    session.run("python", "-m", "pytest", "--quiet", "-n", "auto", "-m", "not slow", *session.posargs)


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def tests(session: nox.Session) -> None:
    """All tests, on every supported Python that is installed."""
    _install(session, "dev")
    session.run("python", "-m", "pytest", "--quiet", "-n", "auto", *session.posargs)


@nox.session
def coverage(session: nox.Session) -> None:
    """All tests, and which branches of the library they reach."""
    _install(session, "dev")
    session.run("python", "-m", "pytest", "--quiet", "-n", "auto", "--cov", "--cov-report=term", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Style and the direction of imports."""
    _install(session, "dev")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports")


@nox.session
def types(session: nox.Session) -> None:
    """The library under mypy; a user's code and the programs of the documentation under mypy and pyright."""
    _install(session, "dev")
    session.run("mypy")
    session.run("python", "-m", "pytest", "--quiet", "tests/test_typing.py")


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation; a broken reference is an error."""
    _install(session, "docs")
    session.run("python", "-m", "sphinx", "-q", "-W", "-n", "-b", "html", "docs", "build/docs")


@nox.session
def regenerate(session: nox.Session) -> None:
    """Everything that is made from the code: schemas, tables, the key page, goldens. `git diff` shows what moved.

    With `-- --check` a difference is an error. Records of games are not made again: those of yesterday have to load
    (`python -m tests.goldens --records` plays new ones, where the rules are meant to have changed).
    """
    _install(session, "dev")
    for made in GENERATED:
        session.run("python", *made)
    if "--check" in session.posargs:
        session.run("git", "diff", "--exit-code", "--stat", external=True)


@nox.session
def mutants(session: nox.Session) -> None:
    """Changes the rules in many small ways, and counts which of them a test notices; hours, or `-- MODULE …`."""
    _install(session, "dev")
    session.install("--quiet", "cosmic-ray>=8.3")
    session.run("python", "-m", "tests.mutants", *session.posargs)
