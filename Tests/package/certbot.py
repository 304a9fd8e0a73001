"""certbot on a clean machine: the authority that it asks there, in place of Let's Encrypt."""

import sys

from debian_package import ROOT

sys.path.insert(0, str(ROOT / "Tests/certificates"))

from authority import Authority  # noqa: E402

SETTINGS = "etc/letsencrypt/cli.ini"
EMAIL = "host@tilerace.example"


def authority(root, folder, *settings):
    """Starts an authority in the network of a root that systemd runs, which that machine trusts. certbot asks it by its own file of
    settings, which gets `settings` too, so that its commands are those of the pages. `close` ends it."""
    asked = Authority(folder, 80, into=root.network())
    asked.start()
    try:
        root.trust(directory=asked.certificate.read_text(), issuer=asked.issuer())
        with (root.root / SETTINGS).open("a") as file:
            for line in (f"server = {asked.address}", *settings):
                file.write(f"{line}\n")
    except BaseException:
        asked.close()
        raise
    return asked
