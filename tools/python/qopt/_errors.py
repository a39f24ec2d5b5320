"""The package's exceptions. Each message says what to do, with the names that keywords and
functions have in Python."""

from __future__ import annotations

import errno
import re
from typing import Any, List, Match, Optional


class Error(Exception):
    """The compiler, a file or a device refuses something. str() is the whole message.

    layer  -- the layer that the message names, or None
    file   -- the file that it names, or None
    remedy -- its part that says what to do, or None
    """

    layer: Optional[str]
    file: Optional[str]
    remedy: Optional[str]

    def __init__(self, message: str) -> None:
        super().__init__(message)
        layer = re.search(r"layer '([^']+)'", message)
        file = re.match(r"([^\s:][^:\n]*?)(?::\d+)*: ", message)
        self.layer = layer[1] if layer else None
        self.file = file[1] if file and re.search(r"[/.<]", file[1]) and " " not in file[1] else None
        self.remedy = _remedy_of(message)

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> Any:
        return type(self), self.args


class ArgumentError(Error, ValueError):
    """A model, an array, a name or an option is wrong."""


class NotFoundError(Error, LookupError):
    """There is no such device or symbol."""


class MissingValueError(NotFoundError, KeyError):
    """A program keeps no value of this name, or none yet."""


class UnsupportedError(Error, NotImplementedError):
    """Well formed, but an operator or type that this build or device does not have."""


class FileError(Error, OSError):
    """The operating system refused a read or a write."""


class NoFileError(FileError, FileNotFoundError):
    """A FileError of a file, or of a folder, that is not there."""

    errno = errno.ENOENT


class DeviceError(Error, RuntimeError):
    """A driver's call failed, or there is not enough memory."""


class CancelledError(Error):
    """A flow ended because its is_cancelled() said so."""


_OF_CODE = {
    "invalid-argument": ArgumentError,
    "not-found": NotFoundError,
    "unsupported": UnsupportedError,
    "io": FileError,
    "device": DeviceError,
    "cancelled": CancelledError,
}

_VERBS = r"(?:give|write|use|set|make|put|try|remove|convert|correct|compile|did you mean|there (?:are|is)|it has|see|copy|load|calibrate)\b"


def _remedy_of(message):
    """Returns the message's part that says what to do: the text behind the first semicolon or colon
    that a verb follows."""
    found = list(re.finditer(r"[;:] (?=" + _VERBS + r")", message))
    return message[found[0].end():].strip() if found else None


# ---- options and commands of the tools become keywords and functions ----

_VALUE = r"""(?:"[^"]*"|[^\s;)'"]*[^\s;,:.)'"])"""
_OPTION = rf"--[a-z][a-z-]*(?:={_VALUE}?)?"

# These keywords have other names than the tools' options of the same meaning.
_KEYWORDS = {
    "output-name": "outputs", "first": "most", "but-every": "others", "data": "samples", "input": "arrays", "grid": "grids", "round": "rounds",
    "correct-bias": "corrects_bias", "equalize": "equalizes", "even-channels": "evens_channels", "smooth": "smoothing", "allow-nan": "allows_nan", "from": "format", "stage": "stages",
    "other-float-order": "other_order",
}
_FLAGS = ("preprocessed", "allow-nan", "partial", "skip-zeros", "round", "correct-bias", "equalize", "even-channels")  # without a value they are True
_LOADING = ("mean", "std", "resize", "interpolation", "crop", "channels", "shape", "bind", "inputs", "outputs", "weights", "phase", "stage", "from")
_OF_OTHERS = ("gpus",)  # programs that messages name, too

# Each command of the tools has a function here; a message shows it with these first arguments.
_FUNCTIONS = {
    "calibrate": ("qopt.calibrate", "model, samples"), "eval": ("qopt.evaluate", "models, samples"), "quantize": ("qopt.quantize", "model, samples"),
    "accuracy": ("qopt.accuracy", "model, samples"), "compare": ("qopt.compare", "first, second"), "explain": ("qopt.explain", "floats, quantized, samples"), "lint-data": ("qopt.lint_data", "model, samples"),
    "label": ("qopt.label", "model, samples"), "repair": ("qopt.repair", "model, samples"), "tune": ("qopt.tune", "model, device, database"),
    "report": ("qopt.report", "what, path"), "bench": ("qopt.report", "model, path, samples=…"), "merge": ("qopt.merge_tables", "tables"),
    "compile": ("model.compile", ""),
}


def _passes() -> List[str]:
    """Names of the compiler's passes, where it is installed."""
    try:
        from .passes import names
    except ImportError:
        return []
    return names()


