"""compare, lint_data and label: what values and samples look like."""

from . import _native
from ._arguments import text_of
from ._flow import chosen_of, hooks_of, model_of, names_of, tell
from ._reports import CompareResult, LabelResult, LintDataResult
from ._results import made
from ._samples import Given


def compare(first, second=None, samples=None, *, arrays=None, every=1, others=False, most=None, chosen=None, batch=8, seed=1,
            preprocessed=False, allows_nan=False, outputs_alone=False, device="host", other_device="", float_order="fast",
            libraries=(), other_order=None, name=None, other_name=None, samples_name=None, progress=None, on_step=None,
            on_remark=None, on_command=None, is_cancelled=None):
    """Two networks, or one on two devices, value by value. Returns a CompareResult.

    first, second -- qopt.Model; None: the first once more, as on other_device
    samples       -- as quantize's: the first batch of those selected is fed; None, and no arrays: noise
    arrays        -- {input: array} of the inputs' shapes, N×…, which are fed instead; raw unless preprocessed
    every, others, most, chosen -- which samples, as evaluate's
    batch         -- of samples, and of noise
    seed          -- of the noise
    preprocessed  -- float samples and arrays are what the networks take
    allows_nan    -- what is fed may hold NaN
    outputs_alone -- the networks' outputs alone, by the kernels that a run uses; else every value that both have
    device, other_device -- where they run; "": the same
    float_order, other_order, libraries -- how, as Model.compile; None: the same
    *name         -- what commands and messages call them
    progress, on_… -- as quantize's
    """
    second = first if second is None else second
    natives = model_of(first, "first"), model_of(second, "second")
    given = None if samples is None else Given(first, samples)
    options = {
        "arrays": arrays, "samples": given and given.source, "every": every, "others": others, "most": most, "chosen": chosen,
        "batch": batch, "seed": seed, "preprocessed": preprocessed, "allows_nan": allows_nan, "outputs_alone": outputs_alone,
        "device": text_of(device, "device"), "other_device": text_of(other_device, "other_device"), "float_order": float_order,
        "libraries": names_of(libraries, "libraries"), "other_order": other_order, "name": name or natives[0].file(),
        "other_name": other_name or natives[1].file(), "samples_name": samples_name or (given and given.name),
    }
    fields = _native.compare(*natives, chosen_of(options), hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    tell(fields["remarks"], given.oddities if given else ())
    return made(CompareResult, fields)


def lint_data(model, samples, *, labels=None, every=1, others=False, most=None, chosen=None, batch=32, preprocessed=False,
              output="", device="host", float_order="fast", libraries=(), model_name=None, samples_name=None, progress=None,
              on_step=None, on_remark=None, on_command=None, is_cancelled=None):
    """What is wrong with samples, before it costs accuracy. Returns a LintDataResult.

    samples, labels, batch, preprocessed, device, float_order, libraries, *_name, progress, on_… -- as quantize's
    every, others, most, chosen -- which samples, as evaluate's
    output -- that holds the scores; "": the only one, or the first
    """
    native = model_of(model)
    given = Given(model, samples, labels)
    options = {
        "samples": given.source, "every": every, "others": others, "most": most, "chosen": chosen, "labels": given.labels,
        "batch": batch, "preprocessed": preprocessed, "output": text_of(output, "output"), "device": text_of(device, "device"),
        "float_order": float_order, "libraries": names_of(libraries, "libraries"), "model_name": model_name or native.file(),
        "samples_name": samples_name or given.name,
    }
    fields = _native.lint_data(native, chosen_of(options), hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    tell(fields["remarks"], given.oddities)
    return made(LintDataResult, fields)


def label(model, samples, *, classes=(), classes_name="classes.txt", every=1, others=False, most=None, chosen=None, batch=1,
          preprocessed=False, top=5, output="", device="host", float_order="fast", libraries=(), model_name=None,
          samples_name=None, progress=None, on_step=None, on_remark=None, on_command=None, is_cancelled=None):
    """What a classifier sees in samples. Returns a LabelResult, which has the best classes of each.

    samples, batch, preprocessed, device, float_order, libraries, *_name, progress, on_… -- as quantize's
    classes -- their names, in their order; none: numbers alone
    every, others, most, chosen -- which samples, as evaluate's
    top     -- so many classes of each sample
    output  -- that holds the scores; "": the only one, or the first
    """
    native = model_of(model)
    given = Given(model, samples)
    options = {
        "samples": given.source, "every": every, "others": others, "most": most, "chosen": chosen, "batch": batch,
        "preprocessed": preprocessed, "classes": names_of(classes, "classes"), "classes_name": classes_name, "top": top,
        "output": text_of(output, "output"), "device": text_of(device, "device"), "float_order": float_order,
        "libraries": names_of(libraries, "libraries"), "model_name": model_name or native.file(),
        "samples_name": samples_name or given.name,
    }
    fields = _native.label(native, chosen_of(options), hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    tell(fields["remarks"], given.oddities)
    return made(LabelResult, fields)
