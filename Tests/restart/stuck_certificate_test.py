"""SIGTERM while the file of a certificate cannot be read: a file system that does not answer keeps nobody from stopping the
server. A file under a lease stands for it: whoever opens that waits until the lease ends (fcntl(2)). Needs `openssl` for a
certificate."""

import argparse
import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))
import self_signed  # noqa: E402
from server_process import PATIENCE, ServerProcess  # noqa: E402


def waits_for_a_lease(pid):
    """Whether some thread of the process is opening a file that somebody has a lease on."""
    return any(waits_in(task) == "__break_lease" for task in Path(f"/proc/{pid}/task").iterdir())


def waits_in(task):
    """The function of the kernel that a thread waits in; nothing if it has ended."""
    try:
        return (task / "wchan").read_text()
    except OSError:
        return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True)
    binary = parser.parse_args().binary
    with tempfile.TemporaryDirectory() as folder:
        certificate = Path(folder) / "certificate.pem"
        self_signed.write(Path(folder) / "public.pem", certificate)
        with certificate.open("ab") as file:
            file.write((Path(folder) / "public.pem").read_bytes())
        server = ServerProcess(binary, folder, "--tls-certificate", str(certificate))
        try:
            server.start()
            # What tells us that somebody opens the file would end us.
            signal.signal(signal.SIGIO, signal.SIG_IGN)
            lease = os.open(certificate, os.O_RDWR)
            fcntl.fcntl(lease, fcntl.F_SETLEASE, fcntl.F_WRLCK)
            os.kill(server.pid, signal.SIGHUP)
            begun = time.monotonic()
            while not waits_for_a_lease(server.pid):
                if time.monotonic() - begun > PATIENCE:
                    raise RuntimeError("the server does not read the certificate again")
                time.sleep(0.02)
            code = server.terminate()
        except subprocess.TimeoutExpired:
            print("FAILED: SIGTERM is not heard while a certificate cannot be read")
            sys.exit(1)
        finally:
            server.kill_if_alive()
    if code != 0:
        print(f"FAILED: SIGTERM ended the server with {code}")
        sys.exit(1)
    print("SIGTERM is heard while a certificate cannot be read.")


if __name__ == "__main__":
    main()
