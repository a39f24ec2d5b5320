"""Completions of bash, zsh and fish for commands that help_text.py read."""

GENERATED = "# Generated of --help by tools/completions/generate.py."


def _names(command, is_pass_value=False):
    """Options and passes as they are typed: those of qopt that take a value end in '='."""
    typed = [name for option in command.options for name in option.names]
    return typed + [one.names[0] for one in command.passes]


def _values(command, option, devices):
    """Returns the values that an option may have: words; None for files; [] where nobody can know
    them."""
    if option.takes_device():
        return command.devices() or devices
    if option.words():
        return option.words()
    return [] if option.takes_number() else None


def _quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


# ---- bash ----

BASH_COMMON = r'''
# Finds the typed part of a value, and its option: COMP_WORDS splits at '=' and ':'.
__@NAME@_typed() {
  local line=${COMP_LINE:0:COMP_POINT}
  word=${line##*[[:space:]]}
  option=
  if [[ $word == -*=* ]]; then
    option=${word%%=*} value=${word#*=}
  else
    local before=${line%"$word"}
    before=${before%"${before##*[![:space:]]}"}
    before=${before##*[[:space:]]}
    [[ $before == -* && $before != *=* ]] && __@NAME@_takes_value "$before" && option=$before
    value=$word
  fi
}

# Readline replaces what stands behind the last '=' or ':' alone.
__@NAME@_offer() {
  local prefix=$1 offered
  local breaks=${prefix%"${prefix##*[=:]}"}
  for offered in "${@:2}"; do
    [[ $offered == "$prefix"* ]] && COMPREPLY+=("${offered#"$breaks"}")
  done
}

__@NAME@_files() {
  local prefix=$1 pattern=$2 file
  local breaks=${prefix%"${prefix##*[=:]}"}
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do
    if [[ -d $file || -z $pattern || $file =~ $pattern ]]; then
      COMPREPLY+=("${file#"$breaks"}")
    fi
  done < <(compgen -f -- "$prefix")
}
'''


def _bash_values(commands, devices):
    """A case for each option with a value: words, or files."""
    cases, takes = [], []
    for command in commands:
        verb = command.name.partition(" ")[2]
        for option in command.options:
            if not option.value:
                continue
            values = _values(command, option, devices)
            keys = "|".join(_quoted(f"{verb} {name}") for name in option.names)
            takes.append(keys)
            if values is None:
                cases.append(f"    {keys}) __@NAME@_files \"$value\" '' ;;")
            elif values:
                cases.append(f"    {keys}) __@NAME@_offer \"$value\" "
                             + " ".join(map(_quoted, values)) + " ;;")
        for one in command.passes:
            if one.parts:
                parts = [part.names[0][2:] + "=" for part in one.parts]
                cases.append(f"    {_quoted(verb + ' ' + one.names[0])}) __@NAME@_offer \"$value\" "
                             + " ".join(map(_quoted, parts)) + " ;;")
    return cases, takes


def bash(name, commands, devices):
    """`commands`: the program itself first, then its commands."""
    cases, takes = _bash_values(commands, devices)
    words, files = [], []
    for command in commands:
        verb = command.name.partition(" ")[2]
        offered = _names(command) + [each for each, _ in command.commands]
        words.append(f"    {_quoted(verb)}) __@NAME@_offer \"$value\" "
                     + " ".join(map(_quoted, offered)) + " ;;")
        known = [ending for operand in command.operands for ending in operand.extensions()]
        if command.operands:
            pattern = "(" + "|".join(ending.replace(".", r"\.") for ending in known) + ")$" \
                if known else ""
            files.append(f"    {_quoted(verb)}) __@NAME@_files \"$value\" {_quoted(pattern)} ;;")
    verbs = " ".join(_quoted(each) for each, _ in commands[0].commands)
    text = GENERATED + "\n" + BASH_COMMON + f'''
__@NAME@_takes_value() {{
  case "$verb $1" in
    {"|".join(takes)}) return 0 ;;
  esac
  return 1
}}

_@NAME@() {{
  local word value option verb= each
  COMPREPLY=()
  for each in {verbs}; do
    [[ $COMP_CWORD -gt 1 && ${{COMP_WORDS[1]}} == "$each" ]] && verb=$each
  done
  __@NAME@_typed
  if [[ -n $option ]]; then
    case "$verb $option" in
{chr(10).join(cases)}
    esac
    return
  fi
  if [[ $value == -* || ( -z $verb && -n "{verbs and 'x'}" ) ]]; then
    case "$verb" in
{chr(10).join(words)}
    esac
    return
  fi
  case "$verb" in
{chr(10).join(files)}
  esac
}}
complete -o bashdefault -F _@NAME@ @NAME@
'''
    return text.replace("@NAME@", name)


