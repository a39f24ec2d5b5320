"""Helpers that all flows share: hooks, options and remarks."""

import inspect
import logging
import math
import numbers
import re
import warnings

from ._arguments import texts_of
from ._errors import ArgumentError, Error, in_python
from ._progress import steps_shown

_log = logging.getLogger("qopt")


def model_of(model, name="model"):
    """A qopt.Model's native half."""
    from ._model import Model

    if not isinstance(model, Model):
        raise TypeError(f"{name}: expected a qopt.Model, not {type(model).__name__}; qopt.load(path) makes one")
    return model._native


def same_inputs_of(models):
    """Checks that networks which the same samples go through have inputs of the same names."""
    first, *others = models
    for other in others:
        own, beside = ({port.name for port in model.inputs} for model in (first, other))
        if own != beside:
            takes = [f"{one._native.file()} takes {', '.join(port.name for port in one.inputs)}" for one in (first, other)]
            raise ArgumentError(f"the networks have different inputs: {' and '.join(takes)}; give networks that take the same samples, by the "
                                "same names")


def _function_of(value, name):
    if value is not None and not callable(value):
        raise TypeError(f"{name}: expected a function, not {type(value).__name__}")
    return value


def _takes(function, name):
    """Tells whether a function has a parameter of this name."""
    try:
        return name in inspect.signature(function).parameters
    except (TypeError, ValueError):  # it says nothing of itself
        return False


class Hooks:
    """The hooks of one flow.

    called -- what the extension takes: (on_step, on_remark, on_command, is_cancelled), one function a hook, or None
    shown  -- what shows steps, or None
    """

    def __init__(self, called, shown):
        self.called, self.shown = called, shown


def hooks_of(progress, on_step, on_remark, on_command, is_cancelled):
    """The hooks that a flow was given."""
    shown, told = steps_shown(progress), _function_of(on_step, "on_step")

    takes_note = told is not None and _takes(told, "note")

    def step(state, label, done, total, note=""):
        if shown:
            shown(state, label, done, total)
        if told:
            told(state, label, done, total, **({"note": note} if takes_note else {}))

    step = step if shown or told else None
    remark = _function_of(on_remark, "on_remark")
    return Hooks((step, remark and (lambda kind, text: remark(kind, in_python(text))), _function_of(on_command, "on_command"),
                  _function_of(is_cancelled, "is_cancelled")), shown)


def _by_words(text, given):
    """Calls samples that are arrays of this process by the word for them, and not by a file's name that commands have for them."""
    for one in given:
        if one is not None and one.is_here:
            text = re.sub(rf"(?<![\w./]){re.escape(one.name)}\b", one.word, text)
    return text


def run_flow(flow, hooks, arguments, more=(), given=()):
    """Calls flow(*arguments, hooks, *more), whose messages have the words of what was given as samples. Where a hook raises, or Ctrl-C
    does, no hook is called any more: what shows steps is closed however the flow ends."""
    on_step, on_remark, *others = hooks.called
    said_by_words = on_remark and (lambda kind, text: on_remark(kind, _by_words(text, given)))
    try:
        fields = flow(*arguments, (on_step, said_by_words, *others), *more)
        fields["remarks"] = [(kind, _by_words(text, given)) for kind, text in fields["remarks"]]
        return fields
    except Error as error:
        said = _by_words(str(error), given)
        if said == str(error):
            raise
        raise type(error)(said) from None
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
    for kind, said in remarks:
        text = in_python(said)
        if kind == "warning" or kind == "diagnostic" and "warning: " in text:
            warnings.warn(text.replace("warning: ", "", 1), stacklevel=stacklevel)
        else:
            _log.info("%s", text)


def chosen_of(options):
    """The options of a flow without those that are None, which are left to the library."""
    return {name: value for name, value in options.items() if value is not None}


