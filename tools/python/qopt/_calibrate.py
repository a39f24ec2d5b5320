"""Calibration: samples go by, ranges remain."""

import json
import sys
import time
import warnings

from . import _native
from ._arguments import count_of, path_of, text_of
from ._errors import ArgumentError, FileError


class Table:
    """What calibration measured: a range for each value. save() writes the file that `qrun calibrate` writes."""

    __slots__ = ("_text",)

    def __init__(self, text):
        self._text = text_of(text, "text")

    @classmethod
    def load(cls, path):
        """Reads a table of ours; tables of other tools are given to passes by their paths."""
        path = path_of(path, "path")
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except UnicodeDecodeError:
            raise ArgumentError(f"{path}: is no text; give a table that Table.save or qrun calibrate wrote") from None
        except OSError as error:
            raise FileError(f"{path}: {error.strerror}") from None
        try:
            _native.check_table(text)
        except ArgumentError as error:
            raise ArgumentError(f"{path}: {error}") from None
        return cls(text)

    def save(self, path):
        """Writes it as JSON, whole or not at all."""
        _native.write_file(path_of(path, "path"), self._text.encode())

    @property
    def text(self):
        """The file's text, JSON."""
        return self._text

    @property
    def ranges(self):
        """{value: (min, max)} as real numbers."""
        return {name: tuple(ends) for name, ends in json.loads(self._text)["ranges"].items()}

    @property
    def samples(self):
        """How many samples were seen."""
        return json.loads(self._text)["samples"]

    @property
    def method(self):
        """How ranges were chosen: "min-max", …"""
        return json.loads(self._text).get("calibrator", "")

    def __len__(self):
        return len(self.ranges)

    def __eq__(self, other):
        return isinstance(other, Table) and self._text == other._text

    def __hash__(self):
        return hash(self._text)

    def __repr__(self):
        return f"<qopt.Table {self.method}: {len(self)} ranges of {self.samples} samples>"


def merge(tables, *, partial=False):
    """Joins tables of parts of the samples, made with partial=True, exactly. `partial` keeps statistics, to be merged again."""
    texts = []
    for table in tables:
        if not isinstance(table, Table):
            raise TypeError(f"tables: expected qopt.Table, not {type(table).__name__}")
        if "statistics" not in json.loads(table.text):
            raise ArgumentError("tables: one holds ranges alone; make it with qopt.calibrate(…, partial=True)")
        texts.append(table.text)
    if not texts:
        raise ArgumentError("tables: there are none; give the tables of the parts")
    return Table(_native.merge_tables(texts, bool(partial)))


class _Bar:
    """A line on standard error, on a terminal alone."""

    def __init__(self):
        self.shown = 0.0

    def __call__(self, done, total):
        now = time.monotonic()
        if now - self.shown < 0.1 and done != total:
            return
        self.shown = now
        share = f"{done}/{total}" if total else f"{done}"
        sys.stderr.write(f"\rcalibrate: {share} samples" + ("\n" if done == total else ""))
        sys.stderr.flush()


def _progress_of(progress):
    if progress is None:
        return _Bar() if sys.stderr is not None and sys.stderr.isatty() else None
    if progress is False:
        return None
    if progress is True:
        return _Bar()
    if hasattr(progress, "update") and hasattr(progress, "total"):  # as tqdm's bars
        seen = [0]

        def update(done, total):
            if total is not None and progress.total != total:
                progress.total = total
            progress.update(done - seen[0])
            seen[0] = done

        return update
    if not callable(progress):
        raise TypeError(f"progress: expected a function (done, total), a bar as tqdm's or a bool, not {type(progress).__name__}")
    return progress