# ---- zsh ----

def _zsh_text(text):
    for letter in "\\[]:'":
        text = text.replace(letter, "'\\''" if letter == "'" else "\\" + letter)
    return text


def _zsh_option(command, option, devices, join):
    """A spec of _arguments for each name: --device=[text]:name:(host cuda)."""
    lines = []
    for name in option.names:
        said = _zsh_text(option.text)
        if not option.value:
            lines.append(f"'*{name}[{said}]'")
            continue
        values = _values(command, option, devices)
        action = "_files" if values is None else "(" + " ".join(values) + ")" if values else " "
        end = join if name.startswith("--") else "+"
        lines.append(f"'*{name}{end}[{said}]:{_zsh_text(option.value)}:{action}'")
    return lines


def _zsh_arguments(command, devices):
    lines = []
    for option in command.options:
        lines += _zsh_option(command, option, devices, "=")
    for one in command.passes:
        parts = " ".join(part.names[0][2:] + "\\=" for part in one.parts)
        lines.append(f"'*{one.names[0]}=-[{_zsh_text(one.text)}]::options:({parts})'" if parts
                     else f"'*{one.names[0]}[{_zsh_text(one.text)}]'")
    for operand in command.operands:
        known = operand.extensions()
        glob = f' -g "*({"|".join(known)})"' if known else ""
        lines.append(f"'*:{operand.name}:_files{glob}'")
        break # what follows is of the same kind, and there may be several
    return lines


def zsh(name, commands, devices):
    text = f"#compdef {name}\n{GENERATED}\n\n"
    top, rest = commands[0], commands[1:]
    if not rest:
        return text + "_arguments -s \\\n  " + " \\\n  ".join(_zsh_arguments(top, devices)) + "\n"
    described = "\n    ".join(f"'{each}:{_zsh_text(said)}'" for each, said in top.commands)
    text += f'''local -a commands
commands=(
    {described}
)
local state line
_arguments -C {" ".join(_zsh_arguments(top, devices))} '1:command:->command' '*::argument:->argument'
case $state in
  command) _describe command commands ;;
  argument)
    case $line[1] in
'''
    for command in rest:
        verb = command.name.partition(" ")[2]
        specs = " \\\n        ".join(_zsh_arguments(command, devices))
        text += f"      {verb}) _arguments \\\n        {specs} ;;\n"
    return text + "    esac ;;\nesac\n"


# ---- fish ----

def _fish_quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish(name, commands, devices):
    lines = [GENERATED]
    verbs = " ".join(each for each, _ in commands[0].commands)
    if verbs:
        lines.append(f"complete -c {name} -f -n 'not __fish_seen_subcommand_from {verbs}'")
    for each, said in commands[0].commands:
        lines.append(f"complete -c {name} -n 'not __fish_seen_subcommand_from {verbs}' "
                     f"-a {each} -d {_fish_quoted(said)}")
    for command in commands:
        verb = command.name.partition(" ")[2]
        when = f" -n '__fish_seen_subcommand_from {verb}'" if verb else \
            f" -n 'not __fish_seen_subcommand_from {verbs}'" if verbs else ""
        for option in command.options + command.passes:
            spelled = "".join(f" -l {each[2:]}" if each.startswith("--") else f" -s {each[1:]}"
                              for each in option.names)
            values = _values(command, option, devices) if option.value else []
            takes = ""
            if option.parts:
                takes = " -x -a " + _fish_quoted(" ".join(p.names[0][2:] + "=" for p in option.parts))
            elif option.value:
                takes = " -r -F" if values is None else \
                    " -x" + (" -a " + _fish_quoted(" ".join(values)) if values else "")
            lines.append(f"complete -c {name}{when}{spelled}{takes} -d {_fish_quoted(option.text)}")
    return "\n".join(lines) + "\n"
