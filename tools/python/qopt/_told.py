"""Completes commands with what only this process knows: options by which files were read, and lines
"# …" that say how files are made. A shell passes over these lines."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Tuple

from . import _native
from ._flow import Hooks

if TYPE_CHECKING:
    from ._model import Model
    from ._samples import Given


def _spelled(word: str) -> str:
    """A pattern of a word as commands have it: bare or in quotes."""
    return "(?:" + "|".join(re.escape(one) for one in (word, "'" + word.replace("'", "'\\''") + "'")) + ")"


def _with_words(command: str, name: str, words: Tuple[str, ...]) -> str:
    """The command, which reads the file of that name as it was read here."""
    head, apart, output = command.rpartition(" -o ") if " -o " in command else (command, "", "")
    names = "|".join(_spelled(option + name) for option in ("", "--against="))
    found = list(re.finditer(rf"(?<= )(?:{names})(?= |$)", head))
    there = shlex.split(head)
    missing = [shlex.quote(word) for word in words if word not in there]
    if not found or not missing:
        return command
    return " ".join([head[:found[-1].end()], *missing]) + head[found[-1].end():] + apart + output


_SAVING = "model.save('FILE.mlirbc') writes it, and FILE.mlirbc is what to name"


def _is_here(name: str, model: Model) -> bool:
    """Tells whether the network is only in this process, and in no file."""
    return model._is_changed or name.startswith("<")


def _reads_alike(name: str, model: Model, other: Model) -> bool:
    """Tells whether the words of `other` read this model, too: they are its own, or its inputs have
    those settings already."""
    if not _is_here(name, model) and model._words == other._words:
        return True
    if any(word.startswith(("--bind=", "--weights=", "--phase=", "--stage=")) for word in other._words):
        return False
    prepared = [[(port.name, port.shape, port.mean, port.std, port.image) for port in one.inputs] for one in (model, other)]
    return prepared[0] == prepared[1]


def _names(command: str, file: str) -> bool:
    return re.search(rf"(?<=[ =@']){re.escape(file)}(?=[ ']|$)", command) is not None


def _of_chosen(chosen: Any) -> List[str]:
    try:
        word = "" if chosen is None else _native.chosen_word([int(one) for one in chosen])
    except (TypeError, ValueError, OverflowError):  # the flow says what is wrong with them
        word = ""
    return [f"# {word[1:]}: open('{word[1:]}', 'w').write(','.join(map(str, chosen)))"] if word.startswith("@") else []


class Told:
    """Lines that are put before commands, and options that are put into those that read a network's
    file.

    lines -- one for each file that commands name and that is not there as they need it: how it is made
    words -- (what commands call a network's file, options by which they read it as it was read here) of each that needs some
    """

    def __init__(self, models: Iterable[Tuple[str, Model]], given: Iterable[Optional[Given]], chosen: Any = None) -> None:
        pairs = [(name, model) for name, model in models if isinstance(name, str)]  # of others the flow says what is wrong
        self.words: List[Tuple[str, Tuple[str, ...]]] = []
        lines = [line for name, model in pairs for line in self._of_model(name, model, [other for other in pairs if other[1] is not model])]
        lines += [line for one in given if one is not None for line in one.files]
        self.lines = list(dict.fromkeys(lines + _of_chosen(chosen)))

    def _of_model(self, name: str, model: Model, others: List[Tuple[str, Model]]) -> List[str]:
        if _is_here(name, model):
            return [f"# {name}: is a network of this process; {_SAVING}"]
        unlike = [other for other, one in others if model._words and not _reads_alike(other, one, model)]
        if unlike:  # a command reads all of its files by the same options
            return [f"# {name}: is read otherwise than {unlike[0]}; {_SAVING}"]
        if model._words and (name, model._words) not in self.words:
            self.words.append((name, model._words))
        return []

    def command(self, line: str) -> str:
        """Returns the command with the options by which it reads its networks as they were read
        here."""
        for name, words in self.words:
            line = _with_words(line, name, words)
        return line

    def fields(self, fields: Dict[str, Any]) -> Dict[str, Any]:
        """The fields of a result, whose commands begin with the lines, and its next steps with those of files that they name."""
        steps = list(map(self.command, fields["next_steps"]))
        named = [line for line in self.lines if any(_names(step, line[2:].partition(": ")[0]) for step in steps)]
        told = dict(fields, commands=[*self.lines, *map(self.command, fields["commands"])], next_steps=[*named, *steps])
        if "settings" in fields:
            told["settings"] = [dict(row, commands=list(map(self.command, row["commands"]))) for row in fields["settings"]]
        return told

    def hooks(self, hooks: Hooks) -> Hooks:
        """The hooks, of which on_command is told the lines before the first command."""
        on_step, on_remark, on_command, is_cancelled = hooks.called
        if on_command is None:
            return hooks
        left = list(self.lines)

        def told(command: str) -> None:
            while left:
                on_command(left.pop(0))
            on_command(self.command(command))

        return Hooks((on_step, on_remark, told, is_cancelled), hooks.shown)
