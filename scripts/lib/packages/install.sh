#!/bin/sh
# Installs Waypost for the account that runs this, without root:
#
#   the programs    ~/.local/lib/waypost/<version>
#   links to them   ~/.local/bin/waypost and ~/.local/bin/waypostd
#
# WAYPOST_PREFIX=/opt/somewhere takes the place of ~/.local. `waypost uninstall` removes all of it again.
set -eu

releases="@releases@"
version="@version@"

# The sums of what is downloaded.
sum_of() {
  case $1 in
    @sums@) ;;
  esac
}

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

one_exists() {
  for path in "$@"; do
    if [ -e "$path" ]; then return 0; fi
  done
  return 1
}

# The name of the archive's target, for this machine.
find_target() {
  machine=$(uname -sm)
  case $machine in
    "Linux x86_64") target=linux-x64 ;;
    "Linux aarch64") target=linux-arm64 ;;
    "Darwin x86_64") target=darwin-x64 ;;
    "Darwin arm64") target=darwin-arm64 ;;
    *) fail "Waypost can't be installed on $machine; it runs on Linux and macOS, on x64 and arm64." ;;
  esac
  if [ "${target%-*}" = linux ] && ! one_exists /lib64/ld-linux-* /lib/ld-linux-*; then
    one_exists /lib/ld-musl-* || fail "Waypost can't be installed here: this Linux has neither glibc nor musl."
    target=$target-musl
  fi
}

download() {
  if command -v curl >/dev/null; then
    curl --fail --silent --show-error --location --output "$2" "$1" || fail "$1 could not be downloaded."
  elif command -v wget >/dev/null; then
    wget -q -O "$2" "$1" || fail "$1 could not be downloaded."
  else
    fail "curl or wget is needed to download Waypost."
  fi
}

check() {
  if command -v sha256sum >/dev/null; then
    found=$(sha256sum "$1")
  else
    found=$(shasum -a 256 "$1")
  fi
  [ "${found%% *}" = "$2" ] || fail "what was downloaded is not what was released (its SHA-256 is ${found%% *}); nothing was installed."
}

# Whether the link $1 is absent or one of ours; anything else is not replaced.
look_at() {
  if [ -e "$1" ] || [ -L "$1" ]; then
    case $(readlink "$1" || true) in
      ../lib/waypost/*) ;;
      *) fail "$1 is there already and not from this script: remove it first." ;;
    esac
  fi
}

# Makes the link $prefix/bin/$1, at once in place of one that is there.
link() {
  ln -s "../lib/waypost/$version/$1" "$prefix/bin/$1.new.$$"
  mv -f "$prefix/bin/$1.new.$$" "$prefix/bin/$1"
}

# Says in the folder $1 that this script put it there; `waypost upgrade` and `waypost uninstall` read it.
sign() {
  cat >"$1/installation.json" <<JSON
{
  "by": "script",
  "upgrade": "curl -fsSL $releases/install.sh | sh",
  "remove": "waypost uninstall",
  "releases": "$releases/latest.json"
}
JSON
}

# Removes other versions and what broken installations left, but for the one whose programs $1 is a link to: a daemon that runs may still need it.
remove_older() {
  for other in "$folder"/*; do
    case $other in
      "$folder/$version" | "$draft") ;;
      "$folder"/draft.??????) rm -rf "$other" ;;
      *)
        if [ -f "$other/installation.json" ] && [ "../lib/waypost/${other##*/}/waypostd" != "$1" ]; then
          rm -rf "$other"
        fi
        ;;
    esac
  done
}

main() {
  prefix=${WAYPOST_PREFIX:-${HOME:?is not set, and neither is WAYPOST_PREFIX}/.local}
  find_target
  sum=$(sum_of "$target")
  [ -n "$sum" ] || fail "this release has no archive for $target."
  name=waypost-$version-$target
  folder=$prefix/lib/waypost
  mkdir -p "$prefix/bin" "$folder"
  look_at "$prefix/bin/waypost"
  look_at "$prefix/bin/waypostd"
  before=$(readlink "$prefix/bin/waypostd" || true)
  draft=$(mktemp -d "$folder/draft.XXXXXX")
  trap 'rm -rf "$draft"' EXIT
  echo "Downloading $name ..."
  download "$releases/$version/$name.tar.gz" "$draft/archive"
  check "$draft/archive" "$sum"
  tar -xzf "$draft/archive" -C "$draft"
  "$draft/$name/waypost" --version >/dev/null || fail "the program does not run on this machine."
  sign "$draft/$name"
  rm -rf "${folder:?}/$version"
  mv "$draft/$name" "$folder/$version"
  link waypost
  link waypostd
  remove_older "$before"
  echo "Waypost $version is installed in $folder/$version."
  case :$PATH: in
    *":$prefix/bin:"*) echo "Try it: waypostd serve --sandbox" ;;
    *) echo "Its programs are in $prefix/bin, which is not on your PATH. Add it: export PATH=\"$prefix/bin:\$PATH\"" ;;
  esac
}

main
