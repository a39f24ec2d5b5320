"""This loads networks of PyTorch by its exporters to ONNX. It imports torch only where it is there already."""

import os
import sys
import tempfile
import threading

from .._errors import ArgumentError, Error, UnsupportedError
from .calls import Call, is_program

# A load changes, and puts back, what the process has once: filters of warnings, levels of loggers, PyTorch's fast path of attention,
# the standard output; and its module: whether it trains, its forward. Two loads beside each other would put back each other's changes.
_ONE_LOAD = threading.RLock()


def is_network(value):
    """Tells whether it is a torch.nn.Module or what torch.export.export makes of one: then whoever made it has imported torch."""
    torch = sys.modules.get("torch")
    return torch is not None and (isinstance(value, torch.nn.Module) or is_program(value))


def load(network, example_inputs, name, arguments, check, read):
    """Makes a model by the first of PyTorch's exporters whose file is read, and is the network that PyTorch runs.

    name      -- how messages call the network
    arguments -- how files are read, LoadArguments
    check     -- whether the example, with another number of samples where that is open, is run by both
    read      -- read(path, arguments) makes a model of a file
    """
    with _ONE_LOAD:
        call = Call(network, example_inputs, _first_sizes(arguments))
        with call.evaluating():
            return _by_call(call, name, arguments, check, read)


def _by_call(call, name, arguments, check, read):
    from .checks import Reads, another_batch

    reads, grown, expected = Reads(), None, None
    if check:
        expected = call.tensors, reads.watched(call)
        if any(tensor.is_meta or not tensor.numel() for tensor in call.tensors):
            expected = None  # there is nothing to compare
        elif call.open:  # there are more samples, and the example's are the first
            expected = grown, _ = another_batch(call, name)
    else:
        call.run()
    return _by_any_way(call, grown, _Reading(name, arguments, read, reads, expected))


def _first_sizes(arguments):
    """Returns {input: text of the first size} of shapes as the tools read them."""
    parts = [text.rpartition(":") for text in arguments.shapes]
    return {name: sizes.split("x")[0] for name, _, sizes in parts}


def _by_any_way(call, grown, reading):
    from .checks import ReadsValues
    from .export import reason_of, ways

    failures = []
    for way, export in ways():
        with tempfile.TemporaryDirectory(prefix="qopt-") as folder:
            path = os.path.join(folder, "model.onnx")
            try:
                with reading.reads.refused(reading.name):
                    export(call, grown, path)
            except ReadsValues as error:
                if not error.is_understood:
                    raise UnsupportedError(str(error)) from None
                failures.append((way, "", UnsupportedError(str(error))))
                continue
            except MemoryError:
                raise
            except Exception as error:
                failures.append((way, reason_of(error), None))
                continue
            try:
                model = reading.model(path)
            except (UnsupportedError, ArgumentError) as error:
                if reading.is_asked_for(path):
                    raise
                is_told = isinstance(error, UnsupportedError)  # the network is at fault; else what an exporter made of it is
                failures.append((way, f"what it wrote is refused: {str(error).splitlines()[0]}", error if is_told else None))
                continue
            wrong = reading.wrong(path, model, call)
            if wrong is None:
                return model
            failures.append((way, f"what it wrote {wrong}", None))
    for _, _, error in failures:
        if error is not None:
            raise error
    told = {reason: [way for way, said, _ in failures if said == reason] for _, reason, _ in failures}
    reasons = "; ".join(f"{' and '.join(by)}: {reason}" for reason, by in told.items())
    raise UnsupportedError(f"{reading.name}: PyTorch's exporters to ONNX do not give this network ({reasons}); write it with other "
                           "operations of PyTorch, or load with check=False what the first of them wrote")


class _Reading:
    """It reads files of a network, and knows what they shall answer: `expected` is tensors and the module's answer to them, or None."""

    def __init__(self, name, arguments, read, reads, expected):
        self.name, self.reads = name, reads
        self._arguments, self._read, self._expected = arguments, read, expected

    def model(self, path):
        return self._read(path, self._arguments)

    def _plain(self, path):
        """Reads the file as it is: without what is stated of it."""
        return self._read(path, type(self._arguments)())

    def _changes_calls(self):
        given = self._arguments
        return bool(given.shapes or given.values or given.inputs or given.outputs)

    def is_asked_for(self, path):
        """Tells whether what is refused is what is stated of the network."""
        if not (self._changes_calls() or self._arguments.preprocess):
            return False
        try:
            self._plain(path)
        except Error:
            return False
        return True

    def wrong(self, path, model, call):
        """Says in words what is wrong; None where nothing is."""
        from .checks import difference

        if self._expected is None:
            return None
        try:
            compiled = (self._plain(path) if self._changes_calls() else model).compile("host")
        except Error:  # passes may make of it what compiles
            return None
        return difference(compiled, call, *self._expected)
