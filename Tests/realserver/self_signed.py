"""Certificates that sign themselves, for servers of the tests. Needs `openssl`."""

import subprocess


def write(certificate, key, *names):
    """Writes a new certificate and its key over what is there. It is for these names, or for `localhost`."""
    names = names or ("localhost",)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "90",
         "-subj", f"/CN={names[0]}", "-addext", f"subjectAltName={','.join(f'DNS:{name}' for name in names)}",
         "-keyout", key, "-out", certificate], check=True, capture_output=True)
