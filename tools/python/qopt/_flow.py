"""What flows share: hooks, options, what they remark."""

import logging
import math
import numbers
import warnings

from ._arguments import texts_of
from ._errors import ArgumentError
from ._progress import steps_shown

_log = logging.getLogger("qopt")


def model_of(model, name="model"):
    """A qopt.Model's native half."""
    from ._model import Model

    if not isinstance(model, Model):
        raise TypeError(f"{name}: expected a qopt.Model, not {type(model).__name__}; qopt.load(path) makes one")
    return model._native


def _function_of(value, name):
    if value is not None and not callable(value):
        raise TypeError(f"{name}: expected a function, not {type(value).__name__}")
    return value


class Hooks:
    """Of a flow.

    called -- what the extension takes: (on_step, on_remark, on_command, is_cancelled), one function a hook, or None
    shown  -- what shows steps, or None
    """

    def __init__(self, called, shown):
        self.called, self.shown = called, shown


def hooks_of(progress, on_step, on_remark, on_command, is_cancelled):
    """The hooks that a flow was given."""
    shown, told = steps_shown(progress), _function_of(on_step, "on_step")

    def both(state, label, done, total):
        shown(state, label, done, total)
        told(state, label, done, total)

    step = both if shown and told else shown or told
    return Hooks((step, _function_of(on_remark, "on_remark"), _function_of(on_command, "on_command"),
                  _function_of(is_cancelled, "is_cancelled")), shown)


def run_flow(flow, hooks, arguments, more=()):
    """flow(*arguments, hooks, *more). Where a hook raises, or Ctrl-C does, no hook is called any more: what shows steps is closed
    however the flow ends."""
    try:
        return flow(*arguments, hooks.called, *more)
    finally:
        if hooks.shown is not None:
            hooks.shown.close()


def bound_of(value, name):
    """A bound, 0 or more, or None."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name}: expected a number, not {type(value).__name__}")
    if not value >= 0 or math.isinf(value):
        raise ArgumentError(f"{name}={value}: expected a bound, 0 or more")
    return value


def names_of(value, name):
    """A list of texts, of one text or several."""
    return texts_of(value, name)


def tell(remarks, oddities=(), stacklevel=3):
    """Warnings become Python's; notes go to the logger `qopt`."""
    for text in oddities:
        warnings.warn(text, stacklevel=stacklevel)
    for kind, text in remarks:
        if kind == "warning" or kind == "diagnostic" and "warning: " in text:
            warnings.warn(text.replace("warning: ", "", 1), stacklevel=stacklevel)
        else:
            _log.info("%s", text)


def chosen_of(options):
    """The options of a flow without those that are None, which are left to the library."""
    return {name: value for name, value in options.items() if value is not None}


