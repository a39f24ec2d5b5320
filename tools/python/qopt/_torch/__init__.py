"""Networks of PyTorch by its own exporter. torch is never imported unless it is there already."""

import contextlib
import copy
import inspect
import os
import sys
from collections.abc import Mapping


def is_network(value):
    """Whether it is a torch.nn.Module or what torch.export.export makes of one: then whoever made it has imported torch."""
    torch = sys.modules.get("torch")
    return torch is not None and (isinstance(value, torch.nn.Module) or _is_program(value))


def export(network, example_inputs, folder):
    """Exports to folder/model.onnx, and returns its path. Values have the names that the network gives them: inputs those of
    forward's parameters, outputs those of a dictionary's keys."""
    import torch

    is_program = _is_program(network)
    if example_inputs is None and not (is_program and network.example_inputs):
        raise TypeError("example_inputs: PyTorch's exporter runs the module; give a tensor, a tuple of them, or a dictionary by name")
    arguments, keywords = network.example_inputs if example_inputs is None else _called_with(example_inputs)
    module = network.module() if is_program else network
    keywords = _in_the_order_of(_parameters(module), keywords)
    given = _named_inputs(_parameters(module), arguments, keywords)
    inputs = [name for name, _ in given]
    path = os.path.join(folder, "model.onnx")
    with contextlib.nullcontext() if is_program else _evaluating(module):  # a program is as it was exported
        with torch.no_grad():
            outputs = _output_names(module(*arguments, **keywords), inputs)
        with _taking_tensors(module, arguments, keywords):
            # The exporter by torch.export needs onnxscript, a package of its own; the older one needs nothing.
            torch.onnx.export(module, tuple(tensor for _, tensor in given), path, input_names=inputs, output_names=outputs,
                              dynamic_axes=_open_sizes(network, inputs) if is_program else _open_batch(given), dynamo=False,
                              training=torch.onnx.TrainingMode.PRESERVE)
    return path


def _is_program(value):
    exported = getattr(getattr(sys.modules.get("torch"), "export", None), "ExportedProgram", None)
    return exported is not None and isinstance(value, exported)


def _called_with(example_inputs):
    """The arguments and keywords of a call."""
    if isinstance(example_inputs, Mapping):
        return (), dict(example_inputs)
    if isinstance(example_inputs, (tuple, list)):
        return tuple(example_inputs), {}
    return (example_inputs,), {}


@contextlib.contextmanager
def _evaluating(module):
    training = module.training
    module.eval()
    try:
        yield
    finally:
        module.train(training)


@contextlib.contextmanager
def _taking_tensors(module, arguments, keywords):
    """Within, forward takes the tensors of such a call, one after the other, and returns those of its answer: the exporter knows
    no keywords, and hands a module the defaults of all its parameters by place."""
    import torch

    if isinstance(module, torch.jit.ScriptModule):  # its forward is no attribute that changes
        yield
        return
    forward, own = module.forward, vars(module).get("forward")

    def forward_of_tensors(*tensors):
        left = iter(tensors)
        placed = [_refilled(value, left) for value in arguments]
        named = {key: _refilled(value, left) for key, value in keywords.items()}
        answer = tuple(tensor for _, tensor in _tensors(forward(*placed, **named), ""))
        return answer[0] if len(answer) == 1 else answer

    module.forward = forward_of_tensors
    try:
        yield
    finally:
        if own is None:
            del module.forward
        else:
            module.forward = own


def _parameters(module):
    """The names of forward's parameters, *args and **kwargs not among them."""
    starred = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    try:
        return [name for name, one in inspect.signature(module.forward).parameters.items() if one.kind not in starred]
    except (TypeError, ValueError):  # a forward that is not written in Python
        return []


def _in_the_order_of(parameters, keywords):
    return dict(sorted(keywords.items(), key=lambda item: parameters.index(item[0]) if item[0] in parameters else len(parameters)))


def _tensors(value, name):
    """The tensors in a value with names: a tensor has the name 'x', a tuple's have 'x0', 'x1', …, a dictionary's their keys."""
    if hasattr(value, "dim"):
        yield name, value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _tensors(part, str(key))
    elif isinstance(value, (tuple, list)):
        for place, part in enumerate(value):
            yield from _tensors(part, f"{name}{place}" if len(value) > 1 else name)


def _refilled(value, tensors):
    """The value with the next ones of `tensors` in the place of its own. Tuples and dictionaries stay of their types."""
    if hasattr(value, "dim"):
        return next(tensors)
    if isinstance(value, Mapping):
        changed = copy.copy(value)
        for key, part in value.items():
            changed[key] = _refilled(part, tensors)
        return changed
    if isinstance(value, (tuple, list)):
        parts = [_refilled(part, tensors) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    return value


def _add_unlike(names, name):
    place, unlike = 1, name
    while unlike in names:
        unlike, place = f"{name}_{place}", place + 1
    names.append(unlike)


def _named_inputs(parameters, arguments, keywords):
    """Each tensor of a call with its name, in order."""
    names, tensors = [], []
    for place, argument in enumerate(arguments):
        nameless = "input" if len(arguments) == 1 else f"input{place}"
        for name, tensor in _tensors(argument, parameters[place] if place < len(parameters) else nameless):
            _add_unlike(names, name)
            tensors.append(tensor)
    for key, value in keywords.items():
        for name, tensor in _tensors(value, key):
            _add_unlike(names, name)
            tensors.append(tensor)
    return list(zip(names, tensors))


def _output_names(answer, inputs):
    names = list(inputs)
    for name, _ in _tensors(answer, "output"):
        _add_unlike(names, name)
    return names[len(inputs):]


def _open_batch(given):
    """The first size of every input is open: its samples."""
    return {name: {0: "N"} for name, tensor in given if tensor.dim() > 0}


def _open_sizes(program, inputs):
    """The sizes that were exported as dynamic, by their symbols."""
    placed = {node.name: node.meta.get("val") for node in program.graph.nodes if node.op == "placeholder"}
    tensors = [placed[name] for name in program.graph_signature.user_inputs if hasattr(placed.get(name), "dim")]
    return {name: {axis: str(size) for axis, size in enumerate(tensor.shape) if not isinstance(size, int)}
            for name, tensor in zip(inputs, tensors)}
