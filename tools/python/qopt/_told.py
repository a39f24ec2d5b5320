"""What commands need that are made of what this process has: lines "# …" before them, which a shell passes over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional

from . import _native
from ._flow import Hooks

if TYPE_CHECKING:
    from ._model import Model
    from ._samples import Given


def _of_model(model: Model) -> List[str]:
    name = model._native.file()
    if model._is_changed or name.startswith("<"):
        return [f"# {name}: is a network of this process; model.save('FILE.mlirbc') writes it, and FILE.mlirbc is what to name"]
    words = " ".join(model._words)
    return [f"# {name}: each command that reads it needs {words}, too"] if words else []


def _of_chosen(chosen: Any) -> List[str]:
    try:
        word = "" if chosen is None else _native.chosen_word([int(one) for one in chosen])
    except (TypeError, ValueError, OverflowError):  # the flow says what is wrong with them
        word = ""
    return [f"# {word[1:]}: open('{word[1:]}', 'w').write(','.join(map(str, chosen)))"] if word.startswith("@") else []


def files_told(models: Iterable[Model], given: Iterable[Optional[Given]], chosen: Any = None) -> List[str]:
    """A line for each file that commands name and that is not there as they need it: how it is made."""
    lines = [line for model in models for line in _of_model(model)]
    lines += [line for one in given if one is not None for line in one.files]
    return list(dict.fromkeys(lines + _of_chosen(chosen)))


def with_files(fields: Dict[str, Any], lines: List[str]) -> Dict[str, Any]:
    """The fields of a result whose commands begin with these lines."""
    return dict(fields, commands=[*lines, *fields["commands"]])


def telling(hooks: Hooks, lines: List[str]) -> Hooks:
    """The hooks, of which on_command is told these lines before the first command."""
    on_step, on_remark, on_command, is_cancelled = hooks.called
    if on_command is None or not lines:
        return hooks
    left = list(lines)

    def told(command: str) -> None:
        while left:
            on_command(left.pop(0))
        on_command(command)

    return Hooks((on_step, on_remark, told, is_cancelled), hooks.shown)
