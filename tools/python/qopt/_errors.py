"""What goes wrong: one exception that says what to do."""

from __future__ import annotations

import re
from typing import Any, Optional


class Error(Exception):
    """What the compiler, a file or a device refuses. str() is the whole message.

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
    """There is no such device, file or symbol."""


class MissingValueError(NotFoundError, KeyError):
    """A program keeps no value of this name, or none yet."""


class UnsupportedError(Error, NotImplementedError):
    """Well formed, but an operator or type that this build or device does not have."""


class FileError(Error, OSError):
    """The operating system refused a read or a write."""


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
    """What stands behind the first semicolon or colon that a verb follows: what to do."""
    found = list(re.finditer(r"[;:] (?=" + _VERBS + r")", message))
    return message[found[0].end():].strip() if found else None


def _in_python(message):
    """Options of the tools by the names that keywords have here: --shape=x:1 becomes shape=x:1."""
    named = re.sub(r"(?<![\w-])--([a-z][a-z-]*)(?==|\b)", lambda option: option[1].replace("-", "_"), message)
    named = re.sub(r"\bmax(Flips|Drop)\b", lambda field: "max_" + field[1].lower(), named)  # fields of the library's structs
    return named.removeprefix("error: ").removeprefix("-o ")


def from_status(code, message):
    """The exception of a Status; called by the extension module."""
    return _OF_CODE[code](_in_python(message))
