"""compare, lint_data and label: what values and samples look like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, Optional

from . import _native
from ._arguments import text_of
from ._flow import chosen_of, hooks_of, model_of, names_of, run_flow, same_inputs_of, tell
from ._origin import Origin, came_of
from ._reports import CompareResult, LabelResult, LintDataResult
from ._results import made
from ._samples import Given
from ._told import Told

if TYPE_CHECKING:
    from ._model import Model
    from ._types import Array, IsCancelled, Labels, Numbers, OnCommand, OnRemark, OnStep, Progress, Samples, Texts


def compare(first: Model, second: Optional[Model] = None, samples: Optional[Samples] = None, *,
            arrays: Optional[Mapping[str, Array]] = None, every: int = 1, others: bool = False, most: Optional[int] = None,
            chosen: Optional[Numbers] = None, batch: int = 8, seed: int = 1, preprocessed: bool = False, allows_nan: bool = False,
            outputs_alone: bool = False, device: str = "host", other_device: str = "", float_order: str = "fast",
            libraries: Texts = (), other_order: Optional[str] = None, name: Optional[str] = None,
            other_name: Optional[str] = None, samples_name: Optional[str] = None, progress: Progress = None,
            on_step: OnStep = None, on_remark: OnRemark = None, on_command: OnCommand = None,
            is_cancelled: IsCancelled = None) -> CompareResult:
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
    if samples is not None:
        same_inputs_of([first, second])
    given = None if samples is None else Given(first, samples, name=samples_name or "samples.npz")
    options = {
        "arrays": arrays, "samples": given and given.source, "every": every, "others": others, "most": most, "chosen": chosen,
        "batch": batch, "seed": seed, "preprocessed": preprocessed, "allows_nan": allows_nan, "outputs_alone": outputs_alone,
        "device": text_of(device, "device"), "other_device": text_of(other_device, "other_device"), "float_order": float_order,
        "libraries": names_of(libraries, "libraries"), "other_order": other_order, "name": name or natives[0].file(),
        "other_name": other_name or natives[1].file(), "samples_name": samples_name or (given and given.name),
    }
    told = Told([(options["name"], first), (options["other_name"], second)], [given], chosen)
    told.lines += [f"# {key}.npy: numpy.save('{key}.npy', arrays['{key}'])" for key in (arrays if isinstance(arrays, dict) else ())]
    hooks = told.hooks(hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    # A page is of a float network and its quantized form; of others, of the first, with what the second's values differ by.
    pair = [first.clone(), second.clone() if natives[1].holds_steps() and not natives[0].holds_steps() else None]
    fields = run_flow(_native.compare, hooks, (*natives, chosen_of(options)), given=[given])
    tell(fields["remarks"], given.oddities if given else ())
    result: CompareResult = made(CompareResult, told.fields(fields))
    names = {"float_name": options["name"], "quantized_name": options["other_name"]}
    how = {key: options[key] for key in ("device", "float_order", "libraries")}
    came: CompareResult = came_of(result, Origin(pair[0], pair[1], None, how, names, result.commands, told.words))
    return came


def lint_data(model: Model, samples: Samples, *, labels: Labels = None, every: int = 1, others: bool = False,
              most: Optional[int] = None, chosen: Optional[Numbers] = None, batch: int = 32, preprocessed: bool = False,
              output: str = "", device: str = "host", float_order: str = "fast", libraries: Texts = (),
              model_name: Optional[str] = None, samples_name: Optional[str] = None, labels_name: Optional[str] = None,
              progress: Progress = None, on_step: OnStep = None, on_remark: OnRemark = None, on_command: OnCommand = None,
              is_cancelled: IsCancelled = None) -> LintDataResult:
    """Finds what is wrong with samples, before it costs accuracy. Returns a LintDataResult.

    samples, labels, batch, preprocessed, device, float_order, libraries, *_name, progress, on_… -- as quantize's
    every, others, most, chosen -- which samples, as evaluate's
    output -- that holds the scores; "": the only one, or the first
    """
    native = model_of(model)
    given = Given(model, samples, labels, name=samples_name or "samples.npz")
    options = {
        "samples": given.source, "every": every, "others": others, "most": most, "chosen": chosen, "labels": given.labels,
        "batch": batch, "preprocessed": preprocessed, "output": text_of(output, "output"), "device": text_of(device, "device"),
        "float_order": float_order, "libraries": names_of(libraries, "libraries"), "model_name": model_name or native.file(),
        "samples_name": samples_name or given.name, "labels_name": given.labels_name if labels_name is None else labels_name,
    }
    told = Told([(options["model_name"], model)], [given], chosen)
    hooks = told.hooks(hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    fields = run_flow(_native.lint_data, hooks, (native, chosen_of(options)), given=[given])
    tell(fields["remarks"], given.oddities)
    result: LintDataResult = made(LintDataResult, told.fields(fields))
    return result


def label(model: Model, samples: Samples, *, classes: Texts = (), classes_name: str = "classes.txt", every: int = 1,
          others: bool = False, most: Optional[int] = None, chosen: Optional[Numbers] = None, batch: int = 1,
          preprocessed: bool = False, top: int = 5, output: str = "", device: str = "host", float_order: str = "fast",
          libraries: Texts = (), model_name: Optional[str] = None, samples_name: Optional[str] = None, progress: Progress = None,
          on_step: OnStep = None, on_remark: OnRemark = None, on_command: OnCommand = None,
          is_cancelled: IsCancelled = None) -> LabelResult:
    """Classifies samples. Returns a LabelResult, which has the best classes of each sample.

    samples, batch, preprocessed, device, float_order, libraries, *_name, progress, on_… -- as quantize's
    classes -- their names, in their order; none: numbers alone
    every, others, most, chosen -- which samples, as evaluate's
    top     -- so many classes of each sample
    output  -- that holds the scores; "": the only one, or the first
    """
    native = model_of(model)
    given = Given(model, samples, name=samples_name or "samples.npz")
    options = {
        "samples": given.source, "every": every, "others": others, "most": most, "chosen": chosen, "batch": batch,
        "preprocessed": preprocessed, "classes": names_of(classes, "classes"), "classes_name": classes_name, "top": top,
        "output": text_of(output, "output"), "device": text_of(device, "device"), "float_order": float_order,
        "libraries": names_of(libraries, "libraries"), "model_name": model_name or native.file(),
        "samples_name": samples_name or given.name,
    }
    told = Told([(options["model_name"], model)], [given], chosen)
    if options["classes"]:
        told.lines.append(f"# {classes_name}: open('{classes_name}', 'w').write('\\n'.join(classes))")
    hooks = told.hooks(hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    fields = run_flow(_native.label, hooks, (native, chosen_of(options)), given=[given])
    tell(fields["remarks"], given.oddities)
    result: LabelResult = made(LabelResult, told.fields(fields))
    return result
