"""The image and the compose file of deploy/container: built from the Dockerfile as it stands, run as the file says, played and stopped.

    python3 -m unittest discover --start-directory Tests/container --pattern container_test.py

Needs root, podman, debootstrap, docker-compose, PyYAML and a Swift toolchain. The images are kept in .build/container.
"""

import json
import re
import subprocess
import time
import unittest
import uuid
from pathlib import Path

import yaml

import images
from clean_root import PATIENCE, VISITOR
from images import ROOT, podman

COMPOSE = ROOT / "deploy/container/compose.yaml"
CLUSTER_COMPOSE = ROOT / "deploy/cluster/compose.yaml"
DATA = "/var/lib/tilerace"
BACKUPS = "/var/lib/tilerace-backups"
SETTINGS = "/etc/tilerace/tilerace.conf"
# A number that the Dockerfile promises.
USER = 8080


def tearDownModule():
    # Podman mounts its store over itself, and a folder that is mounted cannot be removed.
    images.clean_root.run("umount", images.STORE / "storage/overlay", check=False)


def service():
    return yaml.safe_load(COMPOSE.read_text())["services"]["server"]


class ContainerCase(unittest.TestCase):
    def setUp(self):
        mark = uuid.uuid4().hex[:8]
        self.name, self.volume, self.backups = f"tilerace-{mark}", f"tilerace-data-{mark}", f"tilerace-backups-{mark}"
        self.addCleanup(podman, "volume", "rm", "--force", self.volume, self.backups, check=False)

    def run_server(self, *arguments):
        """A container with a network of its own, as the compose file has it. Waits until it serves."""
        names = {"tilerace": self.volume, "tilerace-backups": self.backups}
        images.run("--detach", "--name", self.name, *images.run_options(service(), names), images.IMAGE, *arguments)
        self.addCleanup(podman, "rm", "--force", "--volumes", "--time", "0", self.name, check=False)
        self.wait_until_it_serves()

    def wait_until_it_serves(self, times=1):
        deadline = time.monotonic() + PATIENCE
        while self.log().count("is serving") < times:
            self.assertLess(time.monotonic(), deadline, self.log())
            self.assertEqual(self.state("Running"), "true", self.log())
            time.sleep(0.1)

    def log(self):
        return podman("logs", self.name)

    def state(self, field):
        return podman("inspect", "--type", "container", "--format", "{{.State.%s}}" % field, self.name).strip()

    def inside(self, *command, check=True):
        return podman("exec", self.name, *command, check=check)

    def visitor(self, *words):
        """The command line of somebody in the container's network, with the programs of this machine."""
        return ["nsenter", "--target", self.state("Pid"), "--net", "python3", VISITOR, "8080", *words]

    def visit(self, *words):
        return json.loads(images.clean_root.run(*self.visitor(*words)))

    def health(self):
        """The exit code of the image's own check, 0 for healthy."""
        return podman("healthcheck", "run", self.name, check=False)[0]

    def stop(self):
        """Stops the container as `docker compose stop` does. Returns the seconds that took."""
        begun = time.monotonic()
        podman("stop", self.name)
        return time.monotonic() - begun


