"""Fixtures for pytest, which finds them by itself: ``coffer_emulator`` and ``coffer_emulator_session``."""

from __future__ import annotations

import os
from typing import Iterator, Optional

import pytest

from ._control import Emulator
from ._process import start

_OPTIONS = {
    "coffer_emulator_command": "command that starts the emulator (default: coffer-emulator of node_modules, or on the PATH)",
    "coffer_emulator_flags": "further flags for it, such as --dialect minimal",
    "coffer_emulator_url": "URL of the REST interface of an emulator that runs already; nothing is started then",
    "coffer_emulator_s3_url": "URL of its S3 endpoint",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("coffer-emulator", "Coffer's emulator")
    for name, text in _OPTIONS.items():
        group.addoption(f"--{name.replace('_', '-')}", dest=name, default=None, help=text)
        parser.addini(name, text, default="")


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
def coffer_emulator(coffer_emulator_session: Emulator) -> Emulator:
    """The emulator of this run, as good as new for each test."""
    coffer_emulator_session.reset()
    return coffer_emulator_session


def _option(config: pytest.Config, name: str) -> Optional[str]:
    value = config.getoption(name) or config.getini(name)
    return str(value) if value else None
