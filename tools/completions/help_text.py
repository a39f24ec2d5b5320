"""Parses --help into data: options and operands of qopt, and of each command of qrun. The texts are
those of CLI11 (qrun) and of LLVM's command line (qopt); a line of neither form is an error, so that
an option is not lost when a text changes."""
import dataclasses
import re


@dataclasses.dataclass
class Option:
    names: list        # "-o", "--output"
    value: str         # "FILE", "test|train"; "" for a flag
    text: str
    parts: list = dataclasses.field(default_factory=list)  # of a pass: its own options

    def words(self):
        """The values that there are, where the text lists them: fast|direct|invariant."""
        if re.fullmatch(r"[a-z][a-z0-9-]*(\|[a-z][a-z0-9-]*)+", self.value):
            return self.value.split("|")
        return [self.value] if self.names[-1] == "--libraries" else []

    def takes_number(self):
        return self.value.lower() in ("int", "uint", "float", "long", "n", "ms", "runs|time")

    def takes_device(self):
        return self.names[-1].endswith("device") and bool(self.value)


@dataclasses.dataclass
class Operand:
    name: str
    text: str

    def extensions(self):
        return re.findall(r"(?<!\w)\.[a-z][a-z0-9]*", self.text)


@dataclasses.dataclass
class Command:
    name: str          # "qopt", "qrun", "qrun bench"
    summary: str
    usage: str
    options: list
    operands: list
    commands: list     # (name, summary)
    notes: list        # paragraphs behind the options
    passes: list = dataclasses.field(default_factory=list)

    def devices(self):
        """The drivers that the text names: host[:threads], …"""
        for text in self.notes + [option.text for option in self.options if option.takes_device()]:
            found = re.search(r"(?:Devices|The device of --emit): ([^\n]*)", text)
            if found:
                return re.findall(r"\b[a-z]+(?=\[:)|\breference\b", found.group(1))
        return []


class HelpError(Exception):
    pass


# ---- CLI11 ----

COLUMN = 30  # where its descriptions begin


def _split_columns(lines):
    """(head, text) of each entry: the text stands behind the head, or below a long one."""
    entries = []
    for line, following in zip(lines, lines[1:] + [""]):
        if line.startswith(" " * COLUMN):
            if not entries:
                raise HelpError(f"a text without an option: {line.strip()}")
            head, text = entries[-1]
            entries[-1] = (head, (text + " " + line.strip()).strip())
        elif line.encode()[COLUMN - 1:COLUMN] == b" " and not following.startswith(" " * COLUMN):
            raw = line.encode()
            entries.append((raw[:COLUMN].decode().strip(), raw[COLUMN:].decode().strip()))
        else:
            entries.append((line.strip(), ""))
    return entries


def _option(head, text):
    names, _, rest = head.partition(" ")
    names = [re.sub(r"\{.*\}", "", name) for name in names.split(",")]
    if not all(re.fullmatch(r"-\w|--[\w-]+", name) for name in names):
        raise HelpError(f"no option's name: {head}")
    rest = re.sub(r"\b(Excludes|Needs|Env):.*", "", rest)
    rest = rest.replace("REQUIRED", "").replace("...", "").strip()
    value = re.sub(r"(:| in |=|\s).*", "", rest) if not rest.startswith("INPUT:") else rest
    return Option(names, value, text)


def _sections(text):
    """Lines before the first heading, then each heading with its lines."""
    sections = [("", [])]
    for line in text.splitlines():
        if re.fullmatch(r"[A-Z]\w+:", line):
            sections.append((line[:-1], []))
        elif line.strip() == "" and sections[-1][0]:
            sections.append(("", []))
        else:
            sections[-1][1].append(line)
    return sections


def parse_cli11(name, text):
    """Parses the text of `qrun --help` or `qrun COMMAND --help`."""
    command = Command(name, "", "", [], [], [], [])
    for heading, lines in _sections(text):
        lines = [line for line in lines if line.strip()]
        if heading == "Options":
            command.options += [_option(*entry) for entry in _split_columns(lines)]
        elif heading == "Positionals":
            command.operands += [Operand(head.split(" ")[0], said)
                                 for head, said in _split_columns(lines)]
        elif heading == "Subcommands":
            command.commands += [(head, said) for head, said in _split_columns(lines)]
        elif heading:
            raise HelpError(f"{name} --help has a part '{heading}' of unknown kind")
        elif not command.usage:
            said = [line for line in lines if not line.startswith("Usage:")]
            usage = [line for line in lines if line.startswith("Usage:")]
            command.summary = " ".join(said).removeprefix(name + ": ")
            command.usage = usage[0].split("qrun", 1)[1].strip() if usage else ""
        else:
            command.notes += lines
    if not command.options:
        raise HelpError(f"{name} --help shows no options")
    return command


# ---- LLVM's command line ----

def parse_llvm(name, text):
    """Parses the text of `qopt --help`. A pass stands six spaces in, its options eight."""
    command = Command(name, "", "[options] INPUT [passes]", [], [Operand("INPUT", "")], [], [])
    overview, _, rest = text.partition("USAGE:")
    paragraphs = overview.removeprefix("OVERVIEW: ").strip().split("\n\n")
    command.summary = paragraphs[0].removeprefix(name + ": ")
    command.notes = paragraphs[1:]
    for line in rest.splitlines():
        if not line.strip().startswith("-"):
            continue
        entry = re.fullmatch(r"( +)(-\S+(?: <[^>]*>)?) +- +(.*)", line)
        if not entry:
            raise HelpError(f"no option's line: {line}")
        indent, head, said = len(entry.group(1)), entry.group(2), entry.group(3)
        option_name, value = re.fullmatch(r"(--?[\w-]+)(?:[= ]<(.*)>)?", head).groups()
        option = Option([option_name], value or "", said)
        if indent == 6:
            command.passes.append(option)
        elif indent == 8 and command.passes:
            command.passes[-1].parts.append(option)
        else:
            command.options.append(option)
    if not command.options or not command.passes:
        raise HelpError("qopt --help shows no options or no passes")
    return command
