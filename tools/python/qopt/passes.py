"""Passes by name: qopt.passes.insert_quant(model, calibration=table), or model.run("insert-quant", …)."""

from __future__ import annotations

import difflib
import logging
import os
import re
import tempfile
import warnings
from typing import TYPE_CHECKING, Any, Callable, Dict, List

from . import _native
from ._errors import ArgumentError, Error

if TYPE_CHECKING:
    from ._model import Model

_log = logging.getLogger("qopt")


def names() -> List[str]:
    """The passes that there are, sorted."""
    return _native.pass_names()


def _spelled(name):
    return name.replace("_", "-")


def _unknown(name):
    near = difflib.get_close_matches(_spelled(name), names(), 1)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    return f"no pass '{name}'; there are {', '.join(names())}{hint}"


def _quoted(text, option):
    if not any(c in text for c in " \t\"'{},="):
        return text
    for quote in ("'", '"'):
        if quote not in text:
            return quote + text + quote
    raise ArgumentError(f"{option}: a value with both kinds of quotes cannot be said; use one of them")


def _value_text(option, value, folder):
    """An option's value as a pipeline says it; a table becomes a file in the folder."""
    from ._table import Table

    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Table):
        path = os.path.join(folder, option + ".json")
        value.save(path)
        return _quoted(path, option)
    if isinstance(value, (str, os.PathLike)):
        return _quoted(os.fspath(value), option)
    if isinstance(value, (list, tuple)):
        return ",".join(_value_text(option, one, folder) for one in value)
    if isinstance(value, (int, float)) or hasattr(value, "__float__"):
        return repr(value) if isinstance(value, (int, float)) else repr(float(value))
    raise TypeError(f"{option}: expected text, a number, a list or a table, not {type(value).__name__}")


_TRUTHS = ("true", "True", "TRUE", "1", "false", "False", "FALSE", "0")


def _is_whole(text):
    try:
        return abs(int(text, 0)) < 1 << 63
    except ValueError:
        return False


def check_kinds(pipeline):
    """Checks that a pipeline's options are numbers and truths where their defaults are: LLVM would print what is wrong, and not return it."""
    bare = re.sub("'[^']*'|\"[^\"]*\"", "''", pipeline)
    for name, options in re.findall(r"([a-z][a-z0-9-]*)\{([^{}]*)\}", bare):
        info = _native.pass_info(name)
        defaults = dict(re.findall(r"([\w-]+)=([^\s{}]*)", info[1])) if info else {}
        for key, value in re.findall(r"(?<!\S)([\w-]+)=(\S*)", options):
            default = defaults.get(key, "")
            if default in ("true", "false") and value not in _TRUTHS:
                raise ArgumentError(f"pass '{name}': {key.replace('-', '_')}={value}: expected True or False")
            if _is_whole(default) and not (_is_whole(value) and (int(value, 0) >= 0 or int(default) < 0)):
                least = "" if int(default) < 0 else ", 0 or more"
                raise ArgumentError(f"pass '{name}': {key.replace('-', '_')}={value}: expected a whole number{least}")


def _tell(told):
    for kind, text in told:
        if kind == "warning":
            warnings.warn(text, stacklevel=4)
        else:
            _log.info("%s", text)


def _without_folder(text, folder):
    """Calls tables by their options' names, not by those of the files that carry them."""
    return re.sub(rf"(?:calibration file )?'?{re.escape(folder)}/([\w-]+)\.json'?", r"the table given as \1", text)


def run(model: Model, name: str, options: Dict[str, Any]) -> Model:
    """Runs a pass or a pipeline over the model, and returns the model; Model.run calls it."""
    from ._model import Model

    if not isinstance(model, Model):
        raise TypeError(f"model: expected a qopt.Model, not {type(model).__name__}")
    if not isinstance(name, str):
        raise TypeError(f"name: expected the name of a pass, not {type(name).__name__}")
    is_pipeline = any(c in name for c in ",{(")
    if is_pipeline and options:
        raise ArgumentError("a pipeline has its options in it: write 'insert-quant{bits=8}', or run one pass by name")
    if not is_pipeline and _spelled(name) not in names():
        raise ArgumentError(_unknown(name))
    with tempfile.TemporaryDirectory(prefix="qopt-") as folder:
        words = [f"{_spelled(key)}={_value_text(_spelled(key), value, folder)}" for key, value in options.items()
                 if value is not None]
        pipeline = name if is_pipeline else _spelled(name) + ("{" + " ".join(words) + "}" if words else "")
        check_kinds(pipeline)
        try:
            told = _native.run_passes(model._native, pipeline)
        except Error as error:
            raise type(error)(_without_folder(str(error), folder)) from None
    told = [(kind, _without_folder(text, folder)) for kind, text in told]
    model._is_changed = True
    model._changes += 1
    _tell(told)
    return model


def __getattr__(name: str) -> Callable[..., Model]:
    if name.startswith("_"):
        raise AttributeError(name)
    info = _native.pass_info(_spelled(name))
    if info is None:
        raise AttributeError(_unknown(name))
    summary, options = info

    def call(model: Model, **options: Any) -> Model:
        return run(model, name, options)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"{summary}.\n\nReturns the model, which is changed. Options and their defaults: {options}"
    return call


def __dir__() -> List[str]:
    return sorted(["names", "run", *(name.replace("-", "_") for name in names())])
