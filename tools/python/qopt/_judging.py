"""quantize, evaluate and accuracy: networks judged on samples."""

from . import _native
from ._arguments import text_of
from ._errors import ArgumentError
from ._flow import bound_of, chosen_of, hooks_of, model_of, names_of, tell
from ._reports import AccuracyResult
from ._results import EvaluateResult, QuantizeResult, made
from ._samples import Given


def quantize(model, samples, *, test=None, labels=None, every=0, batch=32, preprocessed=False, profile="qopt", scheme="",
             attention="", weight_bits=0, floats="f32", calibrator="auto", bits=8, percentile=99.999, clip_weight=2.0,
             skip_zeros=False, rounds=True, corrects_bias=True, max_drop=None, max_flips=None, min_sqnr=None, outputs=(),
             device="host", float_order="fast", libraries=(), model_name=None, output_name="model.int8.mlirbc",
             samples_name=None, test_name=None, labels_name=None, progress=None, on_step=None, on_remark=None,
             on_command=None, is_cancelled=None):
    """From a float network to its integer form, and what that costs: fold, repair, calibrate, quantize, judge.

    Returns a QuantizeResult; the model stays as it is. What `qrun quantize` does, to the byte.

    samples      -- raw samples that calibrate: an array N×…, a dict of them by input, whatever yields such (a DataLoader, a
                    list, a function that returns an iterator), or the path of a .npz, .npy, picture or folder
    test         -- samples that judge; None: those that do not calibrate
    labels       -- the class of each sample of what judges: N whole numbers, or of files what --labels takes; None: those
                    that the samples bring (an array `labels`, folders, what stands behind the inputs in a tuple); False: none
    every        -- one sample in so many calibrates; 0: one in 5 where the others judge, else each
    batch        -- samples in one run, at most
    preprocessed -- float samples are what the network takes: no mean, no deviation
    profile, scheme, attention, weight_bits -- of the pass insert-quant; "" and 0: the profile's own
    floats       -- what layers that stay float lie in memory as: "f32", "f16", "bf16"
    calibrator   -- how ranges are chosen: "auto", "min-max", "entropy", …
    bits, percentile, clip_weight, skip_zeros -- of the calibrator: 8 or 16; percent of values that keep their magnitude;
                    what the squared error of a value that is cut off counts; whether entropy leaves out zeros
    rounds, corrects_bias -- whether weights and biases are repaired
    max_drop     -- points of accuracy (percent of the samples) that may be lost; needs labels
    max_flips    -- classes, or indices, of each output that may differ
    min_sqnr     -- dB of each output's values
    outputs      -- names of those that are judged; none: all
    device, float_order, libraries -- where and how it runs, as Model.compile
    *_name       -- what commands and messages call files
    progress     -- True for a bar (tqdm's, where it is installed), False for none, a bar, a function (done, total); None: on
                    a terminal
    on_step(state, label, done, total), on_remark(kind, text), on_command(line), is_cancelled() -- called while it runs. What
                    one raises ends the flow and comes out as it is; so does Ctrl-C, between two batches
    """
    native = model_of(model)
    calibrating = Given(model, samples, labels if test is None else False)
    judging = calibrating if test is None else Given(model, test, labels)
    options = {
        "samples": calibrating.source, "test": None if test is None else judging.source, "every": every,
        "labels": judging.labels, "batch": batch, "preprocessed": preprocessed, "profile": profile, "scheme": scheme,
        "attention": attention, "weight_bits": weight_bits, "floats": floats, "calibrator": calibrator, "bits": bits,
        "percentile": percentile, "clip_weight": clip_weight, "skip_zeros": skip_zeros, "rounds": rounds,
        "corrects_bias": corrects_bias, "max_drop": bound_of(max_drop, "max_drop"),
        "max_flips": bound_of(max_flips, "max_flips"), "min_sqnr": bound_of(min_sqnr, "min_sqnr"),
        "outputs": names_of(outputs, "outputs"), "device": text_of(device, "device"), "float_order": float_order,
        "libraries": names_of(libraries, "libraries"), "model_name": model_name or native.file(), "output_name": output_name,
        "samples_name": samples_name or calibrating.name, "test_name": test_name or (judging.name if test is not None else None),
        "labels_name": judging.labels_name if labels_name is None else labels_name,
    }
    fields = _native.quantize(native, chosen_of(options), hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    result = made(QuantizeResult, fields)
    tell(fields["remarks"], {*calibrating.oddities, *judging.oddities})
    return result


def evaluate(models, samples, *, against=None, labels=None, every=1, others=False, most=None, chosen=None, batch=32,
             preprocessed=False, max_drop=None, max_flips=None, min_sqnr=None, outputs=(), device="host", float_order="fast",
             libraries=(), samples_name=None, against_name=None, progress=None, on_step=None, on_remark=None, on_command=None,
             is_cancelled=None):
    """How often networks are right, and what they lose against another one. Returns an EvaluateResult.

    models       -- a qopt.Model, or a list of them
    samples, labels, batch, preprocessed, outputs, device, float_order, libraries, *_name, progress, on_… -- as quantize's
    against      -- the qopt.Model that they are compared with; None: the first of them
    every, others, most, chosen -- which samples: one in `every` from the first on, or with `others` all but those; the first
                    `most` of these; or those of a list of ascending places
    max_drop, max_flips, min_sqnr -- bounds, as quantize's; JudgedNetwork.broken says which do not hold
    """
    from ._model import Model

    models = [models] if isinstance(models, Model) else list(models)
    if not models:
        raise ArgumentError("models: there are none; give a qopt.Model, or a list of them")
    if against is None:
        against, models = models[0], models[1:]
    natives = [model_of(model, "models") for model in models]
    baseline = model_of(against, "against")
    given = Given(against, samples, labels)
    options = {
        "samples": given.source, "every": every, "others": others, "most": most, "chosen": chosen, "labels": given.labels,
        "batch": batch, "preprocessed": preprocessed, "max_drop": bound_of(max_drop, "max_drop"),
        "max_flips": bound_of(max_flips, "max_flips"), "min_sqnr": bound_of(min_sqnr, "min_sqnr"),
        "outputs": names_of(outputs, "outputs"), "device": text_of(device, "device"), "float_order": float_order,
        "libraries": names_of(libraries, "libraries"), "samples_name": samples_name or given.name,
        "against_name": against_name or baseline.file(),
    }
    names = [native.file() for native in natives]
    fields = _native.evaluate(baseline, natives, names, chosen_of(options),
                              hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    result = made(EvaluateResult, dict(fields, names=[options["against_name"], *names]))
    tell(fields["remarks"], given.oddities)
    return result


def accuracy(model, samples, *, test=None, labels=None, every=0, batch=32, preprocessed=False, grids=("calibrators",), passes=(),
             outputs=(), device="host", float_order="fast", libraries=(), model_name=None, samples_name=None, test_name=None,
             labels_name=None, progress=None, on_step=None, on_remark=None, on_command=None, is_cancelled=None):
    """What calibrators, schemes and types cost a float network: an AccuracyResult, a row for each setting.

    samples, test, labels, every, batch, preprocessed, outputs, device, float_order, libraries, *_name, progress, on_… -- as
             quantize's
    grids  -- which rows: names of accuracy_grids()
    passes -- rows of one's own behind them: passes behind calibration, as "insert-quant{bits=16}"
    """
    native = model_of(model)
    calibrating = Given(model, samples, labels if test is None else False)
    judging = calibrating if test is None else Given(model, test, labels)
    options = {
        "samples": calibrating.source, "test": None if test is None else judging.source, "every": every,
        "labels": judging.labels, "batch": batch, "preprocessed": preprocessed, "grids": names_of(grids, "grids"),
        "passes": names_of(passes, "passes"), "outputs": names_of(outputs, "outputs"), "device": text_of(device, "device"),
        "float_order": float_order, "libraries": names_of(libraries, "libraries"), "model_name": model_name or native.file(),
        "samples_name": samples_name or calibrating.name, "test_name": test_name or (judging.name if test is not None else None),
        "labels_name": judging.labels_name if labels_name is None else labels_name,
    }
    fields = _native.accuracy(native, chosen_of(options), hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    result = made(AccuracyResult, fields)
    tell(fields["remarks"], {*calibrating.oddities, *judging.oddities})
    return result


def accuracy_grids():
    """{name: what it compares} of accuracy's grids."""
    return _native.accuracy_grids()
