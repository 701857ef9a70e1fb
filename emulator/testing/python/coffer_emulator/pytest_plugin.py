"""Fixtures for pytest, which finds them by itself: ``coffer_emulator`` and ``coffer_emulator_session``."""

from __future__ import annotations

import os
from typing import Iterator, Optional

import pytest

from ._control import Emulator
from ._process import start

_KEEP = "coffer_emulator_keep_on_failure"
_KEEP_TEXT = "after a failing test wait, with the emulator as the test left it, until it is reset (not where CI is set)"

_OPTIONS = {
    "coffer_emulator_command": "command that starts the emulator (default: coffer-emulator of node_modules, or on the PATH)",
    "coffer_emulator_flags": "further flags for it, such as --dialect minimal",
    "coffer_emulator_url": "URL of the REST interface of an emulator that runs already; nothing is started then",
    "coffer_emulator_s3_url": "URL of its S3 endpoint",
}


#: Of a name as long as a page the end tells tests apart.
_LONGEST_NAME = 500


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("coffer-emulator", "Coffer's emulator")
    for name, text in _OPTIONS.items():
        group.addoption(f"--{name.replace('_', '-')}", dest=name, default=None, help=text)
        parser.addini(name, text, default="")
    group.addoption(f"--{_KEEP.replace('_', '-')}", dest=_KEEP, action="store_true", default=False, help=_KEEP_TEXT)
    parser.addini(_KEEP, _KEEP_TEXT, type="bool", default=False)


@pytest.fixture(scope="session")
def coffer_emulator_session(pytestconfig: pytest.Config) -> Iterator[Emulator]:
    """
    The emulator of this run, started at its first use and never reset. Tests that share it take a ``new_project()`` each.

    Of one that runs already, token, project and admin token come from COFFER_TOKEN, COFFER_PROJECT_ID and COFFER_EMULATOR_ADMIN_TOKEN,
    as it has printed them.
    """
    url = _option(pytestconfig, "coffer_emulator_url")
    if url is not None:
        yield Emulator(
            url,
            os.environ.get("COFFER_TOKEN", ""),
            os.environ.get("COFFER_PROJECT_ID", "project-1"),
            s3_endpoint=_option(pytestconfig, "coffer_emulator_s3_url"),
            admin_token=os.environ.get("COFFER_EMULATOR_ADMIN_TOKEN"),
            ca_cert_pem=os.environ.get("COFFER_CA_CERT_PEM"),
        )
        return
    flags = (_option(pytestconfig, "coffer_emulator_flags") or "").split()
    with start(*flags, command=_option(pytestconfig, "coffer_emulator_command"), cwd=pytestconfig.rootpath) as emulator:
        yield emulator


@pytest.fixture
def coffer_emulator(coffer_emulator_session: Emulator, request: pytest.FixtureRequest) -> Emulator:
    """The emulator of this run, as good as new for each test."""
    coffer_emulator_session.reset(by=request.node.nodeid[-_LONGEST_NAME:])
    coffer_emulator_session.mark(f"test {request.node.nodeid[-_LONGEST_NAME:]} began")
    return coffer_emulator_session


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Waits after a failing test, before its other fixtures end."""
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]
    emulator = getattr(item, "funcargs", {}).get("coffer_emulator_session")
    keeps = item.config.getoption(_KEEP) or item.config.getini(_KEEP)
    if report.when != "call" or not report.failed or emulator is None or not keeps or os.environ.get("CI"):
        return
    says = str(call.excinfo.value).split("\n", 1)[0] if call.excinfo else ""
    capture = item.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        print(
            f"\n\n{item.nodeid} failed: {says}\n"
            f"The emulator stays up as the test left it. Open it once: {emulator.dashboard_link('/journal')}\n"
            f"To go on: curl -X POST {emulator.base_url}/_emulator/reset   To end the run: Ctrl-C\n",
            flush=True,
        )
        emulator.wait_for_reset()


def _option(config: pytest.Config, name: str) -> Optional[str]:
    value = config.getoption(name) or config.getini(name)
    return str(value) if value else None
