"""A clean Debian in a folder, made by debootstrap, that can be used without and with systemd as its first process. Needs root."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

PATIENCE = 60
BOOT = Path(__file__).resolve().parent / "boot.sh"
VISITOR = Path(__file__).resolve().parent / "visitor.py"
# What a package's scripts see of the machine that they are tried on.
ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}


def run(*command, check=True, **options):
    """Runs a program to its end; returns what it said, or with check=False its status and that."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if not check:
        return done.returncode, done.stdout
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def mirror():
    """Where this machine's apt has its packages from, and the name of its release."""
    release = dict(re.findall(r"^(\w+)=\"?([^\"\n]*)", Path("/etc/os-release").read_text(), re.MULTILINE))["VERSION_CODENAME"]
    lists = run("apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME) $(COMPONENT)", "Created-By: Packages")
    for line in lists.splitlines():
        address, codename, component = line.split()
        if (codename, component) == (release, "main"):
            return address, release
    raise LookupError(f"apt has no packages of {release}")


def made(cache):
    """The folder with a fresh root; debootstrap makes it once."""
    address, release = mirror()
    root = cache / release
    if not (root / "complete").exists():
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir(parents=True)
        run("debootstrap", "--variant=minbase", release, root / "root", address)
        (root / "complete").touch()
    return root / "root"


class CleanRoot:
    """A root over a fresh one, which stays as it is: what is done in it is thrown away at the end."""

    def __init__(self, cache):
        fresh = made(cache)
        self.folder = Path(tempfile.mkdtemp(prefix="tilerace-root-"))
        self.root = self.folder / "root"
        for name in ("root", "upper", "work"):
            (self.folder / name).mkdir()
        self._groups, self.first = None, None
        run("mount", "-t", "overlay", "overlay", "-o",
            f"lowerdir={fresh},upperdir={self.folder}/upper,workdir={self.folder}/work", self.root)
        run("mount", "-t", "proc", "proc", self.root / "proc")
        # As a container's build has it: the lists are those of this machine's apt.
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")

    def close(self):
        self.halt()
        for place in (self.root / "proc", self.root):
            run("umount", "--lazy", place, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def hosts(self, *names):
        """Has further names lead to the machine itself."""
        (self.root / "etc/hosts").write_text(
            f"127.0.0.1 localhost {os.uname().nodename}\n" + "".join(f"127.0.0.1 {name}\n" for name in names))

    def trust(self, **certificates):
        """Has the machine believe certificates, each under a name of its own. It has Debian's ca-certificates."""
        folder = self.root / "usr/local/share/ca-certificates"
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in certificates.items():
            (folder / f"{name}.crt").write_text(text)
        self.inside("update-ca-certificates")

    # Without systemd.

    def inside(self, *command, check=True):
        """Runs a program in the root, by whatever runs there."""
        if self.first is None:
            return run("chroot", self.root, *command, check=check, env=ENVIRONMENT)
        return run("nsenter", "--target", str(self.first), "--all", *command, check=check, env=ENVIRONMENT)

    def command(self, *command):
        """A command line that runs a program in the root, for whoever wants to talk with it."""
        return ["chroot", self.root, *command]

    # With systemd.

    def boot(self):
        """Has systemd run the root, in namespaces and a control group of its own, until it says that it runs."""
        run("umount", self.root / "proc")
        self._groups = self.folder / "groups"
        self._groups.mkdir()
        run("mount", "-t", "cgroup2", "cgroup2", self._groups)
        own = self._groups / self.folder.name
        own.mkdir()
        self._log = (self.folder / "boot.log").open("wb")
        self._outer = subprocess.Popen(
            ["bash", "-c", 'echo $$ >"$0/cgroup.procs" && exec unshare --pid --fork --kill-child --mount --cgroup --uts --ipc --net bash "$1" "$2"',
             own, BOOT, self.root], stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log, start_new_session=True)
        deadline = time.monotonic() + PATIENCE
        while True:
            children = Path(f"/proc/{self._outer.pid}/task/{self._outer.pid}/children").read_text().split()
            if children and Path(f"/proc/{children[0]}/comm").read_text().strip() == "systemd":
                self.first = int(children[0])
                state = self.inside("systemctl", "is-system-running", check=False)[1].strip()
                if state in ("running", "degraded"):
                    return state
            if self._outer.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"systemd does not run:\n{(self.folder / 'boot.log').read_text()}")
            time.sleep(0.1)

    def halt(self):
        """Ends what `boot` began."""
        if self._groups is None:
            return
        if self.first is not None:
            os.kill(self.first, signal.SIGKILL)
        else:
            self._outer.kill()
        self._outer.wait(PATIENCE)
        self._log.close()
        # The groups that systemd has made, innermost first.
        for path, _, _ in os.walk(self._groups / self.folder.name, topdown=False):
            try:
                os.rmdir(path)
            except OSError:
                pass
        run("umount", "--lazy", self._groups, check=False)
        self._groups, self.first = None, None

    def network(self):
        """Begins the command line of a program of ours that is to run in the network of the machine, if it has one of its own."""
        return [] if self.first is None else ["nsenter", "--target", str(self.first), "--net"]

    def visitor(self, port, *words):
        """The command line of a visitor."""
        return [*self.network(), "python3", VISITOR, str(port), *words]
