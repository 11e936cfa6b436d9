# Sourced by the scripts, with ROOT set to the checkout: puts a new enough Bun
# on PATH, fetched once through npm when there is none, and installs the
# packages that the lockfile names. Says nothing when all is there already, and
# needs no network then. run_bun then runs a program of the checkout, show_help
# says what the script is for.

fail() {
  echo "$*" >&2
  exit 1
}

# Whether the program $1 is a Bun of at least the version that the project pins.
is_new_enough() {
  found=$("$1" --version 2>/dev/null) || return 1
  printf '%s\n%s\n' "$bun_version" "$found" | awk -F'[.-]' '
    NR == 1 { split($0, wanted, /[.-]/) }
    NR == 2 {
      for (part = 1; part <= 3; part++) {
        if ($part + 0 > wanted[part] + 0) exit 0
        if ($part + 0 < wanted[part] + 0) exit 1
      }
    }'
}

# The folder that keeps fetched programs: the user's cache, or the checkout's
# own when there is no home or it can't be written.
cache_folder() {
  cache_home=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
  for folder in "${cache_home:+$cache_home/waypost}" "$ROOT/.waypost"; do
    if [ -n "$folder" ] && mkdir -p "$folder" 2>/dev/null && [ -w "$folder" ]; then
      echo "$folder"
      return
    fi
  done
  fail "Neither the cache folder nor $ROOT can be written: install Bun $bun_version yourself."
}

# Makes $1/bin/bun a link to whichever of the fetched packages runs here. The
# install script that would choose one is not needed, nor always allowed.
link_bun() {
  for program in "$1"/node_modules/@oven/bun-*/bin/bun "$1"/node_modules/bun/bin/bun.exe; do
    if is_new_enough "$program"; then
      mkdir -p "$1/bin" && ln -sf "../${program#"$1"/}" "$1/bin/bun"
      return
    fi
  done
  return 1
}

# Fetches into a folder of its own and renames that when it is complete, so
# that two at once do no harm.
fetch_bun() {
  command -v npm >/dev/null || fail "Waypost needs Bun $bun_version or later, or npm to fetch it with."
  echo "Fetching Bun $bun_version ..." >&2
  draft=$(mktemp -d "$cache/draft.XXXXXX") || fail "$cache can't be written."
  trap 'rm -rf "$draft"' EXIT
  npm install --prefix "$draft" --cache "$draft/npm" --ignore-scripts --no-audit --no-fund --loglevel=error \
    "bun@$bun_version" >"$draft/log" 2>&1 || fail "npm could not fetch Bun: $(cat "$draft/log")"
  rm -rf "$draft/npm"
  chmod 755 "$draft"
  link_bun "$draft" || fail "The fetched Bun does not run on this machine; install Bun $bun_version yourself."
  if ! is_new_enough "$bun_folder/bin/bun"; then
    rm -rf "$bun_folder"
    # When another was first after all, this puts ours inside: removed below.
    mv "$draft" "$bun_folder"
  fi
  rm -rf "$draft" "$bun_folder/${draft##*/}"
  trap - EXIT
}

bun_version=$(cat "$ROOT/.bun-version")
if ! is_new_enough bun; then
  cache=$(cache_folder) || exit 1
  bun_folder=$cache/bun-$bun_version
  is_new_enough "$bun_folder/bin/bun" || link_bun "$bun_folder" || fetch_bun
  PATH=$bun_folder/bin:$PATH
  export PATH
fi

# Becomes Bun with the program and parameters given. Whatever folder it is
# started in has no say: its .env is not read, its bunfig.toml can't have code
# run first, its tsconfig.json can't put other files in place of the program's,
# and nothing is fetched in place of a package that is not there.
run_bun() {
  exec bun --no-env-file --no-install "--config=$ROOT/bunfig.toml" \
    "--tsconfig-override=$ROOT/tsconfig.json" "$@"
}

# For scripts whose program reads no --help of its own: the comment that the script begins with.
show_help() {
  case ${1-} in
  -h | --help)
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
    exit
    ;;
  esac
}

(cd "$ROOT" && bun --no-env-file scripts/lib/install.ts) || exit 1