class _Samples:
    """Whatever holds samples, as batches of NumPy arrays in the inputs' order, again for each pass."""

    def __init__(self, samples, ports):
        self.samples, self.ports = samples, ports
        self.names = [port.name for port in ports]
        self.total = self._total()

    def _total(self):
        one = self.samples
        if isinstance(one, dict):
            one = next(iter(one.values()), None)
        shape = getattr(one, "shape", None)
        return int(shape[0]) if shape else None

    def is_once(self):
        """An iterator goes by once."""
        return hasattr(self.samples, "__next__")

    def items(self):
        samples = self.samples() if callable(self.samples) and not hasattr(self.samples, "__iter__") else self.samples
        if isinstance(samples, dict) or hasattr(samples, "__array__") or hasattr(samples, "__dlpack__"):
            return iter([samples])
        if isinstance(samples, (str, bytes)) or not hasattr(samples, "__iter__"):
            raise TypeError("samples: expected arrays, a dict of arrays, or something that yields them, not "
                            f"{type(samples).__name__}")
        return iter(samples)

    def batches(self):
        """Lists of arrays, one per input, of equal numbers of samples along their first dimensions."""
        for item in self.items():
            yield self._aligned([self._array(value, port) for value, port in zip(self._assigned(item), self.ports)])

    def _assigned(self, item):
        if isinstance(item, dict):
            missing = [name for name in self.names if name not in item]
            if missing:
                raise ArgumentError(f"samples: there is nothing for input '{missing[0]}'; they have "
                                    f"{', '.join(map(str, item)) or 'nothing'}, the model has {', '.join(self.names)}")
            return [item[name] for name in self.names]
        if isinstance(item, (tuple, list)) and item and hasattr(item[0], "shape"):
            if len(item) < len(self.names):
                raise ArgumentError(f"samples: {len(item)} arrays for {len(self.names)} inputs: {', '.join(self.names)}; "
                                    "give a dict by name")
            return item[:len(self.names)]  # what follows are labels
        if len(self.names) != 1:
            raise ArgumentError(f"samples: the model has {len(self.names)} inputs, {', '.join(self.names)}; give dicts by name")
        return [item]

    @staticmethod
    def _array(value, port):
        import numpy

        if hasattr(value, "detach"):
            value = value.detach().cpu()
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

    def _aligned(self, arrays):
        counts = {len(array) for array in arrays}
        if len(counts) > 1:
            raise ArgumentError("samples: inputs have different numbers of samples: " + ", ".join(
                f"{name} {len(array)}" for name, array in zip(self.names, arrays)))
        return arrays


def _check_numbers(arrays, ports, first):
    import numpy

    for array, port in zip(arrays, ports):
        if array.dtype.kind == "f" and numpy.isnan(array).any():
            place = [int(i) for i in numpy.argwhere(numpy.isnan(array))[0]]
            raise ArgumentError(f"sample {first + place[0]}: input '{port.name}' holds a NaN at {place[1:]}; put a number "
                                "there, or remove the sample")


def _rows_of(ports):
    """The samples of each run where an input's number of them is fixed; None where all are open."""
    fixed = {port.shape[0] for port in ports if port.shape and isinstance(port.shape[0], int)}
    if len(fixed) > 1:
        raise ArgumentError("inputs take different numbers of samples: " + ", ".join(
            f"{port.name} {port.shape[0]}" for port in ports) + "; free the batch in the model")
    return fixed.pop() if fixed else None


class _Show:
    """Shows a pass of the samples."""

    def __init__(self, measuring, samples, batch, preprocessed, progress):
        self.measuring, self.samples, self.progress, self.preprocessed = measuring, samples, progress, preprocessed
        self.fixed = _rows_of(samples.ports)
        self.most = 1 if measuring.mixes() else min(batch, self.fixed or batch)

    def show(self, chosen=None):
        """All of them, or those at chosen places; returns how many there are."""
        place = 0
        for arrays in self.samples.batches():
            for begin in range(0, len(arrays[0]), self.most):
                part = [array[begin:begin + self.most] for array in arrays]
                self._add(part, place, chosen)
                place += len(part[0])
                if self.progress:
                    self.progress(place, self.samples.total)
        return place

    def _add(self, part, place, chosen):
        if chosen is not None:
            rows = [row for row in range(len(part[0])) if place + row in chosen]
            if not rows:
                return
            part = [array[rows] for array in part]
        _check_numbers(part, self.samples.ports, place)
        self.measuring.add(part, place, self.fixed or len(part[0]), self.preprocessed)


