#!/bin/sh -e
# Stands in for journalctl, which the docs use in one way only. The real one would follow the log for ever.
[ "$*" = '--unit tilerace --follow' ]
