"""Starts the emulator's npm package in a process of its own."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import IO, Mapping, Optional, Sequence, Union

from ._control import Emulator

_GRACE_PERIOD_S = 10.0
_NEEDED_NODE = (22, 13)
# Node ends what it says of an error that nobody caught with its version.
_NODE_VERSION = re.compile(r"^Node\.js v(\d+)\.(\d+)\.\d+", re.MULTILINE)


class StartError(Exception):
    """The emulator could not be started; the message has what it said."""


class RunningEmulator(Emulator):
    """An emulator in a process of its own. As a context manager it is stopped at the end."""

    def __init__(self, process: subprocess.Popen[str], ready: Mapping[str, str], admin_token: Optional[str]) -> None:
        super().__init__(
            ready["baseUrl"],
            ready["token"],
            ready["projectId"],
            s3_endpoint=ready["s3Endpoint"],
            admin_token=admin_token,
            ca_cert_pem=ready.get("caCertPem"),
        )
        self._process = process

    @property
    def pid(self) -> int:
        """Id of the process."""
        return self._process.pid

    def stop(self) -> None:
        """Stops it. Called again it does nothing."""
        _end(self._process)

    def __enter__(self) -> RunningEmulator:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def start(
    *flags: str,
    command: Union[str, Sequence[str], None] = None,
    env: Optional[Mapping[str, str]] = None,
    cwd: Union[str, Path, None] = None,
    timeout_s: float = 60,
) -> RunningEmulator:
    """
    Starts an emulator on free ports, in memory, and waits until it is ready.

    :param flags: further flags, such as ``"--dialect", "minimal"``
    :param command: how to start it; left out, ``coffer-emulator`` of the nearest ``node_modules``, or on the PATH
    :param env: further environment variables for it
    :param cwd: folder to start it in, and to look for ``node_modules`` from
    :param timeout_s: how long the start may take
    """
    folder = Path(cwd or os.getcwd())
    program = _find(folder) if command is None else shlex.split(command) if isinstance(command, str) else list(command)
    arguments = [*program, "--json", "--port", "0", "--s3-port", "0", *flags]
    environment = {**os.environ, **(env or {})}
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        try:
            process = subprocess.Popen(
                arguments,
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
            )
        except OSError as error:
            raise StartError(f"The emulator cannot be started by {program[0]}: {error.strerror}.") from error
        try:
            line = _first_line(process, timeout_s)
            if line is None:
                raise StartError(_why_not(process, errors, timeout_s))
            try:
                ready = json.loads(line)
            except ValueError:
                raise StartError(f"{program[0]} is no emulator: with --json it printed {line.strip()[:200]!r}.") from None
            return RunningEmulator(process, ready, environment.get("COFFER_EMULATOR_ADMIN_TOKEN"))
        except BaseException:
            _end(process)
            raise


def _find(folder: Path) -> list[str]:
    name = "coffer-emulator"
    for place in [folder, *folder.parents]:
        found = shutil.which(name, path=str(place / "node_modules" / ".bin"))
        if found is not None:
            return [found]
    found = shutil.which(name)
    if found is not None:
        return [found]
    raise StartError(f"There is no {name} in node_modules or on the PATH: npm install --save-dev {name}, or give a command.")


def _why_not(process: subprocess.Popen[str], errors: IO[str], timeout_s: float) -> str:
    try:
        # The output is closed a moment before the process has ended.
        code: Optional[int] = process.wait(1)
    except subprocess.TimeoutExpired:
        code = None
    errors.seek(0)
    says = errors.read().strip() or "nothing"
    if code is None:
        return f"The emulator did not start within {timeout_s:g} s. It said: {says}"
    how = f"exited with {code}" if code >= 0 else f"was ended by signal {-code}"
    found = _NODE_VERSION.search(says)
    is_old = found is not None and (int(found[1]), int(found[2])) < _NEEDED_NODE
    hint = f" It needs Node {_NEEDED_NODE[0]}.{_NEEDED_NODE[1]} or newer; this is {found[0]}." if found and is_old else ""
    return f"The emulator {how} before it was ready.{hint} It said: {says}"


def _first_line(process: subprocess.Popen[str], timeout_s: float) -> Optional[str]:
    """The line that says that it is ready; None when there is none in time."""
    lines: list[str] = []

    def read(stdout: IO[str]) -> None:
        lines.append(stdout.readline())

    assert process.stdout is not None
    reader = threading.Thread(target=read, args=(process.stdout,), daemon=True)
    reader.start()
    reader.join(timeout_s)
    return lines[0] if lines and lines[0] else None


def _end(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(_GRACE_PERIOD_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    if process.stdout is not None:
        process.stdout.close()
