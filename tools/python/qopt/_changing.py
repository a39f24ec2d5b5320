"""repair and tune: networks that answer better, or faster."""

from . import _native
from ._arguments import counts_of, path_of, text_of
from ._flow import chosen_of, hooks_of, model_of, names_of, tell
from ._reports import RepairResult, TuneResult
from ._results import made
from ._samples import Given


def repair(model, samples=None, *, equalizes=False, smoothing=None, rounds=False, corrects_bias=False, bits=8, sample_count=200,
           only=(), all_but=(), every=1, others=False, most=None, chosen=None, batch=32, preprocessed=False, device="host",
           float_order="fast", libraries=(), model_name=None, samples_name=None, output_name="model.repaired.mlirbc",
           progress=None, on_step=None, on_remark=None, on_command=None, is_cancelled=None):
    """A float network whose quantized form answers better, from samples alone. Returns a RepairResult; the model stays.

    samples       -- as quantize's; None where nothing is measured: equalizes alone
    equalizes     -- channels of neighbours get equal ranges
    smoothing     -- alpha of SmoothQuant, 0 to 1; None: none
    rounds, corrects_bias -- weights are rounded so that outputs err least; biases take up the mean error
    bits          -- of the weights, as they will be quantized
    sample_count  -- so many of the samples are looked at, the first
    only, all_but -- names of layers: these alone, or all but these
    every, others, most, chosen -- which samples, as evaluate's
    batch, preprocessed, device, float_order, libraries, *_name, progress, on_… -- as quantize's
    """
    native = model_of(model)
    given = None if samples is None else Given(model, samples)
    options = {
        "equalizes": equalizes, "smoothing": smoothing, "rounds": rounds, "corrects_bias": corrects_bias, "bits": bits,
        "sample_count": sample_count, "only": names_of(only, "only"), "all_but": names_of(all_but, "all_but"),
        "samples": given and given.source, "every": every, "others": others, "most": most, "chosen": chosen, "batch": batch,
        "preprocessed": preprocessed, "device": text_of(device, "device"), "float_order": float_order,
        "libraries": names_of(libraries, "libraries"), "model_name": model_name or native.file(),
        "samples_name": samples_name or (given and given.name), "output_name": output_name,
    }
    fields = _native.repair(native, chosen_of(options), hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    tell(fields["remarks"], given.oddities if given else ())
    return made(RepairResult, fields)


def tune(model, device, database, *, batches=(), budget=60.0, seed=1, float_order="fast", libraries=(), model_name=None,
         progress=None, on_step=None, on_remark=None, on_command=None, is_cancelled=None):
    """Which kernels layers run fastest as on a device, by measuring them. Returns a TuneResult.

    device      -- one that takes kernels: "cuda", "opencl:1"
    database    -- the path of the file where what is measured is kept: made where there is none, and gone on with
    batches     -- one for each range that kernels are chosen for; none: 1, 8, 32 and 128
    budget      -- seconds; a later call goes on where this one ended
    seed        -- of the noise that layers are fed
    float_order, libraries, model_name, progress, on_… -- as quantize's
    """
    native = model_of(model)
    options = {
        "device": text_of(device, "device"), "database": path_of(database, "database"), "batches": counts_of(batches, "batches"),
        "budget": budget, "seed": seed, "float_order": float_order, "libraries": names_of(libraries, "libraries"),
        "model_name": model_name or native.file(),
    }
    fields = _native.tune(native, chosen_of(options), hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    tell(fields["remarks"])
    return made(TuneResult, fields)
