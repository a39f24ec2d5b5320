"""Arguments as they may be wrong: each a TypeError or ValueError that says what is taken."""

import os

from ._errors import ArgumentError


def path_of(value, name):
    """A path as text."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"{name}: expected a path, not {type(value).__name__}")
    path = os.fspath(value)
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    if not path:
        raise ValueError(f"{name}: the path is empty; name a file")
    if "\0" in path:
        raise ValueError(f"{name}: a path holds no zero byte; name a file")
    return path


def text_of(value, name):
    """Text of UTF-8."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected text, not {type(value).__name__}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name}: lone surrogates are no text") from None
    return value


def _a(noun):
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def texts_of(value, name):
    """A list of texts; one text is a list of itself."""
    if value is None:
        return []
    if isinstance(value, str):
        return [text_of(value, name)]
    if not hasattr(value, "__iter__"):
        raise TypeError(f"{name}: expected a text or a list of them, not {type(value).__name__}")
    texts = list(value)
    for place, one in enumerate(texts):
        if not isinstance(one, str):
            raise TypeError(f"{name}: expected names, as text; element {place}, counted from 0, is {one!r:.40}, {_a(type(one).__name__)}")
    return [text_of(one, name) for one in texts]


def count_of(value, name, least=1):
    """A number of something."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name}: expected a whole number, not {type(value).__name__}")
    number = value.__index__()
    if not least <= number < 1 << 31:
        raise ArgumentError(f"{name}={number}: expected {least} or more, below {1 << 31}")
    return number


def counts_of(values, name):
    """A list of numbers of something."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name}: expected a list of whole numbers, not {type(values).__name__}")
    return [count_of(value, name) for value in values]


def number_text(value, name):
    """A number as the tools read it."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{name}: expected a number, not {value!r:.60}") from None
    return repr(int(number)) if number.is_integer() and abs(number) < 1 << 53 else repr(number)


def numbers_text(value, name):
    """One number, or several."""
    if isinstance(value, str):
        return text_of(value, name)
    if hasattr(value, "__len__") or hasattr(value, "__iter__"):
        try:
            values = list(value)
        except TypeError:  # an array of rank 0
            values = [value]
        if not values:
            raise ValueError(f"{name}: there are no numbers in it")
        return ",".join(number_text(one, name) for one in values)
    return number_text(value, name)


def shape_texts(shape):
    """{"x": (1, None, 224)} or "x:1x?x224" as the tools read it."""
    if shape is None:
        return []
    if isinstance(shape, str):
        return [text_of(shape, "shape")]
    if not hasattr(shape, "items"):
        raise TypeError(f"shape: expected {{'input': (1, 3, None)}} or 'input:1x3x?', not {type(shape).__name__}")
    texts = []
    for name, sizes in shape.items():
        text_of(name, "shape")
        try:
            sizes = list(sizes)
        except TypeError:
            raise TypeError(f"shape: the sizes of '{name}' are {sizes!r:.60}; write a tuple, as (1, 3, None)") from None
        if any(isinstance(size, int) and size < 0 for size in sizes):
            raise ArgumentError(f"shape of '{name}': {tuple(sizes)} has a size below 0; write None for one that stays open")
        parts = ["?" if size is None else str(count_of(size, f"shape of '{name}'", 0)) for size in sizes]
        texts.append(f"{name}:{'x'.join(parts)}")
    return texts


def bind_texts(bind):
    """{"sr": 16000} or "sr=16000" as the tools read it."""
    if bind is None:
        return []
    if isinstance(bind, str):
        return [text_of(bind, "bind")]
    if not hasattr(bind, "items"):
        raise TypeError(f"bind: expected {{'input': value}} or 'input=value', not {type(bind).__name__}")
    return [f"{text_of(name, 'bind')}={numbers_text(value, 'bind')}" for name, value in bind.items()]
