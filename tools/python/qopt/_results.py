"""Results of flows that judge networks: plain classes, whose fields are those of the library's
structs."""

from __future__ import annotations

import html
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Sequence, Tuple

from . import _native
from ._arguments import path_of
from ._errors import ArgumentError, in_python
from ._origin import Origin, Reported
from ._table import Table

if TYPE_CHECKING:
    from ._model import Model
    from ._types import Path


@dataclass(frozen=True)
class Remark:
    """A sentence that a flow said: kind is "note", "warning", "diagnostic" (of the compiler) or "error"."""

    kind: str
    text: str


@dataclass(frozen=True)
class Paired:
    """The difference between two networks' classes of the same samples.

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
class Likeness:
    """The likeness of an embedding's vectors, one a sample, to those of another network.

    mean_cosine, least_cosine -- over the samples
    neighbours -- samples, from all over them, of which the nearest other one (of these) was looked for, by the cosine
    moved      -- those of them that have another nearest one than by the other network
    """

    mean_cosine: float
    least_cosine: float
    samples: int
    neighbours: int
    moved: int


@dataclass(frozen=True)
class OutputLoss:
    """The loss of an output: `paired` compares classes (or indices, where are_indices; or steps,
    several a sample, where are_steps); sqnr is in dB of its values, infinite where they are equal,
    None where they are no numbers that are near each other; likeness is that of an embedding, else
    None."""

    output: str
    paired: Paired
    are_indices: bool
    are_steps: bool
    sqnr: Optional[float]
    likeness: Optional[Likeness]


@dataclass(frozen=True)
class Loss:
    """The loss of a network against another, the worst output first; labels belong to
    outputs[labelled]."""

    outputs: List[OutputLoss]
    labelled: int

    @property
    def worst(self) -> OutputLoss:
        """The output that loses most."""
        return self.outputs[0]

    @property
    def scores(self) -> OutputLoss:
        """The loss of the output that labels belong to."""
        return self.outputs[self.labelled]


@dataclass(frozen=True)
class RightAnswers:
    """Counts the labelled samples whose largest score is that of the right class; top_five counts
    those where it is among the five largest."""

    output: str
    right: int
    samples: int
    top_five: Optional[int]


@dataclass(frozen=True)
class JudgedNetwork:
    """A network and what it costs.

    recipe             -- the setting that quantize made it by; "" of others
    float_layers       -- names of layers that were left float
    float_macs         -- percent of all multiply-adds that these take
    broken             -- messages of the bounds that do not hold
    integer_layers, layers -- with weights
    weight_bytes       -- bytes of the distinct constants
    seconds_per_sample -- seconds, the median of the batches behind the first; NaN where there is none
    right_answers      -- None without labels
    loss               -- against the float network; None of that itself
    """

    recipe: str
    float_layers: List[str]
    float_macs: float
    broken: List[str]
    integer_layers: int
    layers: int
    weight_bytes: int
    seconds_per_sample: float
    right_answers: Optional[RightAnswers]
    loss: Optional[Loss]

    @property
    def accuracy(self) -> Optional[float]:
        """The part of samples that is right, 0 to 1; None without labels."""
        return self.right_answers.right / self.right_answers.samples if self.right_answers else None

    @property
    def flips(self) -> Optional[int]:
        """Samples (or steps, or indices) whose class is another than the float network's, of the output with most; None where none tells classes."""
        told = [one.paired.flips for one in self.loss.outputs if one.paired.samples] if self.loss else []
        return max(told) if told else None

    @property
    def sqnr(self) -> Optional[float]:
        """dB, of the worst output; None where it is no number, and of the float network."""
        return self.loss.worst.sqnr if self.loss else None

    @property
    def likeness(self) -> Optional[Likeness]:
        """The likeness of the embedding with the least cosine; None where no output is judged as
        one."""
        told = [one.likeness for one in self.loss.outputs if one.likeness] if self.loss else []
        return min(told, key=lambda one: one.least_cosine) if told else None


