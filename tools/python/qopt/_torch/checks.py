"""This checks that what an exporter wrote is the network that PyTorch runs. torch is there already."""

import contextlib
import copy
import linecache
import os
import sys
import warnings

from .._errors import ArgumentError, Error, UnsupportedError

# Forward may read a value with these, and torch.export understands some of them.
_READING = {"__bool__", "__int__", "__float__", "__complex__", "__index__", "item", "tolist", "numpy", "__array__"}
_UNDERSTOOD = {"item"}
_LIMIT = 1e-5  # of the largest magnitude, for float32
_STEPS = 4  # a difference may be so many roundings of 16-bit floats, or times PyTorch's own error


class ReadsValues(UnsupportedError):
    """Forward reads values of its inputs. `is_understood`: torch.export can write that down."""

    def __init__(self, message, is_understood=False):
        super().__init__(message)
        self.is_understood = is_understood


class Reads:
    """It notes where forward reads values that depend on its inputs, as `if x.sum() > 0` does."""

    def __init__(self):
        self._places = {}  # (file, line) of each frame at a reading, to the innermost that is not torch's
        self._other = set()  # those innermost places that read by what torch.export does not understand either

    def watched(self, call):
        """Returns the answer to the example, and notes what forward reads."""
        import torch

        if isinstance(call.module, torch.jit.ScriptModule):  # its control flow is exported as such
            return call.run()
        depends = _Dependence(call.tensors)
        try:
            with _modes(depends.follow, lambda function, values: self._note(function, values, depends)):
                return call.run()
        except Exception:  # forward fails, or modes do not know its operations, as torch.cond: a run without them tells
            return call.run()

    def _note(self, function, values, depends):
        kind = getattr(function, "__name__", "")
        if kind not in _READING or not depends.on_inputs(values):
            return
        places, own = [], None
        frame = sys._getframe(2)
        while frame is not None:
            place = frame.f_code.co_filename, frame.f_lineno
            places.append(place)
            if own is None and not _is_of_torch(place[0]):
                own = place
            frame = frame.f_back
        own = own or places[0]
        if kind not in _UNDERSTOOD:
            self._other.add(own)
        for place in places:
            self._places.setdefault(place, own)

    @contextlib.contextmanager
    def refused(self, name):
        """Refuses a reading of which the exporter within warns. How load() calls PyTorch causes the other warnings."""
        import torch

        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("ignore")
            warnings.simplefilter("always", torch.jit.TracerWarning)
            yield
        for one in told:
            place = self._places.get((one.filename, one.lineno))
            line = linecache.getline(*place).strip() if place else ""
            if place and not line.startswith("assert"):
                raise ReadsValues(
                    f"{name}: forward reads values of its inputs at {os.path.relpath(place[0])}:{place[1]}, '{line}', and programs run the "
                    "same layers whatever the values are; write it with tensors, as torch.where, or load with check=False what it did for "
                    "example_inputs", place not in self._other)


def _is_of_torch(file):
    import torch

    return file.startswith(os.path.dirname(torch.__file__)) or file == __file__


class _Dependence:
    """It knows which memory holds what was computed of the inputs."""

    def __init__(self, tensors):
        self._held = {}
        self._hold(tensors)

    def _hold(self, values):
        from torch.multiprocessing.reductions import StorageWeakRef

        for tensor in _every_tensor(values):
            reference = StorageWeakRef(tensor.untyped_storage())  # while it is there, no other memory has its number
            self._held[reference.cdata] = reference

    def on_inputs(self, values):
        return any(tensor.untyped_storage()._cdata in self._held for tensor in _every_tensor(values))

    def follow(self, values, result):
        if self.on_inputs(values):
            self._hold(result)


def _every_tensor(value):
    import torch

    if isinstance(value, torch.Tensor):
        if value.layout == torch.strided:
            yield value
    elif isinstance(value, dict):
        yield from _every_tensor(list(value.values()))
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from _every_tensor(part)


@contextlib.contextmanager
def _modes(follow, note):
    """Within, follow(values, result) is told of each operation, and note(function, values) of each function of torch."""
    from torch.overrides import TorchFunctionMode
    from torch.utils._python_dispatch import TorchDispatchMode

    class Operations(TorchDispatchMode):
        def __torch_dispatch__(self, function, types, arguments=(), keywords=None):
            result = function(*arguments, **(keywords or {}))
            follow((arguments, keywords), result)
            return result

    class Functions(TorchFunctionMode):
        def __torch_function__(self, function, types, arguments=(), keywords=None):
            note(function, arguments)
            return function(*arguments, **(keywords or {}))

    with Operations(), Functions():
        yield


