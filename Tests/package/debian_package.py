"""The package as `deploy/package` makes it of a program that was built before."""

import os
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What is made for a test is thrown away: the fastest compression will do.
ENVIRONMENT = {"DPKG_DEB_COMPRESSOR_LEVEL": "1", "DEBFULLNAME": "Tests of Tilerace", "DEBEMAIL": "tests@tilerace.test"}


def make(binary, output, *options, moment="1790000000", status=0):
    """Makes a package with `deploy/package`. Returns its path, and what was said; the path is None if that failed."""
    done = subprocess.run(
        [ROOT / "deploy/package", "--binary", binary, "--output", output, *options], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        env={**os.environ, **ENVIRONMENT, "SOURCE_DATE_EPOCH": moment})
    if done.returncode != status:
        raise AssertionError(f"deploy/package ended with {done.returncode}:\n{done.stdout}")
    made = [line.removeprefix("Made ") for line in done.stdout.splitlines() if line.startswith("Made ")]
    return (Path(made[0]) if made else None), done.stdout


def with_other_file(package, path, change):
    """Makes a package again in which `change` has made another text of a file."""
    with tempfile.TemporaryDirectory(prefix="tilerace-package-") as folder:
        root = Path(folder) / "root"
        subprocess.run(["dpkg-deb", "--raw-extract", package, root], check=True)
        file = root / path.lstrip("/")
        file.write_text(change(file.read_text()))
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "--build", root, package], check=True, stdout=subprocess.DEVNULL,
            env={**os.environ, "DPKG_DEB_COMPRESSOR_LEVEL": "1"})


def field(package, name):
    """A field of a package's description."""
    return subprocess.run(["dpkg-deb", "--field", package, name], check=True, capture_output=True, text=True).stdout.strip()