def _shape(value: str) -> str:
    """Writes x:1x3x? as shape={'x': (1, 3, None)}."""
    name, _, text = value.rpartition(":")
    sizes = [("None" if size == "?" else size) for size in text.split("x")] if re.fullmatch(r"[\d?]+(x[\d?]+)*", text) else ["…"]
    return f"shape={{'{name or text}': ({', '.join(sizes)}{',' if len(sizes) == 1 and sizes != ['…'] else ''})}}"


def _bind(value: str) -> str:
    """Writes sr=16000 as bind={'sr': 16000}."""
    name, _, values = value.partition("=")
    return f"bind={{'{name}': {f'[{values}]' if ',' in values else values or '…'}}}"


_SPELLED = {"shape": _shape, "bind": _bind, "output-name": lambda value: f"outputs=['{value}']", "device": lambda value: f"device='{value}'"}


def _keyword(option: str) -> str:
    """--max-drop=1 as max_drop=1."""
    name, is_given, value = option[2:].partition("=")
    keyword = _KEYWORDS.get(name, name.replace("-", "_"))
    if not is_given:
        return f"{keyword}=True" if name in _FLAGS else keyword
    if name in _SPELLED and value:
        return _SPELLED[name](value)
    if name == "label-offset":
        return f"labels {value[0] if value[0] == '-' else '+'} {value.lstrip('-')}" if value else "labels"
    return f"{keyword}={'…' if value == 'FILE' else value}"


def _argument(option: str) -> str:
    keyword = _keyword(option)
    return keyword if not keyword.endswith("=") and "=" in keyword else keyword.rstrip("=") + "=…"


def _pass_call(option: str) -> str:
    """--insert-quant=mode=dynamic as model.run("insert-quant", mode="dynamic")."""
    name, _, text = option[2:].partition("=")
    said = [f'"{name}"']
    for part in text.strip('"').split():
        key, _, value = part.partition("=")
        said.append(f"{key.replace('-', '_')}=" + ("table" if value == "FILE" else f'"{value}"' if value else "…"))
    return f"model.run({', '.join(said)})"


def _of_qopt(found: Match[str]) -> str:
    options = re.findall(_OPTION, found[1])
    loading = [one for one in options if re.split("=", one[2:])[0] in _LOADING]
    calls = [f"qopt.load(path, {', '.join(map(_argument, loading))})"] if loading else []
    return " and ".join(calls + [_pass_call(one) for one in options if one not in loading])


def _of_qrun(found: Match[str]) -> str:
    function, first = _FUNCTIONS[found[1]]
    options = [] if found[1] == "bench" else re.findall(_OPTION, found[2])
    return f"{function}({', '.join([*filter(None, [first]), *map(_argument, options)])})"


def _alone(found: Match[str], passes: List[str]) -> str:
    option = found[0]
    name, is_given, _ = option[2:].partition("=")
    if name in _OF_OTHERS:
        return option
    if name in passes:
        return _pass_call(option) if is_given else name
    return _keyword(option)


def _of_several(found: Match[str]) -> str:
    names = [found[1], *re.findall(rf"--output-name=({_VALUE})", found[2])]
    return "outputs=[" + ", ".join(f"'{name}'" for name in names) + "]"


def in_python(message: str) -> str:
    """Returns the message with the names that keywords and functions have here: --shape=x:1 becomes
    shape=x:1, qrun calibrate qopt.calibrate(…)."""
    if "--" in message or "qrun " in message:
        commands = "|".join(_FUNCTIONS)
        message = re.sub(rf"\bqopt((?: {_OPTION})+)(?: -o {_VALUE})?", _of_qopt, message)
        message = re.sub(rf"'qrun ({commands})((?: {_OPTION})*)'", _of_qrun, message)
        message = re.sub(rf"\bqrun ({commands})(?![\w-])((?: {_OPTION})*)", _of_qrun, message)
        message = re.sub(rf"--output-name=({_VALUE})((?: --output-name={_VALUE})+)", _of_several, message)
        passes = _passes() if "--" in message else []
        message = re.sub(rf"(?<![\w-]){_OPTION}", lambda found: _alone(found, passes), message)
        message = re.sub(r"\bgive ((?:shape|bind)=\{.*?\})", r"give qopt.load(path, \1)", message)
    message = message.replace("expected INPUT=VALUES, as sr=16000, axes=0,-1 or cond=true", "expected numbers, as {'sr': 16000, 'axes': [0, -1]}")
    message = re.sub(r"\bmax(Flips|Drop)\b", lambda field: "max_" + field[1].lower(), message)  # fields of the library's structs
    return message.removeprefix("error: ").removeprefix("-o ")


def from_status(code, message):
    """The exception of a Status; called by the extension module."""
    is_absent = code in ("io", "not-found") and re.search("no such file", message, flags=re.I)
    return (NoFileError if is_absent else _OF_CODE[code])(in_python(message))
