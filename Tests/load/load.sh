#!/usr/bin/env bash
# Measures the release build under the loads of docs/performance.md: starts a server on a new data folder, plays on it,
# stops it.
#
#   Tests/load/load.sh guesses     200 players in 50 rooms, a guess a second each
#   Tests/load/load.sh watchers    a room with 10,000 watchers and 20 racers, 10 guesses a second in all
#   Tests/load/load.sh anagrams    98 players in two full rooms lay two words a second each, and 1,000 watch
#   Tests/load/load.sh sprints     1,000 rooms with 8 players each sprint at once, 800 guesses a second in all
#   Tests/load/load.sh capacity    as many guesses a second as the server takes, in rooms of four
#   Tests/load/load.sh idle        10,000 connections with a session that watch a quiet room: memory of each
#   Tests/load/load.sh players     the same for 10,000 players in rooms of four
#
# Further arguments are for `tilerace bench` (--seconds 30 --json). SERVER_FLAGS has flags for the server, BINARY
# another build. The data folder is in TMPDIR: the disk below it is what is measured.
set -uo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
binary=${BINARY:-$root/.build/release/tilerace}
flags=()

case "${1:-}" in
  guesses) load=(--players 200 --rooms 50 --rate 200 --seconds 30) ;;
  watchers) load=(--players 20 --rooms 1 --watchers 10000 --rate 10 --seconds 30) ;;
  sprints) load=(--sprint --players 8000 --rooms 1000 --rate 800 --seconds 30) ;;
  # A room has 50 seats, of which one is for the newcomer who takes over from a player without words.
  anagrams)
    load=(--sprint --line anagram-en-7 --players 98 --rooms 2 --watchers 1000 --rate 196 --seconds 30)
    flags=(--lines guess-en-5,anagram-en-7)
    ;;
  # Each player has six guesses: so many players, so many guesses.
  capacity) load=(--players 16000 --rooms 4000 --closed 2048 --warm-up 1 --seconds 4) ;;
  idle) load=(--idle 10000 --seconds 5) ;;
  players) load=(--players 10000 --rooms 2500 --rate 0 --warm-up 0 --seconds 5) ;;
  *)
    sed -n '2,14s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
shift
[ -x "$binary" ] || { echo "$binary is not there: swift build -c release --product tilerace" >&2; exit 1; }

folder=$(mktemp -d "${TMPDIR:-/tmp}/tilerace-load-XXXXXX")
: >"$folder/output"
# shellcheck disable=SC2086  # several flags
"$binary" serve --address 127.0.0.1 --port 0 --data "$folder/data" --web "$root/web" --words "$root/config/words" \
  --connections 60000 --connections-per-address 60000 --guests-per-minute 60000 --requests-per-second 100000 --connection-rate 60000 \
  --log warning "${flags[@]}" ${SERVER_FLAGS:-} \
  >"$folder/output" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server"; rm -rf "$folder"' EXIT

port=
for _ in {1..100}; do
  port=$(sed -n 's/.*http:\/\/localhost:\([0-9]*\)\/.*/\1/p' "$folder/output")
  [ -n "$port" ] && break
  kill -0 "$server" 2>/dev/null || { cat "$folder/output" >&2; exit 1; }
  sleep 0.1
done
"$binary" bench --url "ws://127.0.0.1:$port" --pid "$server" --words "$root/config/words" "${load[@]}" "$@"
status=$?
echo "load average of the machine $(cut -d' ' -f1 /proc/loadavg) on $(nproc) cores" >&2
exit $status
