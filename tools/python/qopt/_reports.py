"""Results of flows beside judged networks: plain classes, whose fields are those of the library's
structs."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, List, Sequence, Tuple

from . import _native
from ._arguments import path_of
from ._origin import Reported
from ._results import Followed, JudgedHow, JudgedNetwork, Judgement, Remark, columns_of, decibels, fields_are, html_table, row_of, text_table

if TYPE_CHECKING:
    from ._model import Model
    from ._types import Path


class Listed:
    """Base of results that show a table: columns() is its header, rows() are its cells, caption()
    stands before it."""

    def columns(self) -> Sequence[str]:
        """The table's header."""
        raise NotImplementedError

    def rows(self) -> Sequence[Tuple[Any, ...]]:
        """The table's cells."""
        raise NotImplementedError

    def caption(self) -> str:
        """Returns the text that stands before the table; here "", none."""
        return ""

    def __str__(self) -> str:
        return "\n".join(filter(None, (self.caption(), text_table(self.columns(), self.rows()))))

    def _repr_html_(self) -> str:
        return (f"<p>{html.escape(self.caption())}</p>" if self.caption() else "") + html_table(self.columns(), self.rows())


@dataclass(frozen=True)
class AccuracyRow:
    """A setting ("float", "mse, clip-weight=2", …), the commands that make its network, and what that costs."""

    setting: str
    commands: List[str]
    network: JudgedNetwork


@dataclass(frozen=True, repr=False)
class AccuracyResult(Judgement, Followed):
    """The cost of calibrators, schemes and types for a network: a row for each setting, that of the
    float network first."""

    how: JudgedHow
    settings: List[AccuracyRow]

    def rows(self) -> List[Tuple[str, ...]]:
        return [row_of(one.setting, one.network, self.how) for one in self.settings]

    def _tables(self) -> List[Any]:
        return [("What settings cost", [columns_of(self.how), *self.rows()])]

    def __repr__(self) -> str:
        return f"<qopt.AccuracyResult: {len(self.settings)} settings on {self.how.samples} samples>"


@dataclass(frozen=True)
class Difference:
    """The distance of a value from another: max_abs and rmse in the value's unit; sqnr in dB,
    infinite where they are equal; cosine; how many elements differ, and the index of the first one
    (-1: none)."""

    max_abs: float
    sqnr: float
    cosine: float
    rmse: float
    differing: int
    first: int


@dataclass(frozen=True)
class ComparedValue:
    """A value that both networks have.

    types        -- "f32", or "qi8 / f32" of both
    shape, other_shape -- sizes in elements
    stored_alike -- type, parameters and every bit
    behind       -- the relu or clip that both are judged behind; ""
    scale        -- of the steps, real units a step; 0: neither has any
    nans         -- elements that are NaN on both sides
    """

    key: str
    types: str
    shape: List[int]
    other_shape: List[int]
    stored_alike: bool
    behind: str
    difference: Difference
    scale: float
    nans: int

    @property
    def fits(self) -> bool:
        """Tells whether both have one shape, so that they were compared."""
        return self.shape == self.other_shape


@dataclass(frozen=True, repr=False)
class CompareResult(Listed, Reported, Followed):
    """Two networks value by value, in the order in which the first computes them."""

    values: List[ComparedValue]
    only_first: int
    only_second: int

    def worst_first(self) -> List[ComparedValue]:
        """The values: what does not fit, then by rising SQNR."""
        return sorted(self.values, key=lambda value: (value.fits, value.difference.sqnr))

    def columns(self) -> Sequence[str]:
        return "value", "types", "SQNR", "max |a - b|", "cosine", "differing"

    def rows(self) -> List[Tuple[Any, ...]]:
        return [(one.key, one.types, decibels(one.difference.sqnr), f"{one.difference.max_abs:.4g}",
                 f"{one.difference.cosine:.6f}", f"{one.difference.differing:,}") if one.fits else
                (one.key, one.types, "other shape", "-", "-", "-") for one in self.values]

    def __repr__(self) -> str:
        return f"<qopt.CompareResult: {len(self.values)} values, {sum(one.stored_alike for one in self.values)} stored alike>"


