"""These ways lead from a network of PyTorch to ONNX. Each writes a file of a Call, or raises what PyTorch raises."""

import contextlib
import ctypes
import importlib.util
import logging
import os
import re
import tempfile
import warnings

_LOGGERS = ("onnxscript", "onnx_ir", "torch.onnx", "torch.export")
_ADVICE = r"\s*(?:Please feel free to request support|For more information|\[Caused by|This is step).*"


def ways():
    """Returns (name, function) for each way, the fastest first."""
    found = [("the exporter that traces", by_trace)]
    if importlib.util.find_spec("onnxscript") is not None:
        found.append(("the exporter by torch.export", by_graph))
    return [*found, ("torch.export's decompositions, traced", by_decompositions)]


def by_trace(call, grown, path):
    """Runs the module once and writes what it did. Needs no other package, and takes hundredths of a second beside the run."""
    with _without_dump(), call.taking_tensors():
        _trace(call, call.module, call.tensors, path)


def by_graph(call, grown, path):
    """Exports by torch.export and onnxscript: it takes seconds, and reads what the exporter that traces does not know."""
    import torch

    program = _program_of(call, grown)
    symbols = dict(zip(_symbols(program, len(call.open)), ["N"])) if call.program is None else _own_names(program)
    with _quietly():
        made = torch.onnx.export(program, dynamo=True, input_names=call.names, output_names=call.outputs, verbose=False)
        _rename_sizes(made.model.graph, symbols)
        made.save(path)


def by_decompositions(call, grown, path):
    """Operations that the exporter that traces does not know become those that torch.export makes of them."""
    with _without_dump():
        program = _program_of(call, grown).run_decompositions()
        if any("_local_scalar_dense" in str(node.target) for node in program.graph.nodes):
            raise NotImplementedError("a trace has no numbers that are read of tensors")
        module = program.module()
        _trace(call, module, call.tensors if grown is None else tuple(grown), path)


def reason_of(error):
    """Returns what PyTorch says is wrong, in one line."""
    while error.__cause__ is not None:
        error = error.__cause__
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error)).strip()
    first = " ".join(line.strip() for line in text.split("\n\n")[0].split("\n")[:2])
    line = re.sub(_ADVICE, "", first).strip().rstrip(".:;")
    return f"{type(error).__name__}: {line[:300]}" if line else type(error).__name__


def _trace(call, module, tensors, path):
    import torch

    program = call.program
    sizes = {name: {0: "N"} for name in call.open} if program is None else _open_sizes(program, call.names)
    with torch.no_grad(), _without_fast_path():
        torch.onnx.export(module, tensors, path, input_names=call.names, output_names=call.outputs, dynamic_axes=sizes,
                          dynamo=False, training=torch.onnx.TrainingMode.PRESERVE)


def _program_of(call, grown):
    """Exports the grown example, where there is one: torch.export takes a size of 1 for a constant."""
    import torch

    if call.program is not None:
        return call.program
    sizes = tuple({0: torch.export.Dim.DYNAMIC} if name in call.open else None for name in call.names)
    with _quietly(), call.taking_tensors(), torch.no_grad(), _without_fast_path():
        return torch.export.export(call.module, call.tensors if grown is None else tuple(grown), dynamic_shapes=(sizes,))


def _placed(program):
    placed = {node.name: node.meta.get("val") for node in program.graph.nodes if node.op == "placeholder"}
    return [placed[name] for name in program.graph_signature.user_inputs if hasattr(placed.get(name), "dim")]


def _symbols(program, most):
    """Returns texts of sizes that are open, each once, in order, and at most so many."""
    found = [str(size) for tensor in _placed(program) for size in tensor.shape if not isinstance(size, int)]
    return list(dict.fromkeys(found))[:most]


def _own_names(program):
    """Returns {symbol: name} of the sizes that torch.export.Dim("batch") names."""
    names = {}
    for tensor in _placed(program):
        for size in tensor.shape:
            environment = getattr(getattr(size, "node", None), "shape_env", None)
            said = getattr(environment, "source_name_to_debug_name", {})
            for source, symbol in getattr(environment, "source_to_var", {}).items():
                if re.fullmatch(r"[A-Za-z_]\w*", said.get(source, "")):
                    names[str(symbol)] = said[source]
    return names


def _renamed(text, names):
    return re.sub(r"[A-Za-z_]\w*", lambda word: names.get(word[0], word[0]), text)


def _open_sizes(program, inputs):
    """Returns the sizes that were exported as dynamic, by their names."""
    names = _own_names(program)
    return {name: {axis: _renamed(str(size), names) for axis, size in enumerate(tensor.shape) if not isinstance(size, int)}
            for name, tensor in zip(inputs, _placed(program))}


def _rename_sizes(graph, names):
    for value in [*graph.inputs, *graph.outputs, *(value for node in graph for value in node.outputs)]:
        for axis, size in enumerate(value.shape or ()):
            if not isinstance(size, int) and _renamed(str(size), names) != str(size):
                value.shape[axis] = _renamed(str(size), names)


@contextlib.contextmanager
def _without_fast_path():
    """PyTorch computes attention in evaluation mode by one operation, which ONNX does not have."""
    import torch

    attention = torch.backends.mha
    was = attention.get_fastpath_enabled()
    attention.set_fastpath_enabled(False)
    try:
        yield
    finally:
        attention.set_fastpath_enabled(was)


@contextlib.contextmanager
def _quietly():
    """Keeps warnings within quiet: they are of how load() calls PyTorch, which its caller does not decide."""
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    levels = [logger.level for logger in loggers]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            for logger in loggers:
                logger.setLevel(logging.ERROR)
            yield
        finally:
            for logger, level in zip(loggers, levels):
                logger.setLevel(level)


@contextlib.contextmanager
def _without_dump():
    """Puts the process's standard output aside, because PyTorch's exporter that traces writes its
    graph there before it raises. Other text that was written meanwhile is written afterwards."""
    print(end="", flush=True)
    flush = ctypes.CDLL(None).fflush
    flush(None)
    try:
        own = os.dup(1)
    except OSError:  # it is closed
        yield
        return
    with tempfile.TemporaryFile() as taken:
        os.dup2(taken.fileno(), 1)
        try:
            yield
        finally:
            print(end="", flush=True)
            flush(None)
            os.dup2(own, 1)
            os.close(own)
            taken.seek(0)
            rest = taken.read().split(b"ONNX graph being constructed during exception:")[0]
            while rest:
                rest = rest[os.write(1, rest):]
