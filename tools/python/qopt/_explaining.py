"""explain says where a quantized network loses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple

from . import _native
from ._arguments import text_of
from ._flow import chosen_of, hooks_of, model_of, names_of, run_flow, same_inputs_of, tell
from ._origin import Origin, Reported, came_of
from ._reports import Listed
from ._results import Followed, Remark, decibels, fields_are, made
from ._samples import Given
from ._told import Told

if TYPE_CHECKING:
    from ._model import Model
    from ._types import IsCancelled, Numbers, OnCommand, OnRemark, OnStep, Progress, Samples, Texts


@dataclass(frozen=True)
class ExplainedLayer:
    """A layer's part of an output's error.

    name, operation -- the layer with weights, or the value's own key, and what it is
    value, type     -- the key of its result, and that result's type in the quantized network, as "qi8"
    share           -- of the output's squared error; the shares of all layers and `rest` add up to 1, one that cancels others is negative
    alone           -- the square of what the layer adds by itself, of the squared error
    flip_share, blamed -- of what made samples flip, and flips of which it has the largest part
    as_float        -- of the squared error, that is gone where this layer alone is float
    removal         -- of the squared error, that was gone without this layer's own; None unless `removes`
    causes          -- {cause: its part of the share}: weights, bias, clipping, rounding, shared_scale, tables
    macs            -- percent of the network's multiply-adds
    """

    name: str
    operation: str
    value: str
    type: str
    has_weights: bool
    share: float
    alone: float
    flip_share: float
    as_float: float
    removal: Optional[float]
    causes: Dict[str, float]
    macs: float
    blamed: int

    @property
    def gone(self) -> float:
        """Returns the part of the squared error that is gone without this layer's own, to the second order."""
        return 2 * self.share - self.alone

    @property
    def worst_cause(self) -> str:
        """Returns the cause with the largest part."""
        return max(self.causes, key=lambda cause: self.causes[cause])


@dataclass(frozen=True)
class ExplainedFlip:
    """A sample whose class is another: the layer with the largest part of what moved the one over the other, and that part."""

    sample: int
    before: int
    after: int
    layer: str
    part: float


@dataclass(frozen=True)
class Mend:
    """A mend would take a layer's error away: `gain` in dB at most, `cost` in percent of the multiply-adds, and what does it."""

    layer: str
    kind: str
    gain: float
    cost: float
    remedy: str


@dataclass(frozen=True)
class ExplainedOutput:
    """An output: its sqnr in dB, how many classes it tells (0: none) and how many samples flip, layers first
    without which most is gone, the part of the error that is of no layer, the flips, and mends with most gain for their cost first."""

    name: str
    sqnr: float
    classes: int
    flips: int
    layers: List[ExplainedLayer]
    rest: float
    flipped: List[ExplainedFlip]
    mends: List[Mend]


@dataclass(frozen=True, repr=False)
class ExplainResult(Listed, Reported, Followed):
    """This tells where a quantized network loses, the worst output first; the table is of that.

    unexplained -- layers that errors could not be followed through, and outputs of integers
    """

    samples: int
    outputs: List[ExplainedOutput]
    unexplained: List[str]

    @property
    def worst(self) -> ExplainedOutput:
        """Returns the output that loses most."""
        return self.outputs[0]

    def columns(self) -> Sequence[str]:
        return "layer", "is", "gone %", "% of error", "worst cause", "% of flips", "% of MACs"

    def rows(self) -> List[Tuple[Any, ...]]:
        return [(one.name, one.operation, f"{100 * one.gone:.1f}", f"{100 * one.share:.1f}", one.worst_cause, f"{100 * one.flip_share:.1f}", f"{one.macs:.1f}")
                for one in self.worst.layers]

    def _tables(self) -> List[Any]:
        mends = [("mend", "of layer", "gains about dB", "% of MACs", "by")]
        mends += [(one.kind, one.layer, f"{one.gain:.2f}", f"{one.cost:.1f}", one.remedy) for one in self.worst.mends[:20]]
        return [("Where it loses: " + self.caption(), [self.columns(), *self.rows()]), ("What would mend it", mends)]

    def caption(self) -> str:
        flips = f", {self.worst.flips} of {self.samples:,} samples flip" if self.worst.classes else ""
        return f"output {self.worst.name}: {decibels(self.worst.sqnr)} on {self.samples:,} samples{flips}"

    def __repr__(self) -> str:
        return f"<qopt.ExplainResult: {self.caption()}>"


fields_are(ExplainedOutput, layers=ExplainedLayer, flipped=ExplainedFlip, mends=Mend)
fields_are(ExplainResult, remarks=Remark, outputs=ExplainedOutput)


def explain(floats: Model, quantized: Model, samples: Samples, *, every: int = 1, others: bool = False, most: Optional[int] = None,
            chosen: Optional[Numbers] = None, batch: int = 32, preprocessed: bool = False, outputs: Texts = (), looks: int = 64, removes: bool = False, device: str = "host",
            float_order: str = "fast", libraries: Texts = (), float_name: Optional[str] = None, quantized_name: Optional[str] = None,
            samples_name: Optional[str] = None, progress: Progress = None, on_step: OnStep = None, on_remark: OnRemark = None,
            on_command: OnCommand = None, is_cancelled: IsCancelled = None) -> ExplainResult:
    """Says where a quantized network loses: for each layer its share of each output's error and of its flips, apart by cause.

    Returns an ExplainResult.

    floats, quantized -- qopt.Model: a float network and its quantized form
    samples, batch, preprocessed, device, float_order, libraries, *_name, progress, on_… -- as quantize's
    every, others, most, chosen -- which samples, as evaluate's
    outputs -- names of those that are explained; none: all of real values
    looks   -- so many samples at most are looked at, from all over those selected
    removes -- also take away each layer's error in turn, of the worst output: a compilation and a run for each
    """
    natives = model_of(floats, "floats"), model_of(quantized, "quantized")
    same_inputs_of([floats, quantized])
    given = Given(floats, samples, name=samples_name or "samples.npz")
    options = {
        "samples": given.source, "every": every, "others": others, "most": most, "chosen": chosen, "batch": batch,
        "preprocessed": preprocessed, "outputs": names_of(outputs, "outputs"), "looks": looks, "removes": removes, "device": text_of(device, "device"),
        "float_order": float_order, "libraries": names_of(libraries, "libraries"), "float_name": float_name or natives[0].file(),
        "quantized_name": quantized_name or natives[1].file(), "samples_name": samples_name or given.name,
    }
    told = Told([(options["float_name"], floats), (options["quantized_name"], quantized)], [given], chosen)
    hooks = told.hooks(hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    fields = run_flow(_native.explain, hooks, (*natives, chosen_of(options)), given=[given])
    tell(fields["remarks"], given.oddities)
    result: ExplainResult = made(ExplainResult, told.fields(fields))
    names = {"float_name": options["float_name"], "quantized_name": options["quantized_name"]}
    how = {key: options[key] for key in ("every", "others", "most", "chosen", "batch", "preprocessed", "device", "float_order", "libraries")}
    came: ExplainResult = came_of(result, Origin(floats.clone(), quantized.clone(), given, how, names, result.commands, told.words))
    return came
