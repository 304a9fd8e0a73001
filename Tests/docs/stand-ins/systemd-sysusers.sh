#!/bin/sh -e
# Stands in for systemd-sysusers: the real one makes the users in the folder that is the reader's machine.
[ $# -eq 0 ]
exec /usr/bin/systemd-sysusers --root="$(dirname "$TILERACE_SYSTEMCTL")/root"
