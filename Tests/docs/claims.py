"""Says for every block of the documentation what holds it: a test that runs it, a test elsewhere, or a reason why none can."""

import functools

import pages

# (page, beginning) → the tests that run it.
RUN = {}


def runs(page, beginning):
    """Marks a test that runs the block of a page which begins so. The test gets the block."""
    def mark(test):
        RUN.setdefault((page, beginning), []).append(test.__qualname__)

        @functools.wraps(test)
        def with_block(self, *arguments):
            return test(self, *arguments, pages.find(page, beginning))
        return with_block
    return mark


# Blocks that another test reads from the page and holds: (page, beginning) → that test's file. Its text must name the
# page.
ELSEWHERE = {
    ("docs/address.md", "public-address = https://example.org/games"): "Tests/proxies/proxies_test.py",
    ("docs/address.md", "location /games/tilerace/"): "Tests/proxies/proxies_test.py",
    ("deploy/README.md", "deploy/package"): "Tests/package/install_test.py",
    ("docs/https.md", "sudo mkdir -p /etc/systemd"): "Tests/package/install_test.py",
    ("docs/https.md", "printf '%s\\n' 'acme"): "Tests/package/install_test.py",
    ("docs/https.md", "sudo apt-get install --yes certbot"): "Tests/package/install_test.py",
    ("docs/https.md", "printf '%s\\n' 'tls"): "Tests/package/install_test.py",
    ("docs/webhooks.md", "sudo apt-get install --yes libcurl4"): "Tests/package/webhook_test.py",
    ("docs/names.md", "sudo tilerace admin --data /var/lib/tilerace players"): "Tests/restart/admin_process_test.py",
    ("docs/words.md", "sudo tilerace admin --config /etc/tilerace/tilerace.conf set-word"): "Tests/restart/admin_process_test.py",
    ("docs/words.md", "sudo tilerace admin --config /etc/tilerace/tilerace.conf leave-out"): "Tests/restart/admin_process_test.py",
    ("docs/administration.md", "sudo tilerace admin --config /etc/tilerace/tilerace.conf ban"): "Tests/restart/admin_process_test.py",
    ("docs/administration.md", "sudo tilerace admin --config /etc/tilerace/tilerace.conf link"): "Tests/restart/admin_process_test.py",
    ("docs/postgresql.md", "sudo tilerace migrate"): "Tests/restart/postgres_process_test.py",
}
# All blocks of a page and language: the same.
MESSAGES = {
    ("docs/hosting.md", "sh"): "Tests/package/hosting_test.py",
    ("docs/architecture.md", "text"): "Tests/ArchitectureTests/DocumentRulesTests.swift",
    ("Sources/GameRules/GameRules.docc/GameRules.md", "swift"): "Tests/ArchitectureTests/ArticleRulesTests.swift",
    ("Sources/Messages/Messages.docc/PlayingAGame.md", "swift"): "Tests/ArchitectureTests/ArticleRulesTests.swift",
    ("docs/protocol.md", "json client"): "Tests/ServerTests/ProtocolPage.swift",
    ("docs/protocol.md", "json server"): "Tests/ServerTests/ProtocolPage.swift",
    ("docs/protocol.md", "json http-response"): "Tests/ServerTests/ProtocolPage.swift",
    ("docs/webhooks.md", "json"): "Tests/ServerTests/WebhookTests.swift",
}
# Blocks that cannot be run here, with the reason. Each is held by the test of test_claims.py that is named, which gets
# every line.
UNRUN = {
    ("CONTRIBUTING.md", "./test fast"):
        ("`./test` would run this test again, for half an hour; `./test long` takes hours", "lanes"),
    ("README.md", "./test"):
        ("`./test` would run this test again, for half an hour", "lanes"),
    ("docs/limits.md", "slowhttptest"):
        ("minutes of attacks, with a program that the tests do not install", "attacks"),
    ("docs/https.md", "slowhttptest"):
        ("minutes of attacks, with a program that the tests do not install", "attacks"),
    ("docs/https.md", "testssl"):
        ("some minutes, with a program that the tests do not install", "attacks"),
    ("config/names/README.md", "python3 -m venv"):
        ("packages of Python come over the network", "builders"),
    ("config/words/README.md", "sudo apt-get install scowl"):
        ("packages of Debian and of Python come over the network", "builders"),
}