def another_batch(call, name):
    """Returns the example with another number of samples, and PyTorch's answer: one sample more, or twice as many where PyTorch refuses
    that. Refuses where it refuses both: the number stands in forward."""
    import torch

    opened = [tensor for one, tensor in call.given if one in call.open]
    size = opened[0].shape[0]
    refused = None
    for more in dict.fromkeys((1, size)):
        grown = [torch.cat([tensor, tensor[:more]]) if one in call.open else tensor for one, tensor in call.given]
        try:
            return grown, call.run(grown)
        except Exception as error:
            refused = error
    kept = ", ".join(f'"{one}": {tuple(tensor.shape)}' for one, tensor in call.given if one in call.open)
    said = str(refused).strip().split("\n")[0]
    raise ArgumentError(f"{name}: load opens the first size of its inputs, and with other numbers than {size} the module itself fails "
                        f"('{said:.200}'); give shape={{{kept}}} to keep it") from None


def difference(compiled, call, tensors, answer):
    """Says in words what differs between a program's answer and the module's; None where nothing does."""
    try:
        own = _answer_of(compiled, dict(zip(call.names, tensors)))
    except (Error, TypeError) as error:
        return f"fails with inputs of {', '.join('×'.join(map(str, tensor.shape)) or 'a scalar' for tensor in tensors)}: {error}"
    found = [(name, expected) for name, expected in zip(call.outputs, answer) if name in own and _says(own[name], expected, None)]
    if not found:
        return None
    again = call.run(tensors)
    if any(_says(first.detach().cpu().double().numpy(), second, None) for first, second in zip(answer, again)):
        return None  # the module answers by chance: nobody can compare that
    exact = dict(zip(call.outputs, _exact_answer(call, tensors)))
    words = [f"output '{name}' {said}" for name, expected in found if (said := _says(own[name], expected, exact.get(name)))]
    return "; ".join(words) or None


def _answer_of(compiled, arrays):
    taken = {}
    for port in compiled.inputs:
        tensor = arrays[port.name].detach().cpu()
        taken[port.name] = tensor.float() if port.dtype == "float32" else tensor
    answer = compiled(taken)
    answer = answer if isinstance(answer, tuple) else (answer,)
    return {port.name: array for port, array in zip(compiled.outputs, answer)}


def _exact_answer(call, tensors):
    """Returns the answer in float64; nothing where the module does not run so."""
    try:
        exact = copy.copy(call)
        exact.module = copy.deepcopy(call.module).double()
        return exact.run([tensor.double() if tensor.is_floating_point() else tensor for tensor in tensors])
    except Exception:
        return []


def _says(own, expected, exact):
    """Says how an array differs from a tensor by more than float arithmetic explains; None where it does not. Integers differ by nothing.
    Floats do by 1e-5 of the largest, those of 16 bits by 4 of their roundings, and by 4 times what `exact` says PyTorch errs by."""
    import numpy
    import torch

    values = expected.detach().cpu()
    is_float = values.is_floating_point()
    limit = max(_LIMIT, _STEPS * torch.finfo(values.dtype).eps if torch.finfo(values.dtype).bits < 32 else 0.0) if is_float else 0.0
    values = values.double().numpy() if is_float else values.numpy()
    if own.shape != values.shape:
        return f"is of shape {own.shape} where the module's is of {values.shape}"
    own = own.astype(values.dtype)
    same = (own == values) | (numpy.isnan(own) & numpy.isnan(values)) if is_float else own == values
    if same.all():
        return None
    if not is_float:
        return f"has {int((~same).sum())} other elements than the module's, of {same.size}"
    largest = float(numpy.abs(values[numpy.isfinite(values)]).max(initial=0.0))
    error = _error_of(own, values, same)
    if exact is not None and error > limit * largest:
        truth = exact.detach().cpu().double().numpy()
        limit = max(limit, _STEPS * _error_of(values, truth, values == truth) / (largest or 1.0))
        error = min(error, _error_of(own, truth, own == truth))
    return None if error <= limit * largest else f"is {error:g} away from the module's, whose largest magnitude is {largest:g}"


def _error_of(own, expected, same):
    import numpy

    with numpy.errstate(invalid="ignore"):
        away = numpy.abs(own - expected)
    away = numpy.where(same, 0.0, away)
    return float(numpy.where(numpy.isfinite(away), away, numpy.inf).max(initial=0.0))
