"""search chooses a type for each layer by measured times and errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from .. import _native
from .._arguments import text_of
from .._flow import bound_of, chosen_of, hooks_of, model_of, names_of, run_flow, tell
from .._judging import cosine_of, judging_samples, of_origin, parts_of
from .._origin import Origin, came_of
from .._results import made
from .._told import Told
from .result import SearchResult

if TYPE_CHECKING:
    from .._model import Model
    from .._types import IsCancelled, Judge, Labels, OnCommand, OnRemark, OnStep, Progress, Samples, Texts


def search(model: Model, samples: Samples, *, test: Optional[Samples] = None, labels: Labels = None, every: int = 0, batch: int = 32,
           preprocessed: bool = False, profile: str = "qopt", scheme: str = "", attention: str = "", weight_bits: int = 0,
           weight_bits8: Texts = (), floats: str = "f32", fuse: str = "", mode: str = "", calibrator: str = "", bits: int = 8,
           percentile: float = 99.999, clip_weight: float = 2.0, skip_zeros: bool = False, rounds: Optional[bool] = None,
           corrects_bias: Optional[bool] = None, smoothing: Optional[float] = None, float_layers: Texts = (), max_drop: Optional[float] = None,
           max_flips: Optional[int] = None, min_sqnr: Optional[float] = None, min_cosine: Optional[float] = None, outputs: Texts = (),
           judge: Judge = "", seconds: float = 300, looks: int = 64, policy: Optional[str] = None, memory: Optional[Dict[str, Any]] = None,
           device: str = "host", float_order: str = "fast", libraries: Texts = (), model_name: Optional[str] = None,
           output_name: str = "model.int8.mlirbc", samples_name: Optional[str] = None, test_name: Optional[str] = None,
           labels_name: Optional[str] = None, policy_name: str = "policy.json", progress: Progress = None, on_step: OnStep = None,
           on_remark: OnRemark = None, on_command: OnCommand = None, is_cancelled: IsCancelled = None) -> SearchResult:
    """Chooses for each layer with weights the type that it runs in, by measured times and errors: the fastest network within the bounds,
    never one slower than the fastest of one type.

    Returns a SearchResult; the model stays as it is. `qrun search` is the same.

    samples, test, labels, every, batch, preprocessed, device, float_order, libraries, *_name, progress, on_… -- as quantize's; of the
               samples that judge every second one chooses among networks
    profile … float_layers, max_drop … judge -- as quantize's, but that nothing competes: what is not said is mixed, auto, and repaired
    seconds -- nothing more is measured or tried so long after calibration
    looks   -- so many samples at most measure errors
    policy  -- the text of a policy file, as SearchResult.policy: the network of these types is judged, and nothing is searched
    memory  -- a dict that keeps what is measured of errors; given again, the search goes on from it, and one of another network, of
               other samples or options is refused
    """
    native = model_of(model)
    calibrating, judging = judging_samples(model, samples, test, labels, (samples_name, test_name))
    options = {
        "samples": calibrating.source, "test": None if test is None else judging.source, "every": every, "labels": judging.labels,
        "batch": batch, "preprocessed": preprocessed, "profile": profile, "scheme": scheme, "attention": attention,
        "weight_bits": weight_bits, "weight_bits8": names_of(weight_bits8, "weight_bits8"), "floats": floats, "fuse": fuse, "mode": mode,
        "calibrator": calibrator, "bits": bits, "percentile": percentile, "clip_weight": clip_weight, "skip_zeros": skip_zeros,
        "rounds": rounds, "corrects_bias": corrects_bias, "smoothing": smoothing, "float_layers": names_of(float_layers, "float_layers"),
        "max_drop": bound_of(max_drop, "max_drop"), "max_flips": bound_of(max_flips, "max_flips"), "min_sqnr": bound_of(min_sqnr, "min_sqnr"),
        "min_cosine": cosine_of(min_cosine), "outputs": names_of(outputs, "outputs"), "judge": text_of(judge, "judge"), "seconds": seconds,
        "looks": looks, "policy": policy, "memory": memory, "device": text_of(device, "device"), "float_order": float_order,
        "libraries": names_of(libraries, "libraries"), "model_name": model_name or native.file(), "output_name": output_name,
        "samples_name": samples_name or calibrating.name, "test_name": test_name or (judging.name if test is not None else None),
        "labels_name": judging.labels_name if labels_name is None else labels_name, "policy_name": policy_name,
    }
    told = Told([(options["model_name"], model)], [calibrating, judging])
    hooks = told.hooks(hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    copy = model.clone()
    fields = run_flow(_native.search, hooks, (native, chosen_of(options)), given=[calibrating, judging])
    result: SearchResult = made(SearchResult, told.fields(fields))
    tell(fields["remarks"], {*calibrating.oddities, *judging.oddities})
    names = {"float_name": options["model_name"], "quantized_name": output_name, "labels_name": options["labels_name"]}
    how = {**of_origin(options), **parts_of(options), "profile": profile, "integer_attention": attention == "integer"}
    came: SearchResult = came_of(result, Origin(copy, None, judging, how, names, result.commands, told.words))
    return came
