"""The files of deploy/cluster fit together, and the service's programs and folders are where an installation puts them."""

import re
import unittest

import pages

DEPLOY = pages.ROOT / "deploy"


def settings_of(path):
    """The lines `name = value` of a file of settings."""
    return dict(re.findall(r"^([a-z][a-z-]*) = (.*)$", path.read_text(), re.MULTILINE))


class ClusterFiles(unittest.TestCase):
    def test_a_machine_finds_the_page_and_the_words(self):
        # The folders by default are those of a checkout, and a service has none.
        single, shared = settings_of(DEPLOY / "tilerace.conf"), settings_of(DEPLOY / "cluster/cluster.conf")
        for name in ("web", "words"):
            self.assertEqual(shared[name], single[name])

    def test_haproxy_asks_the_ports_of_the_services(self):
        unit = (DEPLOY / "cluster/tilerace@.service").read_text()
        first = int(re.search(r"--port \$\$\(\((\d+) \+ %i\)\)", unit)[1])
        servers = re.findall(r"server node(\d+) \S+:(\d+)$", (DEPLOY / "cluster/haproxy.cfg").read_text(), re.MULTILINE)
        self.assertEqual(len(servers), 6)
        for number, port in servers:
            self.assertEqual(int(port), first + int(number))


if __name__ == "__main__":
    unittest.main()
