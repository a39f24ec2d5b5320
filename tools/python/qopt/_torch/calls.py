"""This calls a network of PyTorch, and names its tensors and the answer's, in order. torch is there already."""

import contextlib
import copy
import inspect
import sys
from collections.abc import Mapping


def is_program(value):
    """Tells whether it is what torch.export.export makes."""
    exported = getattr(getattr(sys.modules.get("torch"), "export", None), "ExportedProgram", None)
    return exported is not None and isinstance(value, exported)


class Call:
    """load() runs and exports a network by this call.

    module  -- what is run
    program -- the ExportedProgram that it is of, or None
    given   -- a name and a tensor for each input, in order; names are those of forward's parameters and of keys
    open    -- names of inputs whose first size load() opens
    outputs -- names of the answer's tensors, once run() has been there
    """

    def __init__(self, network, example_inputs, closed):
        is_of_program = is_program(network)
        if example_inputs is None and not (is_of_program and network.example_inputs):
            raise TypeError("example_inputs: PyTorch's exporter runs the module; give a tensor, a tuple of them, or a dictionary by name")
        self.program = network if is_of_program else None
        # torch.compile wraps the network, and exporters take the wrapped one.
        self.module = network.module() if is_of_program else getattr(network, "_orig_mod", network)
        parameters = _parameters(self.module)
        arguments, keywords = network.example_inputs if example_inputs is None else _called_with(example_inputs)
        self._arguments, self._keywords = arguments, _in_the_order_of(parameters, keywords)
        self.given = _named_inputs(parameters, self._arguments, self._keywords)
        self.names = [name for name, _ in self.given]
        self.tensors = tuple(tensor for _, tensor in self.given)
        self.open = () if is_of_program else _open_names(self.given, closed)
        self.outputs = []

    def run(self, tensors=None):
        """Returns the answer's tensors, for these or for the example's."""
        import torch

        left = iter(self.tensors if tensors is None else tensors)
        with torch.no_grad():
            named = list(_tensors(self.module(*self._placed(left), **self._named(left)), "output"))
        if not self.outputs:
            names = list(self.names)
            for name, _ in named:
                _add_unlike(names, name)
            self.outputs = names[len(self.names):]
        return [tensor for _, tensor in named]

    @contextlib.contextmanager
    def evaluating(self):
        """Within, the module is in evaluation mode; a program is as it was exported."""
        if self.program is not None:
            yield
            return
        training = self.module.training
        self.module.eval()
        try:
            yield
        finally:
            self.module.train(training)

    @contextlib.contextmanager
    def taking_tensors(self):
        """Within, forward takes the tensors of such a call, one after the other, and returns those of its answer: exporters know
        no keywords, or hand a module the defaults of all its parameters by place."""
        import torch

        module = self.module
        if isinstance(module, torch.jit.ScriptModule):  # its forward is no attribute that changes
            yield
            return
        forward, own = module.forward, vars(module).get("forward")

        def forward_of_tensors(*tensors):
            left = iter(tensors)
            answer = tuple(tensor for _, tensor in _tensors(forward(*self._placed(left), **self._named(left)), ""))
            return answer[0] if len(answer) == 1 else answer

        module.forward = forward_of_tensors
        try:
            yield
        finally:
            if own is None:
                del module.forward
            else:
                module.forward = own

    def _placed(self, tensors):
        return [_refilled(value, tensors) for value in self._arguments]

    def _named(self, tensors):
        return {key: _refilled(value, tensors) for key, value in self._keywords.items()}


def _called_with(example_inputs):
    """Returns the arguments and keywords of a call."""
    if isinstance(example_inputs, Mapping):
        return (), dict(example_inputs)
    if isinstance(example_inputs, (tuple, list)):
        return tuple(example_inputs), {}
    return (example_inputs,), {}


def _parameters(module):
    """Returns the names of forward's parameters, without *args and **kwargs."""
    starred = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    try:
        return [name for name, one in inspect.signature(module.forward).parameters.items() if one.kind not in starred]
    except (TypeError, ValueError):  # forward is not written in Python
        return []


def _in_the_order_of(parameters, keywords):
    return dict(sorted(keywords.items(), key=lambda item: parameters.index(item[0]) if item[0] in parameters else len(parameters)))


def _tensors(value, name):
    """Yields the tensors in a value with names: a tensor has the name 'x', a tuple's have 'x0', 'x1', …, a dictionary's their keys."""
    if hasattr(value, "dim"):
        yield name, value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _tensors(part, str(key))
    elif isinstance(value, (tuple, list)):
        for place, part in enumerate(value):
            yield from _tensors(part, f"{name}{place}" if len(value) > 1 else name)


def _refilled(value, tensors):
    """Returns the value with the next ones of `tensors` in the place of its own. Tuples and dictionaries stay of their types."""
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
    """Returns each tensor of a call with its name, in order."""
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


def _open_names(given, closed):
    """Finds inputs whose first size is the number of samples: the first one, and those that have as many. `closed` is {name: text of
    the first size} that the caller states: a size that is the example's stays."""
    ranked = [(name, tensor.shape[0]) for name, tensor in given if tensor.dim() > 0]
    return tuple(name for name, size in ranked if size == ranked[0][1] and closed.get(name) != str(size))