def _settings(method, scheme, bits, percentile, clip_weight, skip_zeros, attention, limits, partial):
    methods = _native.calibration_methods()
    if text_of(method, "method") not in methods:
        raise ArgumentError(f"method='{method}': there are {', '.join(methods)}")
    _, counts, reads_percentile, reads_clip, reads_zeros, merges = methods[method]
    settings = _native.CalibrationSettings()
    settings.method, settings.scheme, settings.attention = method, text_of(scheme, "scheme"), text_of(attention, "attention")
    if bits not in (8, 16):
        raise ArgumentError(f"bits={bits!r:.40}: there are 8 and 16")
    settings.bits = bits
    for name, value, reads, low, high in (("percentile", percentile, reads_percentile, 50, 100),
                                          ("clip_weight", clip_weight, reads_clip, 0.001, 1000)):
        if value is None:
            continue
        if not reads:
            raise ArgumentError(f"{name} says nothing to method='{method}'")
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
            raise ArgumentError(f"{name}={value!r:.40}: expected a number from {low} to {high}")
        setattr(settings, name, float(value))
    if skip_zeros and not reads_zeros:
        raise ArgumentError(f"skip_zeros says nothing to method='{method}'")
    settings.skip_zeros = bool(skip_zeros)
    if limits is not None:
        if not isinstance(limits, Table):
            raise TypeError(f"limits: expected a qopt.Table, not {type(limits).__name__}")
        if not counts:
            raise ArgumentError(f"limits are for methods that count magnitudes, which '{method}' does not")
        settings.limits = limits.text
    if partial and not merges:
        raise ArgumentError(f"partial is for methods whose parts merge, not '{method}', which looks at all samples together")
    return settings


def calibrate(model, samples, *, device="host", method="min-max", scheme="signs", bits=8, percentile=None,
              clip_weight=None, skip_zeros=False, attention="float", limits=None, partial=False, batch=32,
              preprocessed=False, progress=None):
    """Measures the range of every value over samples, and returns a Table. The model stays as it is.

    samples      -- an array with a leading dimension of samples, a dict of them by input, anything that yields such
                    (a DataLoader, a list; what stands in a tuple behind the inputs, as labels, is let be), or a function
                    that returns one of these: methods of several passes ask again, which an iterator cannot answer.
                    Raw: the model's mean and deviation are applied to uint8, float32 and float64
    device       -- where to run: "host", "host:4", "cuda", "opencl", "reference"
    method       -- "min-max", "moving-average", "percentile", "mse", "entropy", "auto", …
    scheme, bits -- what ranges will become, for mse and percentile: "signs", "signed", "affine", "mixed"; 8 or 16
    percentile   -- of all values, how many keep their magnitude, in percent
    clip_weight  -- mse, auto: how often the error of a value that is cut off counts
    skip_zeros   -- entropy: zeros, which are exact in any range, do not count
    attention    -- what attention will become: "float", or "integer", whose probabilities are measured, too
    limits       -- a Table whose ranges say how far magnitudes are counted
    partial      -- keeps statistics, for qopt.merge
    batch        -- samples in one run, at most
    preprocessed -- float arrays are what the model takes, not raw samples
    progress     -- a function (done, total or None), a bar as tqdm's, True or False; None: a line, on a terminal
    """
    from ._model import Model, ports_of

    if not isinstance(model, Model):
        raise TypeError(f"model: expected a qopt.Model, not {type(model).__name__}")
    settings = _settings(method, scheme, bits, percentile, clip_weight, skip_zeros, attention, limits, partial)
    batch = count_of(batch, "batch")
    progress = _progress_of(progress)
    measuring = _native.Measuring(model._native, text_of(device, "device"), settings)
    given = _Samples(samples, ports_of(measuring.inputs()))
    passes, few = measuring.passes(), measuring.last_pass_samples()
    if passes > 1 and given.is_once():
        raise ArgumentError(f"samples: method='{method}' looks at them {passes} times, and an iterator goes by once; give a "
                            "list, or a function that returns the iterator")
    show = _Show(measuring, given, batch, bool(preprocessed), progress)
    number = 1
    while True:
        chosen = set(measuring.some()) if few is not None and number == passes and number > 1 else None
        seen = show.show(chosen)
        if not seen:
            raise ArgumentError("samples: there are none; give a hundred like those of use")
        if not measuring.next_pass():
            break
        number += 1
    table = Table(measuring.finish(bool(partial)))
    for text in measuring.warnings():
        warnings.warn(text, stacklevel=2)
    if table.samples < 8 and not partial:
        warnings.warn(f"{table.samples} samples say little of ranges; a hundred like those of use do", stacklevel=2)
    return table
