"""Whatever holds samples, as flows take them: batches of NumPy arrays, again for each pass, or files."""

from __future__ import annotations

import os
import zlib
from typing import TYPE_CHECKING, Any, List

from . import _native
from ._arguments import path_of, text_of
from ._errors import ArgumentError

if TYPE_CHECKING:
    from ._model import Model


def _is_path(value):
    return isinstance(value, (str, os.PathLike))


def _array_of(value, port):
    """A dense NumPy array with a leading dimension of samples."""
    import numpy

    if hasattr(value, "detach"):  # a tensor of torch
        value = value.detach().cpu()
    if isinstance(value, numpy.ma.MaskedArray):
        raise TypeError(f"samples: for input '{port.name}' there is a masked array, which has places without a value; x.filled(0) gives "
                        "them one")
    try:
        array = numpy.asarray(value)
    except (TypeError, ValueError) as error:
        raise TypeError(f"samples: for input '{port.name}' there is a {type(value).__name__}, which is no array: "
                        f"{error}") from None
    if array.dtype == object or array.dtype.kind not in "fiub":
        raise TypeError(f"samples: for input '{port.name}' there are elements of {array.dtype}; give numbers")
    rank = len(port.shape)
    if array.ndim == rank - 1:
        array = array[None]
    if array.ndim != rank or rank == 0:
        raise ArgumentError(f"samples: for input '{port.name}' there is an array of shape {array.shape}; give arrays of "
                            f"{'×'.join(map(str, port.shape))}, one sample or with a leading dimension of samples")
    return numpy.ascontiguousarray(array)


def _classes_of(values):
    """One whole number a sample, as a list; None where these are no such."""
    import numpy

    try:
        array = numpy.atleast_1d(numpy.asarray(values.detach().cpu() if hasattr(values, "detach") else values))
    except (TypeError, ValueError):
        return None
    return array.astype(numpy.int64).tolist() if array.ndim == 1 and array.dtype.kind in "iu" else None


def _labels_of(rest, samples, where):
    """Takes the classes from what stands behind a batch's inputs; whatever else stands there is refused, and not let be."""
    without = "labels=False judges without"
    if len(rest) > 1:
        raise ArgumentError(f"{where} brings {len(rest)} things behind the inputs, which may be no labels; give dicts by name with "
                            f"\"labels\", or {without}")
    classes = _classes_of(rest[0])
    if classes is None:
        raise TypeError(f"{where} brings {_described(rest[0])}; expected one whole number a sample; {without}")
    if len(classes) != samples:
        raise ArgumentError(f"{where} brings {len(classes)} labels for {samples} samples; give each sample its label, or {without}")
    return classes


def _digest_of(value, digest):
    """A digest of the elements of what is an array or can be one, beside those before it; of anything else, of nothing more."""
    import numpy

    try:
        array = numpy.ascontiguousarray(value.detach().cpu() if hasattr(value, "detach") else value)
        elements = array.reshape(-1).view(numpy.uint8)
    except (TypeError, ValueError):
        return digest
    return zlib.crc32(elements, zlib.crc32(f"{array.dtype}{array.shape}".encode(), digest))


class _Passes:
    """Checks that all passes over an iterable yield the same batches. It keeps a digest of each
    batch, from the pass that reached the batch first."""

    def __init__(self):
        self.digests, self.count = {}, None

    def checked(self, batches):
        """The same pairs (what stands behind the inputs, arrays)."""
        number = 0
        for rest, arrays in batches:
            digest = 0
            for value in (*arrays, *rest):
                digest = _digest_of(value, digest)
            if self.digests.setdefault(number, digest) != digest:
                raise self._error(f"batch {number}, counted from 0, is another one than in the pass before")
            number += 1
            yield rest, arrays
        if self.count is None:
            self.count = number
        if number != max(self.count, len(self.digests)):
            raise self._error(f"there are {number} batches, and in another pass there were {max(self.count, len(self.digests))}")

    @staticmethod
    def _error(what):
        return ArgumentError(f"samples: {what}; flows go through samples several times, and labels and answers belong to their places: "
                             "give a DataLoader with shuffle=False, or what is random the same seed in each pass, or a list or an array")


