# Sourced by ./run, ./test and deploy/package: what they need from Debian or Ubuntu, and how it gets there.
#
# A need is `package|check|what for`; a check that passes is all that counts, wherever the thing came from.

build_needs=(
  'pkg-config|command -v pkg-config|finding the C libraries'
  'libssl-dev|pkg-config --exists openssl|digests, HMAC and random numbers'
  'libsqlite3-dev|pkg-config --exists sqlite3|the database'
  'zlib1g-dev|pkg-config --exists zlib|compressed messages and files'
  'libqrencode-dev|pkg-config --exists libqrencode|QR codes of rooms'
  'libicu-dev|pkg-config --exists icu-i18n|names that look alike'
  'tzdata|test -e /usr/share/zoneinfo/Europe/Berlin|time zones'
)

# Python first: some tests need nothing else.
test_needs=(
  'python3|command -v python3|the tests of the page and of the word lists'
  'python3-venv|python3 -c "import venv, ensurepip"|the tests of the page'
  'chromium-headless-shell|command -v chromium-headless-shell|the tests of the page'
  'nodejs|command -v node|the tests of the page'
  'openssl|command -v openssl|a certificate for the test of the stop'
  'curl|command -v curl|the commands of the docs'
  'node-typescript|command -v tsc|the types of the page'
  'systemd|command -v systemd-analyze|how exposed the service is'
  'valgrind|command -v valgrind|the path of a guess'
  'binutils|command -v addr2line|the path of a guess'
  'faketime|ls /usr/lib/*/faketime/libfaketime.so.1|a race of two days ago, on the page'
)

# For `./test docs`.
docs_needs=('prometheus|command -v promtool|the alert rules')

# For `./test restart`.
proxy_needs=(
  'nginx-light|PATH=$PATH:/usr/sbin command -v nginx|the example of this proxy'
  'caddy|command -v caddy|the example of this proxy'
  'haproxy|PATH=$PATH:/usr/sbin command -v haproxy|the example of this proxy'
)

# For `deploy/package`.
package_needs=(
  'dpkg-dev|command -v dpkg-shlibdeps|which libraries the program needs'
  'binutils|command -v strip|a program without symbols'
)

# For `./test package`, and further for `./test install`.
package_test_needs=(
  'lintian|command -v lintian|faults of the package'
  'man-db|command -v man|the manual page'
  'openssl|command -v openssl|a certificate for the settings of the package'
)
install_needs=(
  'debootstrap|command -v debootstrap|a clean root'
  'iproute2|command -v ip|a network of its own'
  'curl|command -v curl|visitors of the clean root'
  'pebble|command -v pebble|an authority for certificates'
  'certbot|command -v certbot|one of its clients'
  'dehydrated|command -v dehydrated|one of its clients'
  'uacme|command -v uacme|one of its clients'
)

# For `./test container`. The base of its images is a clean root, too.
container_needs=(
  'podman|command -v podman|building and running the image'
  'runc|PATH=$PATH:/usr/sbin command -v runc|running it, whatever control groups the machine has'
  'debootstrap|command -v debootstrap|the base of the image'
  'docker-compose|command -v docker-compose|a reader of the compose files'
  'python3-yaml|python3 -c "import yaml"|what the compose file says'
)

# For `./test postgres`: the tests start a server of their own.
postgres_needs=('postgresql|ls /usr/lib/postgresql/*/bin/postgres|the engine on PostgreSQL')
# The bus between machines, in the Swift tests. The headers are not needed; their package has the library under one name
# everywhere.
bus_needs=(
  'nats-server|PATH=$PATH:/usr/sbin command -v nats-server|the bus between machines'
  'libnats-dev|ls /usr/lib/*/libnats.so|the bus between machines'
)
# What webhooks are sent by. Where the package is called libcurl4t64 it provides this name.
webhook_needs=('libcurl4|ls /usr/lib/*/libcurl.so.4|deliveries to webhooks')

# A whole cluster, for `./run --cluster` and `./test cluster`.
cluster_needs=(
  'python3|command -v python3|starting the parts of a cluster'
  "${postgres_needs[@]}"
  'libpq5|ls /usr/lib/*/libpq.so.5|the way to the database'
  "${bus_needs[@]}"
  'haproxy|PATH=$PATH:/usr/sbin command -v haproxy|the front of a cluster'
)
# For `./test cluster` besides.
cluster_test_needs=('faketime|ls /usr/lib/*/faketime/libfaketimeMT.so.1|a clock that is set while people play')

say() { printf '%s\n' "$*"; }

# The toolchain is the one thing that is not installed here.
require_swift() {
  if ! command -v swift >/dev/null; then
    say "Swift is missing: install the toolchain, 6.2 or later, from https://www.swift.org/install/linux/ and put it on PATH."
    exit 1
  fi
  # Some installations have no clang on PATH; SwiftPM finds its own beside swift.
  local version
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
  local major=${version% *} minor=${version#* }
  if [ -z "$version" ] || [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 2 ]; }; then
    say "Swift 6.2 or later is needed; 'swift --version' says: $(swift --version 2>&1 | head -n 1)"
    exit 1
  fi
}

# The needs among the arguments that are not met, one a line.
missing() {
  local need package check
  for need in "$@"; do
    IFS='|' read -r package check _ <<<"$need"
    bash -c "$check" >/dev/null 2>&1 </dev/null || say "$need"
  done
}

# Installs what is missing among the arguments, or says what to install and stops.
require() {
  local lines packages=() as_root=()
  lines=$(missing "$@")
  [ -n "$lines" ] || return 0
  while IFS='|' read -r package _; do packages+=("$package"); done <<<"$lines"
  say "Missing: ${packages[*]}"
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo -n); fi
  if command -v apt-get >/dev/null && { [ ${#as_root[@]} -eq 0 ] || sudo -n true 2>/dev/null; }; then
    say "Installing with apt-get …"
    local log
    log=$(mktemp)
    if ! { "${as_root[@]}" apt-get update && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install --yes --no-install-recommends "${packages[@]}"; } >"$log" 2>&1 </dev/null; then
      tail -n 20 "$log"
      say "apt-get failed; its whole output is in $log."
      ask_for "$lines"
    fi
    rm -f "$log"
    lines=$(missing "$@")
    [ -z "$lines" ] && return 0
  fi
  ask_for "$lines"
}

ask_for() {
  say ""
  say "Please install these (the names are Debian's and Ubuntu's), then start this again:"
  while IFS='|' read -r package _ purpose; do printf '  %-18s %s\n' "$package" "$purpose"; done <<<"$1"
  say ""
  say "  sudo apt-get update && sudo apt-get install $(cut -d'|' -f1 <<<"$1" | tr '\n' ' ')"
  exit 1
}