@dataclass(frozen=True)
class JudgedHow:
    """The conditions under which networks were judged: device, number of samples, batch size, and
    outputs."""

    device: str
    samples: int
    batch: int
    is_labelled: bool
    tells_classes: bool
    has_embeddings: bool
    outputs: int
    labelled_output: str


@dataclass(frozen=True)
class Followed:
    """Base of all results.

    commands   -- what `qopt` and `qrun` would be called with, a line for each step; before them, as "# …", what the files are that
                  stand for arrays of this process
    next_steps -- what to do with the result next, likewise
    remarks    -- what was remarked on the way, in order
    """

    commands: List[str]
    next_steps: List[str]
    remarks: List[Remark]

    def __getstate__(self) -> Dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_origin"}


_OF_FIELDS = {}  # of a class: which of its fields are dicts, or lists of them, and of which class


def fields_are(kind, **parts):
    """Says of which classes the fields of `kind` are; str: messages of the library."""
    _OF_FIELDS[kind] = parts


def made(kind: Any, fields: Dict[str, Any]) -> Any:
    """`kind` of a dict of its fields."""
    parts = _OF_FIELDS.get(kind, {})
    return kind(**{name: _part(parts.get(name), value) for name, value in fields.items()})


def _part(kind, value):
    if value is None or kind is None:
        return value
    if kind is tuple:
        return tuple(value)
    if kind is str:
        return [in_python(one) for one in value] if isinstance(value, list) else in_python(value)
    if isinstance(value, list):
        return [_part(kind, one) for one in value]
    return Remark(value[0], in_python(value[1])) if kind is Remark else made(kind, value)


fields_are(Paired, drop_interval=tuple)
fields_are(OutputLoss, paired=Paired, likeness=Likeness)
fields_are(Loss, outputs=OutputLoss)
fields_are(JudgedNetwork, broken=str, right_answers=RightAnswers, loss=Loss)


def _percent(part, whole):
    return f"{100 * part / whole:.2f} %" if whole else "-"


def decibels(sqnr: Optional[float]) -> str:
    """"31.4 dB", "exact"; "-" of nothing."""
    return "-" if sqnr is None else "exact" if sqnr == math.inf else f"{sqnr:.1f} dB"


def columns_of(how: JudgedHow) -> Tuple[str, ...]:
    """Returns the header for the cells of row_of."""
    vectors = ("cosine", "other nearest") if how.has_embeddings else ()
    return ("network", "top-1", "flips", "drop (points, 95 %)", "SQNR", *vectors, "integer layers", "weight bytes", "time per sample")


def _vectors_of(likeness: Optional[Likeness]) -> Tuple[str, ...]:
    if likeness is None:
        return ("-", "-")
    mean, least = (math.floor(value * 1e4) / 1e4 for value in (likeness.mean_cosine, likeness.least_cosine))
    return (f"{mean:.4f}, least {least:.4f}", f"{likeness.moved:,} of {likeness.neighbours:,}")


def row_of(name: str, network: JudgedNetwork, how: JudgedHow) -> Tuple[str, ...]:
    """The cells of a network's line."""
    right, loss = network.right_answers, network.loss
    drop = "-"
    if loss and right:
        paired = loss.scores.paired
        drop = f"{paired.drop:.2f} ({paired.drop_interval[0]:.2f} to {paired.drop_interval[1]:.2f})"
    flips = network.flips
    return (name, _percent(right.right, right.samples) if right else "-", "-" if flips is None else f"{flips:,}", drop,
            decibels(network.sqnr), *(_vectors_of(network.likeness) if how.has_embeddings else ()), f"{network.integer_layers} of {network.layers}", f"{network.weight_bytes:,}",
            "-" if math.isnan(network.seconds_per_sample) else f"{network.seconds_per_sample * 1e6:.1f} µs")