class Samples:
    """Samples as flows are given them: batches() yields arrays, and `count` is their number where
    it is known."""

    def __init__(self, samples, ports):
        self.samples, self.ports = samples, ports
        self.names = [port.name for port in ports]
        self.count = self._known_count()
        self._passes = None if self._stays() else _Passes()

    def _stays(self):
        """Tells whether passes cannot differ: a container holds its samples, and an iterator yields
        them only once."""
        return self.is_once() or isinstance(self.samples, (dict, list, tuple)) or hasattr(self.samples, "__array__") or hasattr(
            self.samples, "__dlpack__")

    def _known_count(self):
        one = self.samples
        if isinstance(one, dict):
            one = next((one[name] for name in self.names if name in one), None)
        shape, port = getattr(one, "shape", None), self.ports[0] if self.ports else None
        if not shape or port is None:
            return None
        return int(shape[0]) if len(shape) == len(port.shape) else 1

    def is_once(self):
        """An iterator goes by once."""
        return hasattr(self.samples, "__next__")

    def _items(self):
        samples = self.samples() if callable(self.samples) and not hasattr(self.samples, "__iter__") else self.samples
        if isinstance(samples, dict) or hasattr(samples, "__array__") or hasattr(samples, "__dlpack__"):
            return iter([samples])
        if isinstance(samples, (str, bytes)) or not hasattr(samples, "__iter__"):
            raise TypeError("samples: expected arrays, a dict of arrays, a path, or something that yields arrays, not "
                            f"{type(samples).__name__}")
        return iter(samples)

    def batches(self):
        """Lists of arrays, one per input, of equal numbers of samples along their first dimensions."""
        return (self._aligned(arrays) for _, arrays in self._batches())

    def _batches(self):
        """(what stands behind the inputs, arrays) of each item; where passes may differ, of those that do not."""
        taken = (self._taken(item) for item in self._items())
        return taken if self._passes is None else self._passes.checked(taken)

    def _taken(self, item):
        values, rest = self._assigned(item)
        return rest, [_array_of(value, port) for value, port in zip(values, self.ports)]

    def _assigned(self, item):
        """(a value for each input, what stands behind them: labels)."""
        if isinstance(item, dict):
            missing = [name for name in self.names if name not in item]
            if missing:
                raise ArgumentError(f"samples: there is nothing for input '{missing[0]}'; they have "
                                    f"{', '.join(map(str, item)) or 'nothing'}, the model has {', '.join(self.names)}")
            return [item[name] for name in self.names], [item["labels"]] if "labels" in item else []
        if isinstance(item, (tuple, list)) and item and isinstance(item[0], dict) and not any(isinstance(one, dict) for one in item[1:]):
            values, labels = self._assigned(item[0])
            return values, list(item[1:]) or labels
        if isinstance(item, (tuple, list)) and item and hasattr(item[0], "shape"):
            if len(item) < len(self.names):
                raise ArgumentError(f"samples: {len(item)} arrays for {len(self.names)} inputs: {', '.join(self.names)}; "
                                    "give a dict by name")
            return item[:len(self.names)], item[len(self.names):]
        if len(self.names) != 1:
            raise ArgumentError(f"samples: the model has {len(self.names)} inputs, {', '.join(self.names)}; give dicts by name")
        return [item], []

    def _aligned(self, arrays):
        counts = {len(array) for array in arrays}
        if len(counts) > 1:
            raise ArgumentError("samples: inputs have different numbers of samples: " + ", ".join(
                f"{name} {len(array)}" for name, array in zip(self.names, arrays)))
        return arrays

    def look(self, labels=False):
        """Counts the samples, in a pass of them where that is not known. Returns the classes that stand behind the inputs in each
        tuple, or as "labels" in each dict, where they are asked for; None where there are none."""
        if self.count is not None and not labels:
            return None
        count, classes, unlabelled = 0, [], []
        for number, (rest, arrays) in enumerate(self._batches()):
            count += len(arrays[0])
            if labels and rest:
                classes += _labels_of(rest, len(arrays[0]), f"labels: batch {number}, counted from 0,")
            elif labels:
                unlabelled.append(number)
            if classes and unlabelled:
                raise ArgumentError(f"labels: batch {unlabelled[0]}, counted from 0, brings none, and others do; give each batch its own, "
                                    "or labels=False, which judges without")
        self.count = count
        return classes or None


