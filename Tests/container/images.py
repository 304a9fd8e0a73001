"""The image of deploy/container, built by podman without anything from a registry of images. Needs root, podman and debootstrap.

Its Dockerfile takes two images by name: Debian's, which debootstrap makes here, and Swift's, which is that one with what the toolchain
wants, and with this machine's toolchain mounted into it.
"""

import hashlib
import os
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

sys.path.insert(0, str(ROOT / "Tests/package"))

import clean_root  # noqa: E402

CACHE = Path(os.environ.get("TILERACE_CLEAN_ROOT", ROOT / ".build/clean-root")).resolve()
# A store of its own: what is tried leaves no image among those of the machine.
STORE = ROOT / ".build/container"
# Its path may have 50 characters, and each clone has its own.
RUNNING = Path("/run") / f"tilerace-{hashlib.sha256(str(STORE).encode()).hexdigest()[:8]}"
DEBIAN, SWIFT, IMAGE, CLUSTER = (f"localhost/tilerace-test-{name}" for name in ("debian", "swift", "server", "cluster"))
# As the image that the Dockerfile names has them, in the numbers of this release.
TOOLCHAIN_NEEDS = (
    "binutils ca-certificates git gnupg2 libc6-dev libcurl4-openssl-dev libedit2 libgcc-$gcc-dev libncurses6 libpython3-dev libsqlite3-0 "
    "libstdc++-$gcc-dev libxml2-dev libz3-dev pkg-config tzdata zlib1g-dev")


def podman_line(*words):
    """A command line of podman. Where no systemd runs the machine, nobody keeps time for health checks."""
    return ["podman", "--root", STORE / "storage", "--runroot", RUNNING, "--storage-driver", "overlay",
            "--cgroup-manager", "cgroupfs", "--runtime", "runc", *words]


def podman(*words, check=True):
    """Runs podman; as `clean_root.run`."""
    return clean_root.run(*podman_line(*words), check=check, env={**os.environ, "DISABLE_HC_SYSTEMD": "true"})


def limits():
    """Options that keep within this machine's own limits: who may not raise them cannot have podman's."""
    processes = int(Path("/proc/sys/kernel/pid_max").read_text())
    kinds = {"nofile": resource.RLIMIT_NOFILE, "nproc": resource.RLIMIT_NPROC}
    most = {name: resource.getrlimit(kind)[1] for name, kind in kinds.items()}
    most["nproc"] = processes if most["nproc"] == resource.RLIM_INFINITY else min(most["nproc"], processes)
    return [word for name, number in most.items() if number != resource.RLIM_INFINITY for word in ("--ulimit", f"{name}={number}:{number}")]


def build(*words):
    """Builds an image as chroot would, which asks nothing of the machine's control groups, and with nothing from a registry."""
    return podman("build", "--isolation", "chroot", "--network", "host", "--pull=never", *limits(), *words)


def exists(name):
    return podman("image", "exists", name, check=False)[0] == 0


def toolchain():
    """The folder of this machine's toolchain, with bin, lib and share below `usr`."""
    program = shutil.which("swift")
    if program is None:
        raise LookupError("swift is not on the PATH")
    folder = Path(program).resolve().parents[1]
    if folder == Path("/usr"):
        raise LookupError("the toolchain is spread over /usr, where it cannot be told from the system: put it into a folder of its own")
    return folder


def make_debian():
    """The base, of this machine's own release."""
    if exists(DEBIAN):
        return
    fresh = clean_root.made(CACHE)
    pack = subprocess.Popen(["tar", "--one-file-system", "-C", fresh, "-c", "."], stdout=subprocess.PIPE)
    done = subprocess.run(podman_line("import", "-", DEBIAN), stdin=pack.stdout, capture_output=True, text=True, check=False)
    pack.stdout.close()
    if pack.wait() != 0 or done.returncode != 0:
        raise AssertionError(done.stderr)


def make_swift():
    """What the first stage begins with, but for the toolchain itself."""
    if exists(SWIFT):
        return
    file = STORE / "Swift.Dockerfile"
    file.write_text("\n".join([
        f"FROM {DEBIAN}",
        "RUN apt-get update \\",
        "    && gcc=$(apt-cache show g++ | sed -n 's/^Depends: .*g++-\\([0-9]*\\).*/\\1/p' | head -n 1) \\",
        f"    && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends {TOOLCHAIN_NEEDS} \\",
        "    && rm -rf /var/lib/apt/lists/*",
        f"ENV PATH={toolchain()}/bin:{clean_root.ENVIRONMENT['PATH']}", ""]))
    build("--file", file, "--tag", SWIFT, STORE)


def make():
    """The image that the Dockerfile makes as it stands. The first time takes as long as the compiler does."""
    (STORE / "storage").mkdir(parents=True, exist_ok=True)
    make_debian()
    make_swift()
    folder = toolchain()
    return build(
        "--format", "docker", "--volume", f"{folder}:{folder}:ro", "--build-arg", f"SWIFT={SWIFT}", "--build-arg", f"DEBIAN={DEBIAN}",
        "--file", ROOT / "deploy/container/Dockerfile", "--tag", IMAGE, ROOT)


def make_cluster():
    """The image of a machine of a cluster, over the other one."""
    return build(
        "--format", "docker", "--build-context", f"tilerace=container-image://{IMAGE}", "--file", ROOT / "deploy/cluster/Dockerfile",
        "--tag", CLUSTER, ROOT)


def run(*words, check=True):
    """Runs a container without any network but its own."""
    return podman("run", "--network", "none", *limits(), *words, check=check)


def run_options(service, names):
    """The options of `podman run` for a service of a compose file. `names` are what its volumes are called here. A key that this does
    not know is a fault: it would not be tried. Ports are left out, as the container has a network of its own."""
    options = []
    for key, value in service.items():
        match key:
            case "build" | "image" | "ports" | "depends_on" | "entrypoint":
                continue
            case "environment":
                options += [word for name, text in value.items() for word in ("--env", f"{name}={text}")]
            case "volumes":
                for volume in value:
                    name, _, place = volume.partition(":")
                    options += ["--volume", f"{names[name]}:{place}"]
            case "read_only":
                # Docker makes no place that can be written to beside those that are named.
                options += ["--read-only", "--read-only-tmpfs=false"] if value else []
            case "tmpfs":
                options += [word for place in value for word in ("--tmpfs", place)]
            case "cap_drop":
                options += [word for name in value for word in ("--cap-drop", name)]
            case "security_opt":
                # Docker's name of it has a value.
                names_here = [name.removesuffix(":true") for name in value]
                options += [word for name in names_here for word in ("--security-opt", name)]
            case "stop_grace_period":
                options += ["--stop-timeout", re.fullmatch(r"(\d+)s", value)[1]]
            case "restart":
                options += ["--restart", value]
            case _:
                raise LookupError(f"the compose file has {key}, which is not tried")
    return options
