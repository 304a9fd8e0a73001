#!/bin/sh -e
# Stands in for brotli, which the tests do not install: takes what the docs give it, and writes files of the right names
# that are too long to be sent.
[ "$1 $2 $3" = '--keep --force --best' ]
shift 3
[ $# -gt 0 ]
for file; do cat "$file" "$file" >"$file.br"; done
