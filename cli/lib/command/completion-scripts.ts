/*
 * The scripts by which shells complete a command line: they call `waypost
 * complete-words` with the words so far, and get `candidate<TAB>description`
 * lines. See bash's manual, "Programmable Completion"; zsh's
 * zshcompsys(1), `_describe`; fish's documentation of `complete`.
 */

const BASH = `_waypost() {
  local candidate _
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate _; do
    COMPREPLY+=("$candidate")
  done < <(waypost complete-words "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _waypost waypost
`;

const ZSH = `#compdef waypost
_waypost() {
  local line
  local -a candidates
  for line in "\${(@f)$(waypost complete-words "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#candidates} )); then _describe waypost candidates; else _files; fi
}
compdef _waypost waypost
`;

const FISH = `function __waypost_complete
    set -l words (commandline -opc)
    waypost complete-words $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c waypost -f -n 'test -n "(__waypost_complete)"' -a '(__waypost_complete)'
`;

/** The script of each shell that is supported. */
export const COMPLETION_SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH } as const;
