"""The local emulator of Coffer, for tests in Python."""

from ._control import Emulator, EmulatorError, Fault, Project, S3Bucket
from ._process import RunningEmulator, StartError, start

__all__ = ["Emulator", "EmulatorError", "Fault", "Project", "RunningEmulator", "S3Bucket", "StartError", "start"]
