"""What flows find out: plain classes, whose fields are those of the library's structs."""

import html
import math
from dataclasses import dataclass
from typing import List, Optional, Tuple

from . import _native
from ._arguments import path_of
from ._errors import ArgumentError


@dataclass(frozen=True)
class Remark:
    """A sentence that a flow said: kind is "note", "warning", "diagnostic" (of the compiler) or "error"."""

    kind: str
    text: str


@dataclass(frozen=True)
class Paired:
    """How two networks' classes of the same samples differ.

    flips         -- samples whose class is another
    drop          -- points of accuracy, in percent of the samples, that the model loses; negative: gains
    drop_interval -- its 95 % interval, (low, high)
    """

    samples: int
    flips: int
    baseline_right: int
    model_right: int
    only_baseline_right: int
    only_model_right: int
    drop: float
    drop_interval: Tuple[float, float]


@dataclass(frozen=True)
class OutputLoss:
    """What an output loses: `paired` of classes (or of indices, where are_indices), sqnr in dB of its values, infinite where
    they are equal, None where they are no numbers that are near each other."""

    output: str
    paired: Paired
    are_indices: bool
    sqnr: Optional[float]


@dataclass(frozen=True)
class Loss:
    """What a network loses against another, the worst output first; labels are of outputs[labelled]."""

    outputs: List[OutputLoss]
    labelled: int

    @property
    def worst(self):
        return self.outputs[0]

    @property
    def scores(self):
        """Of the output that labels are of."""
        return self.outputs[self.labelled]


@dataclass(frozen=True)
class RightAnswers:
    """Of samples with labels, those of which the largest score's class is right; top_five: among the five largest."""

    output: str
    right: int
    samples: int
    top_five: Optional[int]


@dataclass(frozen=True)
class JudgedNetwork:
    """A network and what it costs.

    float_layers       -- names of layers that were left float
    broken             -- messages of the bounds that do not hold
    integer_layers, layers -- with weights
    weight_bytes       -- bytes of the distinct constants
    seconds_per_sample -- seconds, the median of the batches behind the first; NaN where there is none
    right_answers      -- None without labels
    loss               -- against the float network; None of that itself
    """

    float_layers: List[str]
    broken: List[str]
    integer_layers: int
    layers: int
    weight_bytes: int
    seconds_per_sample: float
    right_answers: Optional[RightAnswers]
    loss: Optional[Loss]

    @property
    def accuracy(self):
        """The part of samples that is right, 0 to 1; None without labels."""
        return self.right_answers.right / self.right_answers.samples if self.right_answers else None

    @property
    def flips(self):
        """Samples whose class is another than the float network's, of the output with most; None where none tells classes."""
        told = [one.paired.flips for one in self.loss.outputs if one.paired.samples] if self.loss else []
        return max(told) if told else None

    @property
    def sqnr(self):
        """dB, of the worst output; None where it is no number, and of the float network."""
        return self.loss.worst.sqnr if self.loss else None


@dataclass(frozen=True)
class JudgedHow:
    """How networks were judged: on how many samples, in which batches, on which device, by which output."""

    device: str
    samples: int
    batch: int
    is_labelled: bool
    tells_classes: bool
    outputs: int
    labelled_output: str


@dataclass(frozen=True)
class Followed:
    """What every result says.

    commands   -- what `qopt` and `qrun` would be called with, a line for each step
    next_steps -- what to do with the result next, likewise
    remarks    -- what was remarked on the way, in order
    """

    commands: List[str]
    next_steps: List[str]
    remarks: List[Remark]


_OF_FIELDS = {}  # of a class: which of its fields are dicts, or lists of them, and of which class


def fields_are(kind, **parts):
    """Says of which classes the fields of `kind` are."""
    _OF_FIELDS[kind] = parts


def made(kind, fields):
    """`kind` of a dict of its fields."""
    parts = _OF_FIELDS.get(kind, {})
    return kind(**{name: _part(parts.get(name), value) for name, value in fields.items()})


def _part(kind, value):
    if value is None or kind is None:
        return value
    if kind is tuple:
        return tuple(value)
    if isinstance(value, list):
        return [_part(kind, one) for one in value]
    return Remark(*value) if kind is Remark else made(kind, value)


fields_are(Paired, drop_interval=tuple)
fields_are(OutputLoss, paired=Paired)
fields_are(Loss, outputs=OutputLoss)
fields_are(JudgedNetwork, right_answers=RightAnswers, loss=Loss)


def _percent(part, whole):
    return f"{100 * part / whole:.2f} %" if whole else "-"


