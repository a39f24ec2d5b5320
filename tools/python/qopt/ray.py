"""Many machines: calibration, accuracy and tuning over Ray's workers, and programs behind Ray Serve.

    import qopt.ray
    table = qopt.ray.calibrate(model, ray.data.read_images("…"))       # the bytes of qopt.calibrate's table
    result = qopt.ray.tune(model, "cuda", "h100.sqlite")               # each card measures layers of its own
    app = qopt.ray.deployment("m.qart").bind()                         # ray.serve.run(app)

Ray is not needed for anything else: `pip install "ray[data,serve]"`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Optional, Tuple

from . import _native
from ._arguments import count_of, path_of, text_of
from ._calibrate import calibrate as calibrate_here
from ._calibrate import USUAL, merge, origin_of
from ._errors import ArgumentError, UnsupportedError
from ._judging import evaluate
from ._flow import names_of
from ._origin import came_of
from ._samples import Samples, labels_given
from ._serving import Program
from ._table import Table
from ._told import Told

if TYPE_CHECKING:
    from ._model import Model
    from ._reports import TuneResult
    from ._types import Numbers, Path, Texts

__all__ = ["accuracy", "calibrate", "deployment", "tune"]


def _ray():
    try:
        import ray
    except ImportError:
        raise UnsupportedError("Ray is not installed; give it a place: pip install 'ray[data,serve]'") from None
    return ray


# ---- shards ----

def _is_dataset(data):
    return type(data).__module__.startswith("ray.data") and hasattr(data, "split")


def _shards(data, workers, what):
    """Returns a shard for each task: parts of a dataset, or the list's own elements."""
    if _is_dataset(data):
        count = count_of(workers, "workers") if workers is not None else max(int(_ray().cluster_resources().get("CPU", 1)), 1)
        return [part for part in data.split(count) if part.count()]
    if workers is not None:
        raise ArgumentError("workers says into how many parts a ray.data.Dataset is split; a list has its parts")
    if not isinstance(data, (list, tuple)):
        raise TypeError(f"{what}: expected a ray.data.Dataset or a list of shards, not {type(data).__name__}")
    if not data:
        raise ArgumentError(f"{what}: there are no shards; give some")
    return list(data)


def _batches(dataset, columns, rows):
    """Dicts of arrays by input; `columns` says which column an input or "labels" is."""
    import numpy

    for batch in dataset.iter_batches(batch_size=rows, batch_format="numpy"):
        yield {name: numpy.stack(list(batch[column])) if batch[column].dtype == object else batch[column]
               for name, column in columns.items()}


def _columns_of(columns, names, data):
    """{input: column}: as given, by their own names, or the only column for the only input."""
    if columns is not None and not hasattr(columns, "items"):
        raise TypeError(f"columns: expected {{'input': 'column'}}, not {type(columns).__name__}")
    found = list(data.schema().names) if _is_dataset(data) else None
    if columns is None and found is not None and len(found) == len(names) == 1:
        return {names[0]: found[0]}
    chosen = {**{name: name for name in names}, **dict(columns or {})}
    missing = [column for column in chosen.values() if found is not None and column not in found]
    if missing:
        raise ArgumentError(f"columns: the dataset has no column '{missing[0]}'; it has {', '.join(map(str, found))}; give "
                            "columns={'input': 'column'}")
    return chosen


def _samples_of(shard, columns, rows):
    """Returns a shard's samples in a form that qopt.calibrate takes."""
    if not _is_dataset(shard):
        return shard
    return lambda: _batches(shard, columns, rows)


def _each(function, shards, model, retries, cpus, *rest):
    """function(model, shard, …) for each shard, by tasks that begin again where their worker is lost; in the shards' order."""
    ray = _ray()
    shared = ray.put(model)
    task = ray.remote(function).options(max_retries=count_of(retries, "retries", 0), num_cpus=cpus)
    pending = [task.remote(shared, shard, *rest) for shard in shards]
    try:
        return ray.get(pending)  # where one raises the others end by themselves: Ray 2.60 may abort where tasks are cancelled as they end
    except ray.exceptions.RayTaskError as error:
        raise error.cause if isinstance(error.cause, Exception) else error from None


# ---- calibration ----

_SELECTIONS = {"every": 1, "others": False, "most": None, "chosen": None}  # qopt.calibrate's, as they are by default
_HOOKS = ("progress", "on_step", "on_remark", "on_command", "is_cancelled")
_OF_EVERY_PASS = ("device", "batch", "attention", "preprocessed", "float_order", "libraries")


def _measure(model, shard, columns, options):
    import warnings

    with warnings.catch_warnings():  # of a part little is to be expected
        warnings.simplefilter("ignore")
        return calibrate_here(model, _samples_of(shard, columns, options["batch"]), partial=True, **options).text