@dataclass(frozen=True)
class Finding:
    """A fault of samples: severity "error" or "warning", a stable name, the tensor's key and the
    sample where there is one, what the fault is, and what to do."""

    severity: str
    name: str
    tensor: str
    sample: str
    what: str
    remedy: str


@dataclass(frozen=True, repr=False)
class LintDataResult(Listed, Followed):
    """The faults that lint_data found in samples. batch_norm is the key of the batch norm that they
    were compared with, or ""."""

    samples: int
    batch_norm: str
    findings: List[Finding]

    @property
    def errors(self) -> List[Finding]:
        """Findings that spoil what is measured with the samples."""
        return [one for one in self.findings if one.severity == "error"]

    def columns(self) -> Sequence[str]:
        return "severity", "name", "where", "what", "what to do"

    def rows(self) -> List[Tuple[Any, ...]]:
        return [(one.severity, one.name, one.sample or one.tensor, one.what, one.remedy) for one in self.findings]

    def caption(self) -> str:
        return f"{len(self.errors)} errors and {len(self.findings) - len(self.errors)} warnings in {self.samples:,} samples"

    def __repr__(self) -> str:
        return f"<qopt.LintDataResult: {self.caption()}>"


@dataclass(frozen=True)
class ClassScore:
    """A class by its number, its name where one is known, and its score, of 1."""

    number: int
    name: str
    score: float


@dataclass(frozen=True)
class LabelledSample:
    """A sample, by the name that messages use for it, and its classes, the best first."""

    place: str
    classes: List[ClassScore]


@dataclass(frozen=True, repr=False)
class LabelResult(Listed, Followed):
    """The best of `classes` classes for each sample. are_probabilities: the output itself gives
    probabilities; else the scores are its softmax."""

    output: str
    are_probabilities: bool
    classes: int
    samples: List[LabelledSample]

    def columns(self) -> Sequence[str]:
        return ("sample", *(f"{i + 1}." for i in range(max((len(one.classes) for one in self.samples), default=0))))

    def rows(self) -> List[Tuple[Any, ...]]:
        return [(one.place, *(f"{best.name or best.number} {100 * best.score:.1f} %" for best in one.classes))
                for one in self.samples]

    def __repr__(self) -> str:
        return f"<qopt.LabelResult: {len(self.samples)} samples of {self.classes} classes>"


@dataclass(frozen=True)
class RepairedLayer:
    """A layer and what its repair did: mean squares of an output's error before and after, the largest change of a bias, rows
    that were looked at, weights of a channel, and why its bias is as it was."""

    name: str
    error_before: float
    error_after: float
    bias_change: float
    rows: int
    terms: int
    held_channels: int
    note: str


@dataclass(frozen=True)
class RescaledLink:
    """Channels that `producer` makes and `readers` read were divided by factors from least to greatest."""

    producer: str
    readers: List[str]
    least: float
    greatest: float


@dataclass(frozen=True)
class NotSmoothed:
    layers: str
    reason: str