class ContainerTest(ContainerCase):
    @classmethod
    def setUpClass(cls):
        images.make()

    def test_it_is_healthy_and_can_do_nothing_that_an_ordinary_user_cannot(self):
        self.run_server()
        self.assertEqual(self.health(), 0)
        found = self.visit("play")
        self.assertEqual((found["status"], found["title"], found["rows"]), (200, True, 1), found)
        process = Path("/proc") / self.state("Pid")
        status = dict(re.findall(r"(?m)^(\w+):\s*(.*)$", (process / "status").read_text()))
        self.assertEqual(set(status["Uid"].split()), {str(USER)})
        self.assertEqual(set(status["Gid"].split()), {str(USER)})
        for kind in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
            self.assertEqual(int(status[kind], 16), 0, kind)
        self.assertEqual((status["NoNewPrivs"], status["Seccomp"]), ("1", "2"))
        # The server is the first process, so that it hears SIGTERM itself.
        self.assertEqual(self.inside("cat", "/proc/1/comm").strip(), "tilerace")
        mounts = {line.split()[4]: line.split()[5].split(",") for line in (process / "mountinfo").read_text().splitlines()}
        self.assertIn("ro", mounts["/"])
        self.assertIn("rw", mounts[DATA])
        self.assertIn("rw", mounts[BACKUPS])
        for place in ("/here", "/etc/tilerace/here", "/usr/bin/here", "/usr/share/tilerace/web/here", "/run/here", "/var/tmp/here"):
            code, said = self.inside("sh", "-c", f"echo >{place}", check=False)
            self.assertNotEqual(code, 0, place)
            self.assertRegex(said, "Read-only file system|Permission denied")
        self.inside("sh", "-c", f"echo >{DATA}/here && echo >/tmp/here")
        self.assertEqual(self.inside("stat", "--format", "%a %u %g", DATA, f"{DATA}/seed"), f"700 {USER} {USER}\n600 {USER} {USER}\n")
        # What only the first stage needs is not there, nor what the package was made of.
        self.assertEqual(self.inside("sh", "-c", "command -v swift || ls /package /source", check=False)[1].count("No such file"), 2)

    def test_a_server_that_does_not_answer_is_not_healthy(self):
        self.run_server()
        self.assertEqual(self.health(), 0)
        podman("kill", "--signal", "STOP", self.name)
        try:
            self.assertNotEqual(self.health(), 0)
        finally:
            podman("kill", "--signal", "CONT", self.name)
        self.assertEqual(self.health(), 0)

    def test_data_survives_a_restart_and_a_new_container(self):
        self.run_server()
        found = self.visit("play")
        back = {"player": found["player"], "rows": 1}
        podman("restart", self.name)
        self.wait_until_it_serves(times=2)
        self.assertEqual(self.visit("return", found["token"]), back)
        self.stop()
        podman("rm", self.name)
        # Another container of the same volume, as after an update; flags go before variables.
        self.run_server("--name", "Kites")
        self.assertIn("Kites is serving.", self.log())
        self.assertEqual(self.visit("return", found["token"]), back)

    def test_it_tells_its_clients_to_come_back_and_stops_within_its_time(self):
        self.run_server()
        token = self.visit("play")["token"]
        visitor = subprocess.Popen(self.visitor("stay", token), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(visitor.stdout.close)
        self.addCleanup(visitor.kill)
        self.assertEqual(json.loads(visitor.stdout.readline()), {"staying": True})
        seconds = self.stop()
        self.assertLess(seconds, float(re.fullmatch(r"(\d+)s", service()["stop_grace_period"])[1]))
        self.assertEqual(self.state("ExitCode"), "0", self.log())
        stayed = json.loads(visitor.communicate("\n", PATIENCE)[0])
        self.assertEqual(stayed["code"], 1001, stayed)
        self.assertRegex(stayed["reason"], r"^retry=\d+$")

    def test_a_backup_is_made_inside_and_restored_elsewhere(self):
        self.run_server()
        found = self.visit("play")
        # The words of the page behind the name of the service.
        page = " ".join((ROOT / "deploy/README.md").read_text().split())
        command = re.search(r"`docker compose --file \S+ exec server (tilerace backup [^`]*)`", page)[1].replace("NAME", "evening")
        self.inside(*command.split())
        self.inside("tilerace", "doctor", "--config", SETTINGS)
        self.stop()
        other = f"{self.volume}-other"
        self.addCleanup(podman, "volume", "rm", "--force", other, check=False)
        images.run("--rm", "--read-only", "--cap-drop", "ALL", "--volume", f"{self.volume}:/from:ro",
               "--volume", f"{other}:{DATA}", "--entrypoint", "tilerace", images.IMAGE, "restore", "/from/evening", "--data", DATA)
        podman("rm", self.name)
        self.volume = other
        self.run_server()
        self.assertEqual(self.visit("return", found["token"]), {"player": found["player"], "rows": 1})

    def test_it_makes_backups_beside_the_data_and_can_send_webhooks(self):
        self.run_server("--backups", BACKUPS, "--webhook", "https://chat.example/hooks/1", "--webhook-rooms", "KYTE7")
        deadline = time.monotonic() + PATIENCE
        while not (made := self.inside("sh", "-c", f"ls {BACKUPS} | grep 'backup$' || true").split()):
            self.assertLess(time.monotonic(), deadline, self.log())
            time.sleep(0.1)
        self.assertEqual(self.inside("stat", "--format", "%a %u", BACKUPS, f"{BACKUPS}/{made[0]}"), f"700 {USER}\n600 {USER}\n")
        self.inside("test", "-s", "/etc/ssl/certs/ca-certificates.crt")

    def test_what_is_published_is_what_it_listens_at(self):
        (exposed,) = json.loads(podman("image", "inspect", "--format", "{{json .Config.ExposedPorts}}", images.IMAGE))
        self.assertEqual(exposed, "8080/tcp")
        self.assertEqual([port.rpartition(":")[2] for port in service()["ports"]], ["8080"])


class ComposeTest(unittest.TestCase):
    def test_the_compose_files_are_read_by_docker_compose(self):
        for file in (COMPOSE, CLUSTER_COMPOSE):
            images.clean_root.run("docker-compose", "--file", file, "config", "--quiet")


class ClusterImageTest(ContainerCase):
    """Of the cluster's compose file what can be tried without the images of PostgreSQL, NATS and HAProxy."""

    @classmethod
    def setUpClass(cls):
        images.make()
        images.make_cluster()
        cls.services = yaml.safe_load(CLUSTER_COMPOSE.read_text())["services"]

    def script(self, name):
        """The shell's words that a service begins with, as compose gives them on: $$ is a dollar."""
        return [word.replace("$$", "$") for word in self.services[name]["entrypoint"]]

    def draw(self):
        """Runs the service that draws the secrets."""
        shell, *words = self.script("secrets")
        images.run("--rm", *images.run_options(self.services["secrets"], {"secrets": self.volume}),
               "--entrypoint", shell, images.CLUSTER, *words)

    def look(self, command, *options, check=True):
        """Runs a line of the shell beside the secrets."""
        return images.run("--rm", *options, "--volume", f"{self.volume}:/secrets:ro", "--entrypoint", "sh",
                      images.CLUSTER, "-c", command, check=check)

    def test_secrets_are_drawn_once_and_each_can_be_read_by_whom_it_is_for(self):
        self.draw()
        drawn = self.look("sha256sum /secrets/*")
        self.draw()
        self.assertEqual(self.look("sha256sum /secrets/*"), drawn)
        modes = {"seed": 600, "session-key": 600, "nats-password": 600, "pgpass": 600, "postgres-password": 644, "nats.conf": 644}
        self.assertEqual(
            self.look(f"cd /secrets && stat --format '%n %a %u' {' '.join(modes)}"),
            "".join(f"{name} {mode} {USER}\n" for name, mode in modes.items()))
        # The servers of the database and of the bus run as others.
        self.look("cat /secrets/postgres-password /secrets/nats.conf", "--user", "999:999")
        self.assertNotEqual(self.look("cat /secrets/seed", "--user", "999:999", check=False)[0], 0)

    def test_the_settings_of_a_machine_are_settings(self):
        for name in ("node1", "node2", "node3"):
            environment = self.services[name]["environment"]
            options = [word for pair in environment.items() for word in ("--env", "=".join(pair))]
            said = images.run("--rm", *options, "--entrypoint", "tilerace", images.CLUSTER, "config", "print")
            for variable, value in environment.items():
                self.assertRegex(said, rf"(?m)^# environment, {variable}$")
                self.assertIn(f"{variable[9:].lower().replace('_', '-')} = {value}\n", said)

    def test_a_machine_takes_the_secrets_and_wants_its_database(self):
        self.draw()
        data = f"{self.volume}-node"
        self.addCleanup(podman, "volume", "rm", "--force", data, check=False)
        shell, *words = self.script("node1")
        options = images.run_options({**self.services["node1"], "restart": "no"}, {"secrets": self.volume, "node1": data})
        images.run("--detach", "--name", self.name, *options, "--entrypoint", shell, images.CLUSTER, *words)
        self.addCleanup(podman, "rm", "--force", "--volumes", "--time", "0", self.name, check=False)
        # It has the libraries, the secrets and the password, and looks for a database at a name that nobody has here.
        deadline = time.monotonic() + PATIENCE
        while "could not translate host name" not in (said := self.log()):
            self.assertLess(time.monotonic(), deadline, said)
            time.sleep(0.1)
        self.assertNotRegex(said, r"(?i)permission denied|libpq5|libnats")


if __name__ == "__main__":
    unittest.main()
