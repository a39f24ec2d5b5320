"""Manual pages, in the macros of man(7), for commands that help_text.py read."""
import re


def escaped(text):
    """Returns the text as roff takes it: no line begins a request, and a hyphen is the one that is
    typed."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = text.replace("…", "...").replace("²", "\\(S2")
    return re.sub(r"(?m)^([.'])", r"\\&\1", text)


def _bold(text):
    return "\\fB" + escaped(text) + "\\fR"


def _italic(text):
    return "\\fI" + escaped(text) + "\\fR"


def _option(option, join):
    spelled = ", ".join(_bold(name) + ((join if name.startswith("--") else " ")
                                       + _italic(option.value) if option.value else "")
                        for name in option.names)
    return f".TP\n{spelled}\n" + (escaped(option.text) if option.text else "\\&") + "\n"


def _usage(command):
    parts = []
    for word in command.usage.split():
        parts.append(escaped(word) if word in ("[OPTIONS]", "[options]") else _italic(word))
    return _bold(command.name) + " " + " ".join(parts)


def _exit_codes(notes):
    """(code, meaning) of "Exit codes: 0 ok, 1 error, …", and the notes without them."""
    codes, others = [], []
    for note in notes:
        before, said, after = note.partition("Exit codes: ")
        codes += re.findall(r"(\d) ([^,.]+)", after)
        if before.strip():
            others.append(before.rstrip())
    return codes, others


def _notes(notes):
    paragraphs = []
    for note in notes:
        lines = note.splitlines()
        if all(line.startswith("  ") for line in lines): # commands as they are typed
            paragraphs.append(".EX\n" + "\n".join(escaped(line) for line in lines) + "\n.EE\n")
        else:
            paragraphs.append(escaped(" ".join(lines)) + "\n")
    return ".PP\n".join(paragraphs)


def _own(command, join):
    """Everything of a command but its commands."""
    text = ""
    named = [operand for operand in command.operands if operand.text]
    if named:
        text += ".SH OPERANDS\n"
        for operand in named:
            text += f".TP\n{_italic(operand.name)}\n{escaped(operand.text)}\n"
    text += ".SH OPTIONS\n" + "".join(_option(option, join) for option in command.options)
    if command.passes:
        text += ".SH PASSES\nThey run in the order given. Several options of a pass are separated " \
                "by spaces, inside quotes.\n"
    for one in command.passes:
        text += _option(one, join)
        if one.parts:
            text += ".RS\n"
            for part in one.parts:
                spelled = _bold(part.names[0][2:]) + (_bold("=") + _italic(part.value)
                                                      if part.value else "")
                text += f".TP\n{spelled}\n" + (escaped(part.text) or "\\&") + "\n"
            text += ".RE\n"
    return text


def page(command, version, others, join):
    """`others`: the names of pages that belong to it."""
    title = command.name.replace(" ", "-")
    codes, notes = _exit_codes(command.notes)
    text = f".\\\" Generated of --help by tools/completions/generate.py.\n"
    text += f".TH {escaped(title.upper())} 1 \"\" \"qopt {version}\" \"User Commands\"\n"
    text += f".SH NAME\n{escaped(title)} \\- {escaped(command.summary)}\n"
    text += f".SH SYNOPSIS\n{_usage(command)}\n"
    if command.commands:
        text += ".SH COMMANDS\n"
        for name, said in command.commands:
            text += f".TP\n{_bold(name)}\n{escaped(said)}\n"
    text += _own(command, join)
    if notes:
        text += ".SH NOTES\n" + _notes(notes)
    if codes:
        text += ".SH EXIT STATUS\n"
        for code, meaning in codes:
            text += f".TP\n{_bold(code)}\n{escaped(meaning)}\n"
    if others:
        text += ".SH SEE ALSO\n" + ",\n".join(f"{_bold(other)}(1)" for other in others) + "\n"
    return text