def labels_given(labels):
    """Labels that somebody gave, as a list of whole numbers."""
    classes = None if isinstance(labels, (str, bytes)) else _classes_of(labels)
    if classes is None:
        raise TypeError("labels: expected one whole number a sample, the name of an array of the files or a list of them, or "
                        f"False for none, not {_described(labels)}")
    return classes


def _described(labels):
    """Describes for a message what somebody gave as labels: the type, and for an array the shape
    and a call that makes classes."""
    if not hasattr(labels, "dtype") or not hasattr(labels, "shape"):
        return type(labels).__name__
    remedy = {1: "; labels.astype(int) makes whole numbers", 2: "; labels.argmax(1) makes classes of a row each"}.get(len(labels.shape), "")
    return f"{labels.dtype} of shape {tuple(labels.shape)}{remedy}"


class Given:
    """Samples as a flow is given them, with what commands and messages call them, and their labels.

    samples -- arrays, whatever yields such, or a path, or a list of paths
    labels  -- of each sample: None for those that the samples bring, False for none
    is_once -- the flow goes through them once, and need not know how many there are
    name    -- what commands call the file that arrays would be in
    is_here, word -- whether they are arrays that nobody gave a name, which messages call by this word

    samples are what was given; files says how those files are made that commands name and that are not there, a line "# …" each.
    """

    def __init__(self, model: Model, samples: Any, labels: Any = False, is_once: bool = False, name: str = "samples.npz") -> None:
        self.samples = samples
        self.labels: List[int] = []
        self.labels_name, self.name, self.files = "", name, []
        self.is_here, self.word = False, "test" if name == "test.npz" else "samples"
        paths = [samples] if _is_path(samples) else list(samples) if self._are_paths(samples) else None
        if paths is not None:
            self._of_files(model, [path_of(path, "samples") for path in paths], _is_path(samples), labels)
        else:
            self._of_arrays(model, samples, labels, is_once)

    @staticmethod
    def _are_paths(samples):
        return isinstance(samples, (list, tuple)) and samples and all(_is_path(one) for one in samples)

    def _of_files(self, model, paths, is_one, labels):
        self.name = paths[0]
        files = [] if is_one else paths
        self.source = _native.samples_of_files(paths[0], files)
        self.oddities = _native.oddities_of_files(paths[0], files)
        if labels is None or isinstance(labels, str):
            self.labels_name = "" if labels is None else text_of(labels, "labels")
            self.labels = _native.labels_of_files(model._native, files, paths[0], self.labels_name)
        elif labels is not False:
            self.labels, self.labels_name = labels_given(labels), "labels.npy"
            self.files = ["# labels.npy: numpy.save('labels.npy', labels)"]

    def _of_arrays(self, model, samples, labels, is_once):
        self.is_here = self.name in ("samples.npz", "test.npz")  # somebody asked for another name
        given = Samples(samples, model.inputs)
        self.oddities: List[str] = []
        if given.is_once() and not is_once:
            raise ArgumentError("samples: the flow looks at them several times, and an iterator goes by once; give a list, "
                                "or a function that returns the iterator")
        if not is_once:
            self.labels = given.look(labels is None) or []
        if labels is not None and labels is not False:
            self.labels = labels_given(labels)
        arrays = [f"{name}={name}" if name.isidentifier() else f"**{{{name!r}: …}}" for name in given.names]
        arrays += ["labels=labels"] if self.labels else []  # the array that commands look for by themselves
        self.files = [f"# {self.name}: numpy.savez('{self.name}', {', '.join(arrays)}), of the samples that were given, in their order"]
        self.source = _native.samples_of(given, given.names, "samples")
