"""Starts Coffer's emulator in a container. CONTAINER_ENGINE names another engine than docker."""

import os
import secrets
import socket
import subprocess

import pytest
from coffer_emulator import Emulator

IMAGE = "ghcr.io/coffer/coffer-emulator:0.1.0"


@pytest.fixture(scope="session")
def container():
    rest, s3 = free_port(), free_port()
    token, admin_token = secrets.token_hex(16), secrets.token_hex(16)
    command = [
        *[os.environ.get("CONTAINER_ENGINE", "docker"), "run", "--rm"],
        *["--publish", f"127.0.0.1:{rest}:4280", "--publish", f"127.0.0.1:{s3}:4281"],
        # The tokens go through the environment: arguments are in the list of processes.
        *["--env", "COFFER_EMULATOR_TOKEN", "--env", "COFFER_EMULATOR_ADMIN_TOKEN"],
        *[IMAGE, "--json", "--s3-public-url", f"http://127.0.0.1:{s3}"],
    ]
    env = {**os.environ, "COFFER_EMULATOR_TOKEN": token, "COFFER_EMULATOR_ADMIN_TOKEN": admin_token}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
        try:
            # One line says that it is ready. Its URLs are those inside of the container.
            assert process.stdout.readline(), "the emulator did not start"
            yield Emulator(
                f"http://127.0.0.1:{rest}",
                token,
                s3_endpoint=f"http://127.0.0.1:{s3}",
                admin_token=admin_token,
            )
        finally:
            process.terminate()


@pytest.fixture
def emulator(container):
    container.reset()
    return container


def free_port() -> int:
    """A port of this machine: the URL of the S3 endpoint has to be known before the container starts."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]
