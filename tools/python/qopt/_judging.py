"""quantize, evaluate and accuracy: networks judged on samples."""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Union

from . import _native
from ._arguments import text_of
from ._errors import ArgumentError
from ._flow import bound_of, chosen_of, hooks_of, model_of, names_of, run_flow, same_inputs_of, tell
from ._origin import Origin, came_of
from ._reports import AccuracyResult
from ._results import EvaluateResult, QuantizeResult, made
from ._samples import Given
from ._table import Table
from ._told import Told

if TYPE_CHECKING:
    from ._model import Model
    from ._types import IsCancelled, Judge, Labels, Numbers, OnCommand, OnRemark, OnStep, Progress, Samples, Texts


def judging_samples(model: Model, samples: Samples, test: Any, labels: Labels, names: Sequence[Optional[str]]) -> List[Given]:
    """Returns the samples that calibrate and those that judge, each with the name that commands use
    for it."""
    calibrating = Given(model, samples, labels if test is None else False, name=names[0] or "samples.npz")
    return [calibrating, calibrating if test is None else Given(model, test, labels, name=names[1] or "test.npz")]


def of_origin(options: Dict[str, Any], *names: str) -> Dict[str, Any]:
    return {name: options[name] for name in (*names, "batch", "preprocessed", "outputs", "judge", "device", "float_order", "libraries")}


def cosine_of(value: Optional[float]) -> Optional[float]:
    if value is not None and not (isinstance(value, (int, float)) and not isinstance(value, bool) and -1 <= value <= 1):
        raise ArgumentError(f"min_cosine={value!r}: a cosine is a number from −1 to 1")
    return value


def parts_of(options: Dict[str, Any]) -> Dict[str, Any]:
    """Returns the options that select the samples that judge, where the other samples calibrate."""
    every = options["every"] or (5 if options["test"] is None else 1)
    return {"every": every, "others": True} if options["test"] is None and every > 1 else {}