@dataclass(frozen=True, repr=False)
class RepairResult(Listed, Followed):
    """A repaired network: bytecode as a .mlirbc file has it; `layers` could be repaired, `repaired` says what was done."""

    layers: int
    repaired: List[RepairedLayer]
    too_wide: List[str]
    equalized: List[RescaledLink]
    evened: List[RescaledLink]
    not_evened: List[NotSmoothed]
    smoothed: List[RescaledLink]
    not_smoothed: List[NotSmoothed]
    bytecode: bytes = b""

    @property
    def model(self) -> Model:
        """The repaired network, a qopt.Model."""
        from ._model import Model

        return Model(_native.parse(self.bytecode, "<repaired>"))

    def save(self, path: Path) -> None:
        """Writes it: as .mlirbc the bytes that `qrun repair` writes; .mlir or .onnx as Model.save."""
        path = path_of(path, "path")
        if path.endswith(".mlirbc"):
            _native.write_file(path, self.bytecode)
        else:
            self.model.save(path)

    def columns(self) -> Sequence[str]:
        return "layer", "error before", "error after", "largest change of a bias"

    def rows(self) -> List[Tuple[Any, ...]]:
        return [(one.name, f"{one.error_before:.4g}", f"{one.error_after:.4g}", f"{one.bias_change:.4g}")
                for one in self.repaired]

    def __repr__(self) -> str:
        return f"<qopt.RepairResult: {len(self.repaired)} of {self.layers} layers rounded or corrected>"


@dataclass(frozen=True)
class TunedChange:
    """A call of these layers runs faster as `new` than as `old`: seconds of a run, medians."""

    layers: List[str]
    before: float
    after: float
    old: str
    new: str


@dataclass(frozen=True)
class TunedBatch:
    """A batch: layers that were measured, and that improve; seconds that all of them take, predicted, before and after."""

    is_fixed: bool
    batch: int
    improved: int
    measured: int
    before: float
    after: float
    changes: List[TunedChange]


@dataclass(frozen=True)
class TunedRefusal:
    why: str
    count: int


@dataclass(frozen=True)
class TunedFailure:
    why: str
    places: List[str]


@dataclass(frozen=True, repr=False)
class TuneResult(Listed, Reported, Followed):
    """The kernels that layers run fastest as, with numbers of configurations measured now, known by
    earlier calls, and left to later ones.

    model.compile(device, tuning=database) takes them.
    """

    batches: List[TunedBatch]
    refusals: List[TunedRefusal]
    failures: List[TunedFailure]
    measured: int
    known: int
    remaining: int

    def columns(self) -> Sequence[str]:
        return "batch", "layers measured", "improved", "before", "after"

    def rows(self) -> List[Tuple[Any, ...]]:
        return [(one.batch, one.measured, one.improved, f"{one.before * 1e6:.1f} µs", f"{one.after * 1e6:.1f} µs")
                for one in self.batches]

    def _tables(self) -> List[Any]:
        changes = [(", ".join(one.layers), batch.batch, f"{one.before * 1e6:.1f} µs", f"{one.after * 1e6:.1f} µs", one.old, one.new)
                   for batch in self.batches for one in batch.changes]
        tables = [("What tuning measured", [self.columns(), *self.rows()])]
        if changes:
            tables.append(("Layers that run faster as another kernel", [("layers", "batch", "before", "after", "old", "new"), *changes]))
        return tables

    def __repr__(self) -> str:
        return f"<qopt.TuneResult: {self.measured} configurations measured, {self.remaining} remain>"


fields_are(AccuracyRow, network=JudgedNetwork)
fields_are(AccuracyResult, remarks=Remark, how=JudgedHow, settings=AccuracyRow)
fields_are(ComparedValue, difference=Difference)
fields_are(CompareResult, remarks=Remark, values=ComparedValue)
fields_are(LintDataResult, remarks=Remark, findings=Finding)
fields_are(Finding, what=str, remedy=str)
fields_are(LabelledSample, classes=ClassScore)
fields_are(LabelResult, remarks=Remark, samples=LabelledSample)
fields_are(RepairResult, remarks=Remark, repaired=RepairedLayer, equalized=RescaledLink, evened=RescaledLink,
           not_evened=NotSmoothed, smoothed=RescaledLink, not_smoothed=NotSmoothed)
fields_are(TunedBatch, changes=TunedChange)
fields_are(TuneResult, remarks=Remark, batches=TunedBatch, refusals=TunedRefusal, failures=TunedFailure)