def calibrate(model: Model, data: Any, *, workers: Optional[int] = None, columns: Optional[Mapping[str, str]] = None,
              partial: bool = False, retries: int = 3, cpus: int = 1, device: str = "host:1", method: str = "min-max",
              limits: Optional[Table] = None, batch: int = 32, **options: Any) -> Table:
    """qopt.calibrate over Ray's workers: parts of the samples are measured apart and merge exactly, so that the table is the one,
    byte for byte, that one process makes of all of them. A worker that is lost has its part measured anew.

    data    -- a ray.data.Dataset, or a list of shards, each what qopt.calibrate takes as samples (a function that a worker
               calls, to read its part there)
    workers -- into how many parts a dataset is split; None: the cluster's CPUs
    columns -- {input: column} of a dataset; None: the columns have the inputs' names, or there is one of each
    retries -- how often a part is begun again
    cpus    -- that Ray sets aside for each part; `device` is to take as many threads
    Methods that count magnitudes go over the samples twice, as in one process; "auto", which looks at all samples together, is for
    one process. Further options are qopt.calibrate's, but those that select samples, which would count in each shard, and hooks and
    progress, which are of one process.
    """
    from ._model import Model

    if not isinstance(model, Model):
        raise TypeError(f"model: expected a qopt.Model, not {type(model).__name__}")
    methods = _native.calibration_methods()
    if text_of(method, "method") not in methods:
        raise ArgumentError(f"method='{method}': there are {', '.join(methods)}")
    _, counts, *_, merges = methods[method]
    if not merges:
        raise ArgumentError(f"method='{method}' looks at all samples together; use qopt.calibrate, or a method whose parts merge")
    selections = [name for name, usual in _SELECTIONS.items() if options.get(name) is not None and (usual is None or options[name] != usual)]
    if selections:
        raise ArgumentError(f"{selections[0]} would count in each shard; select samples before you shard them")
    hooks = [name for name in _HOOKS if options.get(name) is not None]
    if hooks:
        raise ArgumentError(f"{hooks[0]} is of one process, and workers call nothing here; Ray shows how far its tasks are")
    shards = _shards(data, workers, "data")
    columns = _columns_of(columns, [port.name for port in model.inputs], data)
    options = {name: value for name, value in options.items() if name not in _HOOKS}
    options.update(device=text_of(device, "device"), batch=count_of(batch, "batch"))
    model = model.clone()  # as it is now

    def measured(**more):
        return merge([Table(text) for text in _each(_measure, shards, model, retries, cpus, columns, {**options, **more})],
                     partial=more.get("method") == method and bool(partial))

    if counts and limits is None:
        shared = {key: options[key] for key in _OF_EVERY_PASS if key in options}
        first = [Table(text) for text in _each(_measure, shards, model, retries, cpus, columns, {**shared, "method": "min-max"})]
        limits = merge(first)
    table = measured(method=method, **({} if limits is None else {"limits": limits}))
    made = {**USUAL, **options, "libraries": names_of(options.get("libraries", ()), "libraries")}
    name = made["model_name"] or model._native.file()
    came: Table = came_of(table, origin_of(model, {**made, "model_name": name}, words=Told([(name, model)], []).words))
    return came


# ---- accuracy ----

def _labelled(shard, columns, rows):
    """(samples, labels) one after another: parts of a dataset, what a function yields, or the shard itself."""
    for one in _batches(shard, columns, rows) if _is_dataset(shard) else shard() if callable(shard) else [shard]:
        if isinstance(one, dict) and "labels" in one:
            yield {name: value for name, value in one.items() if name != "labels"}, one["labels"]
        elif isinstance(one, (tuple, list)) and len(one) == 2:
            yield one
        else:
            raise ArgumentError("data: a shard has no labels; give dicts of arrays with \"labels\", or pairs (samples, labels)")


def _judge(model, shard, columns, options):
    """Judges a shard. Returns how many of its samples are right, and how many there are."""
    classes = []
    for samples, labels in _labelled(shard, columns, options["batch"]):
        given, own = Samples(samples, model.inputs), labels_given(labels)
        given.look()
        if given.count != len(own):
            raise ArgumentError(f"labels: a shard has {len(own)} labels for {given.count} samples; give each sample its label")
        classes += own
    if not classes:
        return 0, 0
    judged = evaluate(model, lambda: (samples for samples, _ in _labelled(shard, columns, options["batch"])), labels=classes,
                      progress=False, **options)
    right = judged.against.right_answers
    if right is None:
        raise ArgumentError("model: its outputs tell no classes; give outputs= one that does")
    return right.right, right.samples


