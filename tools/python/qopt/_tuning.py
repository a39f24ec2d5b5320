"""Runs qopt.ray.tune: workers measure parts of a tuning slice by slice, and their rows are joined
in one database."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shlex
import tempfile
import time
import uuid
import warnings
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Tuple

from ._arguments import count_of, counts_of, path_of, text_of
from ._changing import merge_tunings
from ._changing import tune as tune_here
from ._errors import ArgumentError
from ._flow import names_of, tell
from ._origin import Origin, came_of
from ._reports import TunedBatch, TunedFailure, TunedRefusal, TuneResult
from ._told import Told

if TYPE_CHECKING:
    from ._model import Model


# ---- on a worker ----

def _is_card(device: str) -> bool:
    return device.partition(":")[0] == "cuda"


@contextlib.contextmanager
def _turn(device: str) -> Iterator[None]:
    """Lets one process at a time use a device of this machine: a card, or all that OpenCL has. A
    process that is killed leaves its turn."""
    import fcntl

    name = "cuda-" + os.environ.get("CUDA_VISIBLE_DEVICES", "0").replace("/", "_") if _is_card(device) else device.partition(":")[0]
    with open(os.path.join(tempfile.gettempdir(), f"qopt-tune-{os.getuid()}-{name}.lock"), "w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _write(path: str, rows: bytes) -> None:
    with open(path, "wb") as file:
        file.write(rows)


def measure(model: Model, device: str, part: int, parts: int, known: bytes, token: str, options: Dict[str, Any]) -> Tuple[bytes, TuneResult]:
    """A slice: rows that are known, and those that were measured now, as a database; and what came of it.

    The rows lie in a file until they are handed over: where this worker is lost, the one after it goes on with them.
    """
    path = os.path.join(tempfile.gettempdir(), f"qopt-tune-{os.getuid()}-{token}-{part}.sqlite")
    with _turn(device), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # remarks are told where all parts' are
        if known:
            with tempfile.TemporaryDirectory(prefix="qopt-") as folder:
                _write(os.path.join(folder, "known.sqlite"), known)
                merge_tunings([os.path.join(folder, "known.sqlite")], path)
        try:
            result = tune_here(model, device, path, part=part, parts=parts, progress=False, **options)
        except Exception:  # which the one that calls is told: nobody goes on with the file
            with contextlib.suppress(FileNotFoundError):
                os.remove(path)
            raise
    with open(path, "rb") as file:
        rows = file.read()
    os.remove(path)
    name = f"--database={path}"
    return rows, dataclasses.replace(result, commands=[line.replace(name, "--database=DATABASE") for line in result.commands],
                                     next_steps=[line.replace(f"--tuning={path}", "--tuning=DATABASE") for line in result.next_steps])


# ---- here ----

class _Part:
    """A part of a tuning: its rows of the database, and the results of its slices."""

    def __init__(self, rows: bytes) -> None:
        self.rows, self.measured = rows, 0
        self.remarks: List[Any] = []
        self.first: Optional[TuneResult] = None
        self.last: Optional[TuneResult] = None

    def add(self, rows: bytes, result: TuneResult) -> None:
        self.rows, self.measured = rows, self.measured + result.measured
        self.first, self.last = self.first or result, result
        self.remarks += result.remarks


class Tuning:
    """A tuning of a model on the devices of a cluster."""

    def __init__(self, model: Model, device: str, database: Any, workers: Optional[int], retries: int, cpus: int,
                 options: Dict[str, Any]) -> None:
        from ._model import Model

        if not isinstance(model, Model):
            raise TypeError(f"model: expected a qopt.Model, not {type(model).__name__}")
        self.model, self.device, self.database = model.clone(), text_of(device, "device"), path_of(database, "database")
        if _is_card(device) and device != "cuda":
            raise ArgumentError(f"device='{device}': Ray gives each worker a card of its own; write 'cuda'")
        self.retries, self.cpus = count_of(retries, "retries", 0), cpus
        self.options = {**options, "batches": counts_of(options["batches"], "batches"),
                        "libraries": names_of(options["libraries"], "libraries")}
        self.parts = self._count(workers)

    def _count(self, workers: Optional[int]) -> int:
        from .ray import _ray

        ray = _ray()
        if _is_card(self.device):
            devices, what = int(ray.cluster_resources().get("GPU", 0)), "cards"
            if not devices:
                raise ArgumentError("device='cuda': the cluster has no card that Ray knows of; start its nodes with --num-gpus")
        else:
            devices, what = max(1, sum(bool(node["Alive"]) for node in ray.nodes())), "machines, each of which is one device"
        count = devices if workers is None else count_of(workers, "workers")
        if count > devices:
            warnings.warn(f"{count} workers share {devices} {what}: measurements on one device disturb each other, so that they take turns",
                          stacklevel=4)
        self.sharing = -(-count // devices)  # of a device: they take turns
        return count

    def run(self, budget: float, slice: float) -> TuneResult:
        for value, name in ((budget, "budget"), (slice, "slice")):
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < float("inf"):
                raise ArgumentError(f"{name}={value!r:.40}: expected seconds, above 0")
        self.end, self.slice, self.token = time.monotonic() + budget, slice, uuid.uuid4().hex
        known = b""
        if os.path.exists(self.database):
            with open(self.database, "rb") as file:
                known = file.read()
        parts = [_Part(known) for _ in range(self.parts)]
        self._measure_all(parts)
        joined = self._joined(parts)
        tell([(one.kind, one.text) for one in joined.remarks], stacklevel=4)
        return joined

    def _measure_all(self, parts: List[_Part]) -> None:
        from .ray import _ray

        ray = _ray()
        shared = ray.put(self.model)
        task = ray.remote(measure).options(max_retries=self.retries, num_cpus=self.cpus, num_gpus=1 if _is_card(self.device) else 0)

        def begin(i: int, seconds: float) -> Any:
            return task.remote(shared, self.device, i, self.parts, parts[i].rows, self.token, {**self.options, "budget": seconds})

        pending = {begin(i, self._seconds(self.slice)): (i, self.slice) for i in range(self.parts)}
        while pending:
            (done, *_), _ = ray.wait(list(pending), num_returns=1)
            i, slice = pending.pop(done)
            try:
                rows, result = ray.get([done])[0]
            except ray.exceptions.RayTaskError as error:
                raise error.cause if isinstance(error.cause, Exception) else error from None
            parts[i].add(rows, result)
            self._keep(rows)
            left = self._left()
            if result.remaining and left > 0 and (result.measured or slice < left):
                slice = slice if result.measured else left  # what takes longer than a slice may take all that is left
                pending[begin(i, self._seconds(slice))] = (i, slice)

    def _left(self) -> float:
        """Seconds that a part still has: of a device that several share an equal part of what is left of the budget."""
        return (self.end - time.monotonic()) / self.sharing

    def _seconds(self, slice: float) -> float:
        return max(0.001, min(slice, self._left()))

    def _keep(self, rows: bytes) -> None:
        with tempfile.TemporaryDirectory(prefix="qopt-") as folder:
            _write(os.path.join(folder, "rows.sqlite"), rows)
            merge_tunings([os.path.join(folder, "rows.sqlite")], self.database)

    def _joined(self, parts: List[_Part]) -> TuneResult:
        """Returns the result that one process would give for the same measurements."""
        results = [part.last for part in parts if part.last is not None]
        files = [f"{self.database}.{i}" for i in range(len(results))]
        commands = [line.replace("--database=DATABASE", shlex.quote(f"--database={file}"))
                    for file, result in zip(files, results) for line in result.commands]
        merging = " ".join(map(shlex.quote, ["qrun", "merge", *files, "-o", self.database]))
        next_steps = [line.replace("--tuning=DATABASE", shlex.quote(f"--tuning={self.database}")) for line in results[0].next_steps]
        joined = TuneResult(commands=list(dict.fromkeys([*commands, merging])), next_steps=next_steps,
                            remarks=_once(remark for part in parts for remark in part.remarks), batches=_batches(results),
                            refusals=_refusals(results), failures=_failures(results), measured=sum(part.measured for part in parts),
                            known=sum(part.first.known for part in parts if part.first is not None),
                            remaining=sum(result.remaining for result in results))
        names = {"float_name": self.model._native.file()}
        how = {"device": self.device, "float_order": self.options["float_order"], "libraries": self.options["libraries"]}
        came: TuneResult = came_of(joined, Origin(self.model, None, None, how, names, joined.commands,
                                                          Told([(names["float_name"], self.model)], []).words))
        return came


def _once(remarks: Iterable[Any]) -> List[Any]:
    """Returns the remarks in their order, each once: slices say the same again."""
    return list({(one.kind, one.text): one for one in remarks}.values())


def _batches(results: List[TuneResult]) -> List[TunedBatch]:
    joined: Dict[Tuple[bool, int], TunedBatch] = {}
    for result in results:
        for one in result.batches:
            key = (one.is_fixed, one.batch)
            before = joined.get(key)
            joined[key] = one if before is None else TunedBatch(
                one.is_fixed, one.batch, before.improved + one.improved, before.measured + one.measured, before.before + one.before,
                before.after + one.after, before.changes + one.changes)
    return [joined[key] for key in sorted(joined)]


def _refusals(results: List[TuneResult]) -> List[TunedRefusal]:
    counts: Dict[str, int] = {}
    for one in (one for result in results for one in result.refusals):
        counts[one.why] = counts.get(one.why, 0) + one.count
    return [TunedRefusal(why, counts[why]) for why in sorted(counts)]


def _failures(results: List[TuneResult]) -> List[TunedFailure]:
    places: Dict[str, List[str]] = {}
    for one in (one for result in results for one in result.failures):
        places.setdefault(one.why, []).extend(one.places)
    return [TunedFailure(why, places[why]) for why in sorted(places)]
