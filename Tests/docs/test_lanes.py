"""What the script `test` says of a lane that it cannot run."""

import subprocess
import unittest

import pages


class Lanes(unittest.TestCase):
    def container(self, *named):
        """The exit status of the lane where podman is missing, and what it says."""
        script = """
            say() { printf '%s\\n' "$*"; }
            missing() { say 'podman|false|the image'; }
            container_needs=(podman) named=("$@")
            eval "$(sed -n '/^lane_container() {$/,/^}$/p' test)"
            lane_container
        """
        done = subprocess.run(
            ["bash", "-uc", script, "bash", *named], cwd=pages.ROOT, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def test_a_lane_that_was_asked_for_by_name_and_not_run_has_failed(self):
        said = "Container test: not run, as it needs root and podman \n"
        self.assertEqual(self.container("build", "container"), (1, said))
        self.assertEqual(self.container(), (0, said))