def decibels(sqnr):
    """"31.4 dB", "exact"; "-" of nothing."""
    return "-" if sqnr is None else "exact" if sqnr == math.inf else f"{sqnr:.1f} dB"


COLUMNS = ("network", "top-1", "flips", "drop (points, 95 %)", "SQNR", "integer layers", "weight bytes", "time per sample")


def row_of(name, network):
    """The cells of a network's line."""
    right, loss = network.right_answers, network.loss
    drop = "-"
    if loss and right:
        paired = loss.scores.paired
        drop = f"{paired.drop:.2f} ({paired.drop_interval[0]:.2f} to {paired.drop_interval[1]:.2f})"
    flips = network.flips
    return (name, _percent(right.right, right.samples) if right else "-", "-" if flips is None else f"{flips:,}", drop,
            decibels(network.sqnr), f"{network.integer_layers} of {network.layers}", f"{network.weight_bytes:,}",
            "-" if math.isnan(network.seconds_per_sample) else f"{network.seconds_per_sample * 1e6:.1f} µs")


def text_table(columns, rows):
    """Lines of aligned cells."""
    widths = [max(len(str(row[i])) for row in (columns, *rows)) for i in range(len(columns))]
    return "\n".join("  ".join(str(cell).ljust(width) for cell, width in zip(row, widths)).rstrip() for row in (columns, *rows))


def html_table(columns, rows):
    """The same for notebooks."""
    lines = ["".join(f"<th>{html.escape(str(cell))}</th>" for cell in columns)]
    lines += ["".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) for row in rows]
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


class Judgement:
    """What results with judged networks show: rows() are theirs."""

    def caption(self):
        return f"{self.how.samples:,} samples judge, batch {self.how.batch} on {self.how.device}"

    def __str__(self):
        return self.caption() + "\n" + text_table(COLUMNS, self.rows())

    def _repr_html_(self):
        return f"<p>{html.escape(self.caption())}</p>" + html_table(COLUMNS, self.rows())


@dataclass(frozen=True, repr=False)
class QuantizeResult(Judgement, Followed):
    """An integer network, and what it costs.

    is_within_gates -- the last of `tried` breaks no bound; else there is no network
    baseline        -- the float network
    tried           -- JudgedNetwork of each choice of float layers, first with none
    bytecode        -- the network as a .mlirbc file has it; empty where there is none
    """

    is_within_gates: bool
    how: JudgedHow
    baseline: JudgedNetwork
    tried: List[JudgedNetwork]
    bytecode: bytes

    @property
    def network(self):
        """The JudgedNetwork that was tried last."""
        return self.tried[-1]

    @property
    def model(self):
        """The integer network, a qopt.Model. Fails where no choice of float layers stays within the bounds."""
        from ._model import Model

        self._check()
        return Model(_native.parse(self.bytecode, "<quantized>"))

    def save(self, path):
        """Writes the integer network: as .mlirbc the bytes that `qrun quantize` writes; .mlir or .onnx as Model.save."""
        path = path_of(path, "path")
        self._check()
        if path.endswith(".mlirbc"):
            _native.write_file(path, self.bytecode)
        else:
            self.model.save(path)

    def _check(self):
        if not self.is_within_gates:
            raise ArgumentError("no choice of float layers stays within the bounds: " + ", and ".join(self.network.broken) +
                                "; give a wider bound, or use more samples to calibrate")

    def rows(self):
        names = ["integer" + (f", {len(one.float_layers)} float" if one.float_layers else "") for one in self.tried]
        return [row_of("float", self.baseline), *(row_of(name, one) for name, one in zip(names, self.tried))]

    def __repr__(self):
        state = f"{self.network.integer_layers} of {self.network.layers} layers are integer"
        return f"<qopt.QuantizeResult: {state}, {'within' if self.is_within_gates else 'beyond'} the bounds>"


@dataclass(frozen=True, repr=False)
class EvaluateResult(Judgement, Followed):
    """Networks judged beside `against`, in their order; `names` has the names of all, that of `against` first."""

    how: JudgedHow
    against: JudgedNetwork
    networks: List[JudgedNetwork]
    names: List[str]

    def rows(self):
        return [row_of(name, one) for name, one in zip(self.names, (self.against, *self.networks))]

    def __repr__(self):
        return f"<qopt.EvaluateResult: {len(self.networks)} beside {self.names[0]} on {self.how.samples} samples>"


fields_are(QuantizeResult, remarks=Remark, how=JudgedHow, baseline=JudgedNetwork, tried=JudgedNetwork)
fields_are(EvaluateResult, remarks=Remark, how=JudgedHow, against=JudgedNetwork, networks=JudgedNetwork)
