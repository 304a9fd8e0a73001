#!/usr/bin/env python3
"""Stands in for systemctl: asks the `Supervisor` of the test."""

import os
import shlex
import socket
import sys

with socket.socket(socket.AF_UNIX) as supervisor:
    supervisor.connect(os.environ["TILERACE_SYSTEMCTL"])
    with supervisor.makefile("rw") as line:
        line.write(shlex.join(sys.argv[1:]) + "\n")
        line.flush()
        status, _, fault = line.read().strip().partition(" ")
if fault:
    print(fault, file=sys.stderr)
sys.exit(int(status))