def text_table(columns: Sequence[Any], rows: Iterable[Sequence[Any]]) -> str:
    """Returns lines of aligned cells."""
    widths = [max(len(str(row[i])) for row in (columns, *rows)) for i in range(len(columns))]
    return "\n".join("  ".join(str(cell).ljust(width) for cell, width in zip(row, widths)).rstrip() for row in (columns, *rows))


def html_table(columns: Sequence[Any], rows: Iterable[Sequence[Any]]) -> str:
    """The same for notebooks."""
    lines = ["".join(f"<th>{html.escape(str(cell))}</th>" for cell in columns)]
    lines += ["".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) for row in rows]
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


class Judgement(Reported):
    """Base of results with judged networks: rows() has a row for each of them."""

    how: JudgedHow

    def rows(self) -> List[Tuple[str, ...]]:
        """The table's cells, a row for each network."""
        raise NotImplementedError

    def caption(self) -> str:
        """Returns the text that stands before the table."""
        return f"{self.how.samples:,} samples judge, batch {self.how.batch} on {self.how.device}"

    def __str__(self) -> str:
        return self.caption() + "\n" + text_table(columns_of(self.how), self.rows())

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self.caption())}</p>" + html_table(columns_of(self.how), self.rows())


@dataclass(frozen=True)
class ContestedSetting:
    """A setting that competed.

    setting -- "mixed, auto, rounded + bias corrected"
    mode, scheme, calibrator -- of it; scheme and calibrator "" of dynamic ranges
    rounds, corrects_bias, smoothing -- how it repairs; smoothing: SmoothQuant's alpha, 0: none
    samples -- that it was judged by
    worst, mean -- dB: SQNR of the worst output, and the mean of all
    """

    setting: str
    mode: str
    scheme: str
    calibrator: str
    rounds: bool
    corrects_bias: bool
    smoothing: float
    samples: int
    worst: float
    mean: float


@dataclass(frozen=True)
class FloatChoice:
    """The choice of small layers that stay float, and what that gains.

    layers  -- their names; none: all layers are quantized
    macs    -- percent of all multiply-adds that they take
    samples -- that calibrate, by which they were chosen; 0: none was tried
    before, after -- dB: SQNR of the worst output without them and with the best ones
    doubt   -- why these do not stay float, where they were tried
    is_cut_short -- time ended the choice
    """

    layers: List[str]
    macs: float
    samples: int
    before: float
    after: float
    doubt: str
    is_cut_short: bool


@dataclass(frozen=True)
class Contest:
    """The contest of settings, and the setting that was chosen.

    chosen       -- the setting
    usual        -- the one that is taken where nothing competes
    samples      -- that calibrate and were held back in turn, or those of the first half where it alone judged the
                    chosen one; 0: nothing competed
    is_cut_short -- time ended it
    settings     -- those judged by all samples before others, the best first
    doubt        -- why the first of them is not chosen: "it is not surely better: 1 of 64 samples makes the
                    difference"; "" where it is
    floats       -- a FloatChoice: small layers that stay float, chosen behind the contest
    """

    chosen: str
    usual: str
    samples: int
    is_cut_short: bool
    settings: List[ContestedSetting]
    doubt: str
    floats: FloatChoice


fields_are(Contest, settings=ContestedSetting, floats=FloatChoice)


def _name_of(network: JudgedNetwork, names_recipe: bool) -> str:
    """Names what tells one integer network from others: its setting, and how many layers stay float."""
    setting = f" ({network.recipe})" if names_recipe else ""
    return "integer" + setting + (f", {len(network.float_layers)} float" if network.float_layers else "")


