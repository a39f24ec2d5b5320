"""repair and tune: networks that answer better, or faster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Sequence

from . import _native
from ._arguments import counts_of, path_of, text_of
from ._errors import ArgumentError
from ._flow import chosen_of, hooks_of, model_of, names_of, run_flow, tell
from ._origin import Origin, came_of
from ._reports import RepairResult, TuneResult
from ._results import made
from ._samples import Given
from ._told import Told

if TYPE_CHECKING:
    from ._model import Model
    from ._types import IsCancelled, Numbers, OnCommand, OnRemark, OnStep, Path, Progress, Samples, Texts


def repair(model: Model, samples: Optional[Samples] = None, *, equalizes: bool = False, evens_channels: bool = False,
           smoothing: Optional[float] = None, rounds: bool = False, corrects_bias: bool = False, bits: int = 8, bits8: Texts = (), group: int = 0,
           sequential: bool = False, sample_count: int = 200, only: Texts = (), all_but: Texts = (), every: int = 1,
           others: bool = False, most: Optional[int] = None, chosen: Optional[Numbers] = None, batch: int = 32, preprocessed: bool = False, device: str = "host",
           float_order: str = "fast", libraries: Texts = (), model_name: Optional[str] = None, samples_name: Optional[str] = None,
           output_name: str = "model.repaired.mlirbc", progress: Progress = None, on_step: OnStep = None,
           on_remark: OnRemark = None, on_command: OnCommand = None, is_cancelled: IsCancelled = None) -> RepairResult:
    """A float network whose quantized form answers better, from samples alone. Returns a RepairResult; the model stays.

    samples       -- as quantize's; None where nothing is measured: equalizes alone
    equalizes     -- channels of neighbours get equal ranges
    evens_channels -- a range for each channel of what depthwise convolutions read
    smoothing     -- alpha of SmoothQuant, 0 to 1; None: none
    rounds, corrects_bias -- weights are rounded so that outputs err least; biases take up the mean error
    bits          -- of the weights, as they will be quantized
    bits8         -- names of layers whose weights have 8 bits all the same
    group         -- weights that share a scale, as those of the pass quantize-weights; 0: those of a channel
    sequential    -- layers are rounded one after the other, by what the rounded ones before them make
    sample_count  -- so many of the samples are looked at, the first
    only, all_but -- names of layers: these alone, or all but these
    every, others, most, chosen -- which samples, as evaluate's
    batch, preprocessed, device, float_order, libraries, *_name, progress, on_… -- as quantize's
    """
    native = model_of(model)
    given = None if samples is None else Given(model, samples, name=samples_name or "samples.npz")
    options = {
        "equalizes": equalizes, "evens_channels": evens_channels, "smoothing": smoothing, "rounds": rounds, "corrects_bias": corrects_bias, "bits": bits,
        "bits8": names_of(bits8, "bits8"), "group": group, "sequential": sequential, "sample_count": sample_count,
        "only": names_of(only, "only"), "all_but": names_of(all_but, "all_but"),
        "samples": given and given.source, "every": every, "others": others, "most": most, "chosen": chosen, "batch": batch,
        "preprocessed": preprocessed, "device": text_of(device, "device"), "float_order": float_order,
        "libraries": names_of(libraries, "libraries"), "model_name": model_name or native.file(),
        "samples_name": samples_name or (given and given.name), "output_name": output_name,
    }
    told = Told([(options["model_name"], model)], [given], chosen)
    hooks = told.hooks(hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    fields = run_flow(_native.repair, hooks, (native, chosen_of(options)), given=[given])
    tell(fields["remarks"], given.oddities if given else ())
    result: RepairResult = made(RepairResult, told.fields(fields))
    return result


def tune(model: Model, device: str, database: Path, *, batches: Numbers = (), budget: float = 60.0, part: int = 0, parts: int = 1,
         seed: int = 1, float_order: str = "fast", libraries: Texts = (), model_name: Optional[str] = None,
         progress: Progress = None, on_step: OnStep = None, on_remark: OnRemark = None, on_command: OnCommand = None,
         is_cancelled: IsCancelled = None) -> TuneResult:
    """Finds by measuring which kernels layers run fastest as on a device. Returns a TuneResult;
    programs take the kernels by model.compile(device, tuning=database).

    device      -- one that takes kernels: "cuda", "opencl:1"
    database    -- the path of the file where what is measured is kept: made where there is none, and gone on with
    batches     -- one for each range that kernels are chosen for; none: 1, 8, 32 and 128
    budget      -- seconds; a later call goes on where this one ended
    part, parts -- of so many parts into which layers are dealt the one that is measured, from 0 on: for several devices of a kind at
                   once, whose databases merge_tunings joins
    seed        -- of the noise that layers are fed
    float_order, libraries, model_name, progress, on_… -- as quantize's
    """
    native = model_of(model)
    options = {
        "device": text_of(device, "device"), "database": path_of(database, "database"), "batches": counts_of(batches, "batches"),
        "budget": budget, "part": part, "parts": parts, "seed": seed, "float_order": float_order, "libraries": names_of(libraries, "libraries"),
        "model_name": model_name or native.file(),
    }
    told = Told([(options["model_name"], model)], [])
    hooks = told.hooks(hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    copy = model.clone()
    fields = run_flow(_native.tune, hooks, (native, chosen_of(options)))
    tell(fields["remarks"])
    result: TuneResult = made(TuneResult, told.fields(fields))
    how = {name: options[name] for name in ("device", "float_order", "libraries")}
    came: TuneResult = came_of(result, Origin(copy, None, None, how, {"float_name": options["model_name"]}, result.commands, told.words))
    return came


def merge_tunings(parts: Sequence[Path], database: Path) -> int:
    """Joins databases of tune: their rows, and those that `database` has, are in it then. Returns how many there are.

    The database holds what one call that measured all of it would have left, whatever the order. If several rows are of one
    configuration, that of this build's kernels is taken; a refusal, since other answers are wrong ones whoever got them; else
    the one of more runs.

    parts    -- paths of files that are there
    database -- the path of one that is made, or gone on with
    """
    paths = [path_of(part, "parts") for part in ([parts] if isinstance(parts, str) else parts)]
    if not paths:
        raise ArgumentError("parts: there are none; give the paths of databases that tune made")
    return _native.merge_tunings(paths, path_of(database, "database"))
