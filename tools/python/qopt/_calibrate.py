"""Calibration: samples go by, ranges remain."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Optional, Sequence, Union

from . import _native
from ._arguments import count_of, text_of
from ._errors import ArgumentError
from ._flow import chosen_of, hooks_of, model_of, names_of, run_flow, tell
from ._origin import Origin, came_of
from ._samples import Given
from ._table import Table
from ._told import Told

if TYPE_CHECKING:
    from ._model import Model
    from ._types import IsCancelled, Numbers, OnCommand, OnRemark, OnStep, Progress, Samples, Texts


def merge_tables(tables: Sequence[Table], *, keeps_statistics: bool = False, model_name: Optional[str] = None,
                 output_name: str = "calibration.json", progress: Progress = None, on_step: OnStep = None,
                 on_remark: OnRemark = None, on_command: OnCommand = None, is_cancelled: IsCancelled = None) -> Table:
    """Joins tables of parts of the samples, made with partial=True: exactly the Table of all of them, in whatever order.

    keeps_statistics -- to be merged again
    *_name           -- what commands call files
    progress, on_…   -- as quantize's
    """
    parts = []
    for i, table in enumerate(tables):
        if not isinstance(table, Table):
            raise TypeError(f"tables: expected qopt.Table, not {type(table).__name__}")
        parts.append((f"table {i}", table.text))
    if not parts:
        raise ArgumentError("tables: there are none; give the tables of the parts")
    options = {"keeps_statistics": keeps_statistics, "model_name": model_name, "output_name": output_name}
    hooks = hooks_of(progress, on_step, on_remark, on_command, is_cancelled)
    fields = run_flow(_native.merge_tables, hooks, (parts, chosen_of(options)))
    tell(fields["remarks"])
    return Table(fields["text"])


def merge(tables: Sequence[Table], *, partial: bool = False) -> Table:
    """merge_tables by its older name: `partial` keeps statistics."""
    return merge_tables(tables, keeps_statistics=bool(partial), progress=False)


def convert_table(table: Union[Table, str], to: str, *, network: Optional[Model] = None, network_name: Optional[str] = None,
                  output_name: str = "table.txt", progress: Progress = None, on_step: OnStep = None, on_remark: OnRemark = None,
                  on_command: OnCommand = None, is_cancelled: IsCancelled = None) -> str:
    """A table as another tool's file has it: its text.

    table        -- a qopt.Table, or the text of any format that is read
    to           -- "native", "tensorrt", …: one of table_names()
    network      -- the qopt.Model that its names stand for; None: names are taken as they stand
    *_name       -- what commands and messages call files
    progress, on_… -- as quantize's
    """
    text = table.text if isinstance(table, Table) else text_of(table, "table")
    options = {"to": text_of(to, "to"), "network_name": network_name, "output_name": output_name}
    native = None
    if network is not None:
        native = model_of(network, "network")
        options["network_name"] = network_name or native.file()
    hooks = hooks_of(progress, on_step, on_remark, on_command, is_cancelled)
    fields = run_flow(_native.convert_table, hooks, (("table", text), native, chosen_of(options)))
    tell(fields["remarks"])
    return str(fields["text"])


def table_names() -> List[str]:
    """Formats of tables that are read and written."""
    return _native.table_names()


def _number_of(value, name, low, high):
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise ArgumentError(f"{name}={value!r:.40}: expected a number from {low} to {high}")
    return float(value)


def _settings(method, bits, percentile, clip_weight, skip_zeros, limits, partial):
    """Checks the options of calibration's method. Returns them as a dict, and True where the method
    goes through the samples once."""
    methods = _native.calibration_methods()
    if text_of(method, "method") not in methods:
        raise ArgumentError(f"method='{method}': there are {', '.join(methods)}")
    _, counts, reads_percentile, reads_clip, reads_zeros, merges = methods[method]
    if bits not in (8, 16):
        raise ArgumentError(f"bits={bits!r:.40}: there are 8 and 16")
    settings = {"method": method, "bits": bits, "skip_zeros": bool(skip_zeros)}
    for name, value, reads, low, high in (("percentile", percentile, reads_percentile, 50, 100),
                                          ("clip_weight", clip_weight, reads_clip, 0.001, 1000)):
        if value is not None and not reads:
            raise ArgumentError(f"{name} has no effect on method='{method}'")
        settings[name] = None if value is None else _number_of(value, name, low, high)
    if skip_zeros and not reads_zeros:
        raise ArgumentError(f"skip_zeros has no effect on method='{method}'")
    if limits is not None and not isinstance(limits, Table):
        raise TypeError(f"limits: expected a qopt.Table, not {type(limits).__name__}")
    if limits is not None and not counts:
        raise ArgumentError(f"limits are for methods that count magnitudes, which '{method}' does not")
    if partial and not merges:
        raise ArgumentError(f"partial is for methods whose parts merge, not '{method}', which looks at all samples together")
    return settings, merges and not (counts and limits is None)


def calibrate(model: Model, samples: Samples, *, device: str = "host", method: str = "min-max", scheme: str = "mixed",
              bits: int = 8, percentile: Optional[float] = None, clip_weight: Optional[float] = None, skip_zeros: bool = False,
              attention: str = "float", profile: str = "", limits: Optional[Table] = None, partial: bool = False, every: int = 1,
              others: bool = False, most: Optional[int] = None, chosen: Optional[Numbers] = None, batch: int = 32,
              preprocessed: bool = False, float_order: str = "fast", libraries: Texts = (), model_name: Optional[str] = None,
              samples_name: Optional[str] = None, output_name: str = "model.calibration.json", progress: Progress = None,
              on_step: OnStep = None, on_remark: OnRemark = None, on_command: OnCommand = None,
              is_cancelled: IsCancelled = None) -> Table:
    """Measures the range of every value over samples, and returns a Table. The model stays as it is.

    samples      -- an array with a leading dimension of samples, a dict of them by input, anything that yields such
                    (a DataLoader, a list; what stands in a tuple behind the inputs, as labels, is let be), a function that
                    returns one of these: methods of several passes ask again, which an iterator cannot answer; or the path
                    of a .npz, .npy, picture or folder.
                    Raw: the model's mean and deviation are applied to uint8, float32 and float64
    device, float_order, libraries -- where and how it runs, as Model.compile
    method       -- "min-max", "moving-average", "percentile", "mse", "entropy", "auto", …
    scheme, bits -- what ranges will become, for mse and percentile: "signs", "signed", "affine", "mixed"; 8 or 16
    percentile   -- of all values, how many keep their magnitude, in percent
    clip_weight  -- mse, auto: weight of the error of a value that is cut off
    skip_zeros   -- entropy: zeros, which are exact in any range, do not count
    attention    -- what attention will become: "float", or "integer", whose probabilities are measured, too
    profile      -- percentile, mse, entropy, auto: the profile of insert-quant that ranges are for: values that it gives
                    no steps of their own keep min-max; "": all values are counted
    limits       -- a Table whose ranges say how far magnitudes are counted
    partial      -- keeps statistics, for qopt.merge_tables
    every, others, most, chosen -- which samples: one in `every` from the first on, or with `others` all but those; the first
                    `most` of these; or those of a list of ascending places
    batch        -- samples in one run, at most
    preprocessed -- float arrays are what the model takes, not raw samples
    *_name       -- what commands and messages call files
    progress     -- a function (done, total or None), a bar as tqdm's, True or False; None: a line, on a terminal
    on_step(state, label, done, total), on_remark(kind, text), on_command(line), is_cancelled() -- as quantize's
    """
    native = model_of(model)
    settings, is_once = _settings(method, bits, percentile, clip_weight, skip_zeros, limits, partial)
    batch = count_of(batch, "batch")
    hooks = hooks_of(progress, on_step, on_remark, on_command, is_cancelled)
    given = Given(model, samples, is_once=is_once, name=samples_name or "samples.npz")
    options = {
        **settings, "samples": given.source, "scheme": scheme, "attention": attention, "profile": profile, "every": every, "others": others,
        "most": most, "chosen": chosen, "partial": bool(partial), "batch": batch, "preprocessed": preprocessed, "device": text_of(device, "device"),
        "float_order": float_order, "libraries": names_of(libraries, "libraries"), "model_name": model_name or native.file(),
        "samples_name": samples_name or given.name, "output_name": output_name,
    }
    told, copy = Told([(options["model_name"], model)], [given], chosen), model.clone()
    fields = run_flow(_native.calibrate, told.hooks(hooks), (native, chosen_of(options)), [limits.text if limits else ""], given=[given])
    tell(fields["remarks"], given.oddities)
    table: Table = came_of(Table(fields["text"]), origin_of(copy, options, told.fields(fields)["commands"], told.words))
    return table


USUAL = dict(calibrate.__kwdefaults__ or {})  # options that are not given


def origin_of(model, options, commands=(), words=()):
    """Returns the Origin of a table that calibrate made with these options; `model` is the network
    as it was."""
    names = {"float_name": options["model_name"], "calibration_name": options["output_name"]}
    how = {"device": options["device"], "float_order": options["float_order"], "libraries": options["libraries"],
           "integer_attention": options["attention"] == "integer"}
    return Origin(model, None, None, how, names, list(commands), list(words))