class Network:
    """Base of results that have made a network, which is there as long as _check() says nothing against it.

    bytecode -- the network as a .mlirbc file has it; empty where there is none
    """

    bytecode: bytes

    @property
    def model(self) -> Model:
        """The network, a qopt.Model. Fails where none is within the bounds."""
        from ._model import Model

        self._check()
        return Model(_native.parse(self.bytecode, "<quantized>"))

    def save(self, path: Path) -> None:
        """Writes the network: as .mlirbc the bytes that qrun writes; .mlir or .onnx as Model.save."""
        path = path_of(path, "path")
        self._check()
        if path.endswith(".mlirbc"):
            _native.write_file(path, self.bytecode)
        else:
            self.model.save(path)

    def _check(self) -> None:
        raise NotImplementedError


@dataclass(frozen=True, repr=False)
class QuantizeResult(Network, Judgement, Followed):
    """An integer network, and what it costs.

    is_within_gates -- the last of `tried` breaks no bound; else there is no network
    contest         -- a Contest: how the setting was chosen
    baseline        -- the float network
    tried           -- JudgedNetwork of each setting and choice of float layers, first with none
    bytecode        -- the network as a .mlirbc file has it; empty where there is none
    table           -- a qopt.Table: the ranges that it was quantized by
    """

    is_within_gates: bool
    how: JudgedHow
    contest: Contest
    baseline: JudgedNetwork
    tried: List[JudgedNetwork]
    bytecode: bytes
    table: Table

    @property
    def network(self) -> JudgedNetwork:
        """The JudgedNetwork that was tried last."""
        return self.tried[-1]

    def _facts(self) -> Origin:
        """The float network is the one that quantization begins with: what --keep writes."""
        from dataclasses import replace

        origin = super()._facts()
        floats = origin.floats.clone().run(_native.preparing_passes())
        return replace(origin, floats=floats, quantized=self.model if self.is_within_gates else None)

    def _tables(self) -> List[Any]:
        return [("What was tried", [columns_of(self.how), *self.rows()])] if len(self.tried) > 1 else []

    def _check(self) -> None:
        if not self.is_within_gates:
            raise ArgumentError("no choice of float layers stays within the bounds: " + ", and ".join(self.network.broken) +
                                "; give a wider bound, or use more samples to calibrate")

    def rows(self) -> List[Tuple[str, ...]]:
        """The table's cells, a row for each network."""
        areSeveral = len({one.recipe for one in self.tried}) > 1
        names = [_name_of(one, areSeveral or one.recipe.startswith("dynamic")) for one in self.tried]
        return [row_of("float", self.baseline, self.how), *(row_of(name, one, self.how) for name, one in zip(names, self.tried))]

    def __repr__(self) -> str:
        state = f"{self.network.integer_layers} of {self.network.layers} layers are integer"
        return f"<qopt.QuantizeResult: {state}, {'within' if self.is_within_gates else 'beyond'} the bounds>"


@dataclass(frozen=True, repr=False)
class EvaluateResult(Judgement, Followed):
    """Networks were judged beside `against`, in their order; `names` has the names of all, that of `against` first. Where one network is
    judged alone, `networks` has it, too."""

    how: JudgedHow
    against: JudgedNetwork
    networks: List[JudgedNetwork]
    names: List[str]

    def rows(self) -> List[Tuple[str, ...]]:
        """The table's cells, a row for each network."""
        return [row_of(name, one, self.how) for name, one in zip(self.names, (self.against, *self.networks))]

    def _tables(self) -> List[Any]:
        return [("Networks", [columns_of(self.how), *self.rows()])] if len(self.networks) > 1 else []

    def __repr__(self) -> str:
        return f"<qopt.EvaluateResult: {len(self.names) - 1} beside {self.names[0]} on {self.how.samples} samples>"


fields_are(QuantizeResult, remarks=Remark, how=JudgedHow, contest=Contest, baseline=JudgedNetwork, tried=JudgedNetwork)
fields_are(EvaluateResult, remarks=Remark, how=JudgedHow, against=JudgedNetwork, networks=JudgedNetwork)
