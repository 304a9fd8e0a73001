#!/usr/bin/env bash
# Stands in for swift: a build would take minutes. It takes the command lines of the docs, of ./run and of ./test alone,
# asks whether the product or the test that they name is there, and leaves what was built before where a build would
# leave it.
set -euo pipefail

fail() { echo "the stand-in of swift: $*" >&2; exit 1; }

[ "$*" != --version ] || { echo 'Swift version 6.2'; exit; }
verb=${1:?}
shift
configuration=debug folder=$PWD product='' filter='' ask=''
while [ $# -gt 0 ]; do
  case "$1" in
    -c) configuration=${2:?}; shift ;;
    --package-path) folder=${2:?}; shift ;;
    --product) product=${2:?}; shift ;;
    --filter) filter=${2:?}; shift ;;
    --show-bin-path) ask=yes ;;
    --static-swift-stdlib | --build-tests | --skip-build) ;;
    *) fail "an argument that is not known: $1" ;;
  esac
  shift
done
[ -f "$folder/Package.swift" ] || fail "no package in $folder"
bin=$folder/.build/$configuration

case "$verb" in
  build)
    [ -z "$ask" ] || { echo "$bin"; exit; }
    # With TILERACE_MEASURE the package has one more, which no lane of ./test builds.
    [ -z "$product" ] || grep -q "name: \"$product\"" "$folder/Package.swift" || fail "the package has no product $product"
    mkdir -p "$bin"
    for built in ${product:-tilerace tilerace-echo}; do
      [ "$built" != tilerace-rankings ] || { [ -n "${TILERACE_MEASURE:-}" ] || fail "no TILERACE_MEASURE"; continue; }
      cp "$TILERACE_BUILT/$built" "$bin/$built"
    done
    echo 'Build complete!'
    ;;
  test)
    [ -n "$filter" ] || fail "all tests"
    # Swift matches the filter against Module.Suite/test().
    grep -rqE "(func|struct|class|enum) \w*($filter)" "$folder/Tests" --include='*.swift' ||
      find "$folder/Tests" -maxdepth 1 -name "*$filter*" | grep -q . || fail "no test is called $filter"
    echo 'Test run with 1 test passed'
    ;;
  *) fail "$verb" ;;
esac