def quantize(model: Model, samples: Samples, *, test: Optional[Samples] = None, labels: Labels = None, every: int = 0,
             batch: int = 32, preprocessed: bool = False, profile: str = "qopt", scheme: str = "", attention: str = "",
             weight_bits: int = 0, weight_bits8: Texts = (), floats: str = "f32", fuse: str = "", mode: str = "", calibrator: str = "", bits: int = 8,
             percentile: float = 99.999, clip_weight: float = 2.0, skip_zeros: bool = False, rounds: Optional[bool] = None,
             corrects_bias: Optional[bool] = None, smoothing: Optional[float] = None, float_layers: Texts = (), choose_samples: int = 128,
             choose_seconds: float = math.inf, float_macs: float = 2.0, max_drop: Optional[float] = None, max_flips: Optional[int] = None, min_sqnr: Optional[float] = None,
             min_cosine: Optional[float] = None, outputs: Texts = (), judge: Judge = "", device: str = "host", float_order: str = "fast", libraries: Texts = (),
             model_name: Optional[str] = None, output_name: str = "model.int8.mlirbc", samples_name: Optional[str] = None,
             test_name: Optional[str] = None, labels_name: Optional[str] = None, progress: Progress = None,
             on_step: OnStep = None, on_remark: OnRemark = None, on_command: OnCommand = None,
             is_cancelled: IsCancelled = None) -> QuantizeResult:
    """Makes a network's integer form and tells its cost: fold, choose, repair, calibrate, quantize, judge.

    Returns a QuantizeResult; the model stays as it is. `qrun quantize` gives the same, to the byte.

    samples      -- raw samples that calibrate: an array N×…, a dict of them by input, whatever yields such (a DataLoader, a
                    list, a function that returns an iterator), or the path of a .npz, .npy, picture or folder
    test         -- samples that judge; None: those that do not calibrate
    labels       -- the class of each sample of what judges: N whole numbers, or of files what --labels takes; None: those
                    that the samples bring (an array `labels`, folders, what stands behind the inputs in a tuple); False: none
    every        -- one sample in so many calibrates; 0: one in 5 where the others judge, else each
    batch        -- samples in one run, at most
    preprocessed -- float samples are what the network takes: no mean, no deviation
    profile, attention, weight_bits -- of the pass insert-quant; "" and 0: the profile's own
    weight_bits8 -- names of layers whose weights have 8 bits beside weight_bits of fewer; none, of 4 or fewer: those at both
                    ends of the network, and small ones that few bits cost most
    scheme, mode -- of the pass insert-quant; "": those that fit compete, on samples that calibrate, held back in turn
    fuse         -- functions between two stored values that round once: "none", "tables", "arithmetic", "all"; "" lets "arithmetic" compete
    floats       -- what layers that stay float lie in memory as: "f32", "f16", "bf16"
    calibrator   -- how ranges are chosen: "auto", "min-max", "entropy", …; "": they compete
    bits, percentile, clip_weight, skip_zeros -- of the calibrator: 8; percent of values that keep their magnitude;
                    what the squared error of a value that is cut off counts; whether entropy leaves out zeros
    rounds, corrects_bias, smoothing -- whether weights and biases are repaired, and SmoothQuant's alpha, 0: none; None: they compete
    choose_samples, choose_seconds -- how many samples are held back at most for what competes, 0 for none: then "mixed",
                    "auto" and both repairs are taken; after how many seconds no further setting is tried
    float_layers, float_macs -- names of layers that stay float; percent of the multiply-adds that others, small ones that
                    lose most, may take together and stay float as well; 0: none
    max_drop     -- points of accuracy (percent of the samples) that may be lost; needs labels
    max_flips    -- classes, or indices, of each output that may differ
    min_sqnr     -- dB of each output's values
    min_cosine   -- of each sample's vector in an embedding with the float network's, −1 to 1
    outputs      -- names of those that are judged; none: all
    judge        -- what they are judged as: "classes" (flips), "embedding" (cosines, nearest others) or "values" (SQNR alone);
                    "": each as what it looks like
    device, float_order, libraries -- where and how it runs, as Model.compile
    *_name       -- what commands and messages call files
    progress     -- True for a bar (tqdm's, where it is installed), False for none, a bar, a function (done, total); None: on
                    a terminal
    on_step(state, label, done, total), on_remark(kind, text), on_command(line), is_cancelled() -- called while it runs; an
                    on_step with a parameter `note` is given what is said of a step beside, "12 s are left". What one
                    raises ends the flow and comes out as it is; so does Ctrl-C, between two batches
    """
    native = model_of(model)
    calibrating, judging = judging_samples(model, samples, test, labels, (samples_name, test_name))
    options = {
        "samples": calibrating.source, "test": None if test is None else judging.source, "every": every,
        "labels": judging.labels, "batch": batch, "preprocessed": preprocessed, "profile": profile, "scheme": scheme,
        "attention": attention, "weight_bits": weight_bits, "weight_bits8": names_of(weight_bits8, "weight_bits8"),
        "floats": floats, "fuse": fuse, "mode": mode, "calibrator": calibrator, "bits": bits,
        "percentile": percentile, "clip_weight": clip_weight, "skip_zeros": skip_zeros, "rounds": rounds,
        "corrects_bias": corrects_bias, "smoothing": smoothing, "float_layers": names_of(float_layers, "float_layers"), "choose_samples": choose_samples, "choose_seconds": choose_seconds,
        "float_macs": float_macs, "max_drop": bound_of(max_drop, "max_drop"), "max_flips": bound_of(max_flips, "max_flips"), "min_sqnr": bound_of(min_sqnr, "min_sqnr"),
        "min_cosine": cosine_of(min_cosine), "outputs": names_of(outputs, "outputs"), "judge": text_of(judge, "judge"),
        "device": text_of(device, "device"), "float_order": float_order, "libraries": names_of(libraries, "libraries"), "model_name": model_name or native.file(), "output_name": output_name,
        "samples_name": samples_name or calibrating.name, "test_name": test_name or (judging.name if test is not None else None),
        "labels_name": judging.labels_name if labels_name is None else labels_name,
    }
    told = Told([(options["model_name"], model)], [calibrating, judging])
    hooks = told.hooks(hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    copy = model.clone()
    fields = run_flow(_native.quantize, hooks, (native, chosen_of(options)), given=[calibrating, judging])
    table = came_of(Table(fields["table"]), Origin(copy, names={"float_name": options["model_name"]}))
    result: QuantizeResult = made(QuantizeResult, dict(told.fields(fields), table=table))
    tell(fields["remarks"], {*calibrating.oddities, *judging.oddities})
    stem = os.path.splitext(output_name)[0]
    names = {"float_name": stem + ".float.mlirbc", "quantized_name": output_name, "calibration_name": stem + ".json",
             "labels_name": options["labels_name"]}
    how = {**of_origin(options), **parts_of(options), "profile": profile, "integer_attention": attention == "integer"}
    came: QuantizeResult = came_of(result, Origin(copy, None, judging, how, names, result.commands[:-1], told.words))
    return came


def evaluate(models: Union[Model, Sequence[Model]], samples: Samples, *, against: Optional[Model] = None, labels: Labels = None,
             every: int = 1, others: bool = False, most: Optional[int] = None, chosen: Optional[Numbers] = None, batch: int = 32,
             preprocessed: bool = False, max_drop: Optional[float] = None, max_flips: Optional[int] = None,
             min_sqnr: Optional[float] = None, min_cosine: Optional[float] = None, outputs: Texts = (), judge: Judge = "",
             device: str = "host", float_order: str = "fast", libraries: Texts = (), samples_name: Optional[str] = None, labels_name: Optional[str] = None,
             against_name: Optional[str] = None, progress: Progress = None, on_step: OnStep = None, on_remark: OnRemark = None,
             on_command: OnCommand = None, is_cancelled: IsCancelled = None) -> EvaluateResult:
    """Judges how often networks are right, and what they lose against another one. Returns an
    EvaluateResult.

    models       -- a qopt.Model, or a list of them
    samples, labels, batch, preprocessed, outputs, judge, device, float_order, libraries, *_name, progress, on_… -- as quantize's
    against      -- the qopt.Model that they are compared with; None: the first of them
    every, others, most, chosen -- which samples: one in `every` from the first on, or with `others` all but those; the first
                    `most` of these; or those of a list of ascending places
    max_drop, max_flips, min_sqnr, min_cosine -- bounds, as quantize's; JudgedNetwork.broken says which do not hold
    """
    from ._model import Model

    models = [models] if isinstance(models, Model) else list(models)
    if not models:
        raise ArgumentError("models: there are none; give a qopt.Model, or a list of them")
    if against is None:
        against, models = models[0], models[1:]
    natives = [model_of(model, "models") for model in models]
    baseline = model_of(against, "against")
    same_inputs_of([against, *models])
    given = Given(against, samples, labels, name=samples_name or "samples.npz")
    options = {
        "samples": given.source, "every": every, "others": others, "most": most, "chosen": chosen, "labels": given.labels,
        "batch": batch, "preprocessed": preprocessed, "max_drop": bound_of(max_drop, "max_drop"),
        "max_flips": bound_of(max_flips, "max_flips"), "min_sqnr": bound_of(min_sqnr, "min_sqnr"),
        "min_cosine": cosine_of(min_cosine), "outputs": names_of(outputs, "outputs"), "judge": text_of(judge, "judge"),
        "device": text_of(device, "device"), "float_order": float_order, "libraries": names_of(libraries, "libraries"), "samples_name": samples_name or given.name,
        "labels_name": given.labels_name if labels_name is None else labels_name, "against_name": against_name or baseline.file(),
    }
    names = [native.file() for native in natives]
    told = Told(zip([options["against_name"], *names], [against, *models]), [given], chosen)
    hooks = told.hooks(hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    copies = [model.clone() for model in (against, *models[:1])]
    fields = run_flow(_native.evaluate, hooks, (baseline, natives, names, chosen_of(options)), given=[given])
    fields["networks"] = fields["networks"] or [fields["against"]]
    result = made(EvaluateResult, dict(told.fields(fields), names=[options["against_name"], *names]))
    tell(fields["remarks"], given.oddities)
    own = {"float_name": options["against_name"], "quantized_name": names[0] if names else None, "labels_name": options["labels_name"]}
    how = of_origin(options, "every", "others", "most", "chosen")
    came: EvaluateResult = came_of(result, Origin(copies[0], copies[1] if len(copies) > 1 else None, given, how, own, told.lines, told.words))
    return came


def accuracy(model: Model, samples: Samples, *, test: Optional[Samples] = None, labels: Labels = None, every: int = 0,
             batch: int = 32, preprocessed: bool = False, grids: Texts = ("calibrators",), passes: Texts = (),
             outputs: Texts = (), judge: Judge = "", device: str = "host", float_order: str = "fast", libraries: Texts = (),
             model_name: Optional[str] = None, samples_name: Optional[str] = None, test_name: Optional[str] = None,
             labels_name: Optional[str] = None, progress: Progress = None, on_step: OnStep = None, on_remark: OnRemark = None,
             on_command: OnCommand = None, is_cancelled: IsCancelled = None) -> AccuracyResult:
    """Measures what calibrators, schemes and types cost a float network. Returns an AccuracyResult
    with a row for each setting.

    samples, test, labels, every, batch, preprocessed, outputs, judge, device, float_order, libraries, *_name, progress, on_… -- as
             quantize's
    grids  -- which rows: names of accuracy_grids()
    passes -- rows of one's own behind them: passes behind calibration, as "insert-quant{bits=16}"
    """
    native = model_of(model)
    calibrating, judging = judging_samples(model, samples, test, labels, (samples_name, test_name))
    options = {
        "samples": calibrating.source, "test": None if test is None else judging.source, "every": every,
        "labels": judging.labels, "batch": batch, "preprocessed": preprocessed, "grids": names_of(grids, "grids"),
        "passes": names_of(passes, "passes"), "outputs": names_of(outputs, "outputs"), "judge": text_of(judge, "judge"),
        "device": text_of(device, "device"), "float_order": float_order, "libraries": names_of(libraries, "libraries"), "model_name": model_name or native.file(),
        "samples_name": samples_name or calibrating.name, "test_name": test_name or (judging.name if test is not None else None),
        "labels_name": judging.labels_name if labels_name is None else labels_name,
    }
    told = Told([(options["model_name"], model)], [calibrating, judging])
    hooks = told.hooks(hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    copy = model.clone()
    fields = run_flow(_native.accuracy, hooks, (native, chosen_of(options)), given=[calibrating, judging])
    result = made(AccuracyResult, told.fields(fields))
    tell(fields["remarks"], {*calibrating.oddities, *judging.oddities})
    names = {"float_name": options["model_name"], "labels_name": options["labels_name"]}
    came: AccuracyResult = came_of(result, Origin(copy, None, judging, {**of_origin(options), **parts_of(options)}, names, result.commands, told.words))
    return came


def accuracy_grids() -> Dict[str, str]:
    """{name: what it compares} of accuracy's grids."""
    return dict(_native.accuracy_grids())