def accuracy(model: Model, data: Any, *, labels: str = "labels", workers: Optional[int] = None,
             columns: Optional[Mapping[str, str]] = None, retries: int = 3, cpus: int = 1, device: str = "host:1", batch: int = 32,
             preprocessed: bool = False, outputs: Texts = (), float_order: str = "fast",
             libraries: Texts = ()) -> Tuple[float, int]:
    """(share of samples whose largest score is the label's, number of samples), over Ray's workers: each judges its part by
    qopt.evaluate, and what is right is summed.

    data   -- a ray.data.Dataset of samples with a column of labels; or a list of shards: dicts of arrays by input with
              "labels", pairs (samples, labels), or functions that return an iterable of such, each time they are called
    labels -- the dataset's column of labels
    preprocessed, outputs, float_order, libraries -- as evaluate's
    Others as in calibrate.
    """
    from ._model import Model

    if not isinstance(model, Model):
        raise TypeError(f"model: expected a qopt.Model, not {type(model).__name__}")
    shards = _shards(data, workers, "data")
    columns = _columns_of({"labels": text_of(labels, "labels"), **(columns or {})}, [port.name for port in model.inputs], data)
    options = {"device": text_of(device, "device"), "batch": count_of(batch, "batch"), "preprocessed": preprocessed,
               "outputs": outputs, "float_order": float_order, "libraries": libraries}
    counts = _each(_judge, shards, model, retries, cpus, columns, options)
    right, seen = (sum(column) for column in zip(*counts))
    if not seen:
        raise ArgumentError("data: there are no samples; give some with labels")
    return right / seen, seen


# ---- tuning ----

def tune(model: Model, device: str, database: Path, *, workers: Optional[int] = None, batches: Numbers = (), budget: float = 60.0,
         slice: float = 15.0, retries: int = 3, cpus: int = 1, seed: int = 1, float_order: str = "fast",
         libraries: Texts = ()) -> TuneResult:
    """qopt.tune over Ray's workers: layers are dealt out, each worker measures its own on a device of its own, and what they
    measure is merged exactly into `database`: its rows are those that one process would have left of the same measurements.

    device   -- "cuda": Ray gives each worker a card; "opencl", …: that of the worker's machine
    workers  -- into how many parts layers are dealt; None: one for each device, which are the cluster's cards or its machines.
                Where there are more, those of one device take turns, since measurements on one device disturb each other: CPUs of one
                machine are one device
    budget   -- seconds of this call; a later one goes on where this one ended
    slice    -- seconds after which a worker hands over what it has measured
    retries  -- how often a lost worker's slice is begun again. It goes on from the rows that the lost one had written, on the
                same machine; of a machine that is lost with it, a slice is
    cpus     -- that Ray sets aside for each worker
    batches, seed, float_order, libraries -- as qopt.tune's
    """
    from ._tuning import Tuning

    return Tuning(model, device, database, workers, retries, cpus,
                  {"batches": batches, "seed": seed, "float_order": float_order, "libraries": libraries}).run(budget, slice)


# ---- serving ----

def deployment(path: Path, *, device: str = "host", float_order: str = "invariant", raw: bool = False, max_batch: int = 32,
               wait: float = 0.005, **options: Any) -> Any:
    """A Ray Serve deployment of a .qart file: ray.serve.run(qopt.ray.deployment("m.qart").bind()).

    Its handle's remote(x) takes an array, or a dict of one per input, with a leading dimension of samples, and answers with the
    outputs; over HTTP a JSON list or object of lists, which it answers with lists. Requests that arrive within `wait` seconds run as one
    batch, of at most `max_batch` requests, where all inputs and outputs begin with the same open size. That changes no answer: programs run in the invariant order of floats, which is the same
    in every batch (compile with float_order="invariant" before compiled.save).

    raw     -- requests are raw samples: mean, deviation and steps are applied
    options -- of serve.deployment: num_replicas, ray_actor_options, …
    The path is one that replicas find.
    """
    import asyncio
    import os

    _ray()
    try:
        from ray import serve
    except ImportError:
        raise UnsupportedError("Ray Serve is not installed; give it a place: pip install 'ray[serve]'") from None
    path = os.path.abspath(path_of(path, "path"))
    if not path.endswith(".qart"):
        raise ArgumentError(f"{path}: a file of programs ends in .qart; compile the model, and save it")
    text_of(device, "device"), text_of(float_order, "float_order")
    most, seconds = count_of(max_batch, "max_batch"), float(wait)

    class Deployment:
        """Runs a qopt program."""

        def __init__(self):
            self.program = Program(path, device, float_order, raw)

        @serve.batch(max_batch_size=most, batch_wait_timeout_s=seconds)
        async def batch(self, requests):
            return await asyncio.get_running_loop().run_in_executor(None, self.program.run, requests)

        async def __call__(self, request):
            isHttp = hasattr(request, "json") and hasattr(request, "headers")
            answer = await self.batch(await request.json() if isHttp else request)
            if isinstance(answer, Exception):
                raise answer
            if not isHttp:
                return answer
            return [one.tolist() for one in answer] if isinstance(answer, tuple) else answer.tolist()

    options.setdefault("name", os.path.splitext(os.path.basename(path))[0])
    return serve.deployment(**options)(Deployment)
