"""report: a page to look at of a network, in one HTML file."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _native
from ._arguments import count_of, path_of, text_of, texts_of
from ._errors import ArgumentError
from ._flow import chosen_of, hooks_of, names_of, run_flow, tell
from ._origin import Origin, Reported
from ._reports import CompareResult, Listed
from ._results import Followed, JudgedHow, JudgedNetwork, Judgement, Remark, columns_of, decibels, fields_are, made
from ._samples import Given
from ._table import Table
from ._told import Told

if TYPE_CHECKING:
    from ._model import Model
    from ._types import IsCancelled, Judge, Labels, Numbers, OnCommand, OnRemark, OnStep, Path, Progress, Samples, Texts
    from .runtime import Compiled


@dataclass(frozen=True)
class ReportedLayer:
    """A layer as a page describes it.

    kind      -- "int8", "float", …
    why_float -- ""; why the layer stays float, where it does
    runs_as   -- the work that it was timed as; "" where it is a part of another layer, or was not timed
    seconds   -- of a run, the median
    sqnr      -- dB, infinite where it is equal to the float network's
    clipped   -- 0 to 1: of the float network's values, those that lie outside of what steps stand for
    """

    name: str
    operation: str
    kind: str
    why_float: str
    runs_as: str
    seconds: Optional[float]
    sqnr: Optional[float]
    clipped: Optional[float]


@dataclass(frozen=True, repr=False)
class ReportResult(Listed, Followed):
    """A page, and what it says as numbers: how and floats are None where nothing was run, and quantized where there is one network.

    page -- HTML
    """

    page: str
    layers: List[ReportedLayer]
    how: Optional[JudgedHow]
    floats: Optional[JudgedNetwork]
    quantized: Optional[JudgedNetwork]

    def columns(self) -> Sequence[str]:
        return "layer", "operation", "kind", "SQNR", "time", "clipped"

    def rows(self) -> List[Tuple[Any, ...]]:
        return [(one.name, one.operation, one.kind, decibels(one.sqnr), "-" if one.seconds is None else f"{one.seconds * 1e6:.1f} µs",
                 "-" if one.clipped is None else f"{100 * one.clipped:.2f} %") for one in self.layers]

    def __repr__(self) -> str:
        return f"<qopt.ReportResult: {len(self.layers)} layers, {len(self.page):,} characters>"


fields_are(ReportResult, remarks=Remark, layers=ReportedLayer, how=JudgedHow, floats=JudgedNetwork, quantized=JudgedNetwork)

Reportable = Union["Model", "Compiled", Reported]


# ---- what is given ----

class _Gathered:
    """The networks that the page is of, and what things say of them."""

    def __init__(self) -> None:
        self.floats: Any = None
        self.quantized: Any = None
        self.names: Dict[str, Any] = {}
        self.own: Dict[str, Any] = {}  # networks that commands call by the names of their own files
        self.options: Dict[str, Any] = {}
        self.given: Any = None
        self.judged: Tuple[Any, ...] = ()  # which samples those are
        self.table: Any = None
        self.compared: List[Any] = []
        self.tables: List[Any] = []
        self.commands: List[str] = []
        self.words: List[Tuple[str, Tuple[str, ...]]] = []

    def add(self, one: Any) -> None:
        from ._model import Model
        from .runtime import Compiled

        if isinstance(one, Model):
            self.add_model(one, {})
        elif isinstance(one, Compiled):
            self.add_compiled(one)
        elif isinstance(one, Reported):
            self.add_result(one)
        else:
            raise TypeError(f"what: expected a qopt.Model, a Compiled, a result or a list of these, not {type(one).__name__}")

    def add_model(self, model: Model, names: Dict[str, Any]) -> None:
        """A network that computes on steps is the quantized one."""
        if model._native.holds_steps():
            self.take("quantized", model, names.get("quantized_name"))
        else:
            self.take("floats", model, names.get("float_name"))

    def take(self, place: str, model: Model, name: Optional[str]) -> None:
        before = getattr(self, place)
        if before is None:
            setattr(self, place, model)
            called = "float_name" if place == "floats" else "quantized_name"
            self.names[called] = name or model._native.file()
            if name is None:
                self.own[called] = model
        elif before is not model and not _are_alike(before, model):
            raise ArgumentError(f"what: {before!r} and {model!r} are different networks; a page is of one network, and of its quantized "
                                "form")

    def add_compiled(self, compiled: Compiled) -> None:
        model = compiled._source()
        if model is not None:
            self.add_model(model, {})
        elif not self.has_network():
            raise ArgumentError(f"what: {compiled!r} holds programs, and the model that they were compiled of is not at hand as it was; give the model, too")
        self.options.setdefault("device", compiled.device)

    def add_result(self, one: Reported) -> None:
        if isinstance(one, Table):
            self.table = self.table or one
        if isinstance(one, CompareResult) and not self.compared:
            self.compared = one.values
        self.tables += [(title, [[str(cell) for cell in row] for row in rows]) for title, rows in one._tables()]
        own = getattr(one, "table", None)
        if self.table is None and isinstance(own, Table):
            self.table = own
        if one._origin is None and self.has_network():
            return  # what it says of the network that is there
        facts = one._facts()
        for model in (facts.floats, facts.quantized):
            if model is not None:
                self.add_model(model, facts.names)
        self.add_origin(facts)
        if isinstance(one, Judgement) and facts.given is not None and _judged_by(facts) != self.judged:
            self.tables.append((f"Judged otherwise, by {_selection_of(facts)}: {one.caption()}", [columns_of(one.how), *one.rows()]))

    def has_network(self) -> bool:
        return self.floats is not None or self.quantized is not None

    def add_origin(self, facts: Origin) -> None:
        if self.given is None and facts.given is not None:
            self.given, self.judged = facts.given, _judged_by(facts)
            self.options.update({name: value for name, value in facts.options.items() if name not in self.options})
        for name in ("device", "float_order", "libraries", "profile", "integer_attention"):
            if name in facts.options:
                self.options.setdefault(name, facts.options[name])
        for name, value in facts.names.items():
            self.names.setdefault(name, value)
        self.commands += [line for line in facts.commands if line not in self.commands]
        self.words += facts.words


def _judged_by(facts: Origin) -> Tuple[Any, ...]:
    """Returns a key that is equal where the same samples judge, with the same labels, outputs and
    judge."""
    given, options = facts.given, facts.options
    samples = given.samples if isinstance(given.samples, (str, os.PathLike)) else id(given.samples)
    every, chosen = options.get("every") or 1, options.get("chosen")
    return (samples, tuple(given.labels), every, every > 1 and bool(options.get("others")), options.get("most"),
            None if chosen is None else tuple(map(int, chosen)), tuple(options.get("outputs") or ()),
            options.get("judge") or "", bool(options.get("preprocessed")))


def _selection_of(facts: Origin) -> str:
    """Tells, in the words of commands, which samples of which file judge."""
    every, others, most, chosen = (facts.options.get(name) for name in ("every", "others", "most", "chosen"))
    word = ("of chosen places" if chosen is not None else "" if (every or 1) == 1 else f"all but one in {every}" if others else f"one in {every}")
    return ", ".join(filter(None, (facts.given.name, word, "" if most is None else f"the first {most}")))


def _are_alike(a: Model, b: Model) -> bool:
    """Tells whether both may be stages of one network: at least half of the layer names of the
    smaller one are in both."""
    if a._native.hash() == b._native.hash():
        return True
    names, others = ({layer.name for layer in one.layers if layer.name} for one in (a, b))
    return 2 * len(names & others) >= min(len(names), len(others))


def _rank(one: Any) -> int:
    """Networks come first, since programs and results are asked for theirs."""
    from .runtime import Compiled

    return 2 if isinstance(one, Reported) else 1 if isinstance(one, Compiled) else 0


def _gathered(what: Any) -> _Gathered:
    found = _Gathered()
    is_many = not isinstance(what, (str, Reported)) and hasattr(what, "__iter__")
    things = list(what) if is_many else [what]
    if not things:
        raise ArgumentError("what: there is nothing to report; give a qopt.Model, a Compiled, a result or a list of these")
    for one in sorted(things, key=_rank):
        found.add(one)
    return found


def _compared_of(compared: Any) -> List[Tuple[Any, ...]]:
    """Returns compared values as the tuples that the extension takes."""
    values = compared.values if isinstance(compared, CompareResult) else compared
    try:
        return [(one.key, list(one.shape), list(one.other_shape), one.behind, one.scale, one.difference.max_abs, one.difference.sqnr,
                 one.difference.cosine, one.difference.rmse, one.difference.differing, one.difference.first) for one in values]
    except (AttributeError, TypeError):
        raise TypeError(f"compared: expected a qopt.CompareResult, or its values, not {type(compared).__name__}") from None


def _tables_of(tables: Any) -> List[Tuple[str, List[List[str]]]]:
    try:
        pairs = [(title, [[str(cell) for cell in row] for row in rows]) for title, rows in tables]
        return [(text_of(title, "tables"), rows) for title, rows in pairs]
    except (TypeError, ValueError):
        raise TypeError("tables: expected pairs (title, rows of cells), the first row a header") from None


def _reading(words: List[Tuple[str, Tuple[str, ...]]], names: Tuple[Optional[str], ...]) -> List[str]:
    """Options by which commands read the networks of these names."""
    return list(dict.fromkeys(word for name, several in words if name in names for word in several))


def _table_of(calibration: Any, found: _Gathered, name: Optional[str]) -> Tuple[Any, Optional[str], List[str]]:
    """The ranges, what commands call their file, and how it is made where nobody named one."""
    table = calibration if calibration is not None else found.table
    if table is not None and not isinstance(table, Table):
        raise TypeError(f"calibration: expected a qopt.Table, not {type(table).__name__}")
    if table is None or name is not None or (table == found.table and found.names.get("calibration_name")):
        return table, name, []
    return table, "calibration.json", ["# calibration.json: table.save('calibration.json'), of the table that was given"]


def _check_judged(given: Any, samples: Any, labels: Any, judged: Dict[str, Any]) -> None:
    """Refuses arguments that nothing would read: labels without samples, and options of judging
    where nothing is run."""
    if labels is not None and samples is None:
        raise ArgumentError("labels: they are of samples; give these, too, with samples=")
    said = [name for name, value in judged.items() if value is not None]
    if said and given is None:
        raise ArgumentError(f"{said[0]}: nothing is run where there are no samples; give some with samples=")


def _path_of(path: Any) -> str:
    path = path_of(path, "path")
    if not path.endswith((".html", ".htm")):
        raise ArgumentError(f"{path}: a page is HTML; write '{os.path.splitext(path)[0]}.html'")
    _native.check_writable(path)
    return path


def report(what: Union[Reportable, Iterable[Reportable]], path: Path, *, samples: Optional[Samples] = None, labels: Labels = None,
           every: Optional[int] = None, others: Optional[bool] = None, most: Optional[int] = None, chosen: Optional[Numbers] = None,
           batch: Optional[int] = None, preprocessed: Optional[bool] = None, outputs: Texts = (), judge: Judge = "",
           layer_samples: Optional[int] = None, layer_batch: Optional[int] = None, timed_runs: Optional[int] = None,
           timed_batch: Optional[int] = None, device: Optional[str] = None,
           float_order: Optional[str] = None, libraries: Texts = (), calibration: Optional[Table] = None,
           profile: Optional[str] = None, integer_attention: Optional[bool] = None, compared: Any = (),
           tables: Sequence[Tuple[str, Sequence[Sequence[Any]]]] = (), title: str = "", float_name: Optional[str] = None,
           quantized_name: Optional[str] = None, samples_name: Optional[str] = None, labels_name: Optional[str] = None,
           calibration_name: Optional[str] = None, output_name: Optional[str] = None, commands: Texts = (), progress: Progress = None,
           on_step: OnStep = None, on_remark: OnRemark = None, on_command: OnCommand = None,
           is_cancelled: IsCancelled = None) -> ReportResult:
    """Writes a page to look at, one HTML file: the network drawn, what its layers are, cost and lose. The page that `qrun report` writes.

    what         -- a qopt.Model; a float one and its quantized form; a Compiled, whose model is there yet; results of flows, each
                    of which adds what it knows: networks, samples, ranges, differences, tables. One, or a list
    path         -- of the page, .html
    samples      -- as quantize's, which judge the networks and measure layers; None: what results were given, or nothing is run
    labels, every, others, most, chosen, batch, preprocessed, outputs, judge -- as evaluate's; None: as of the results, or evaluate's own
    layer_samples, layer_batch -- samples, the first of them, that layers' errors and histograms are measured by (32); samples a run of these (8)
    timed_runs, timed_batch -- that layers' times are medians of (20), 0: none; samples of such a run (1)
    device, float_order, libraries -- where and how it runs, as Model.compile; None: as of the results, or the host
    calibration  -- a Table: ranges, and histograms of one with statistics where no samples are given
    profile, integer_attention -- whose plan says why layers stay float; that plan's attention="integer"
    compared     -- a CompareResult, whose differences take the place of what would be measured
    tables       -- (title, rows of cells, the first a header) each, that are shown as they are
    title        -- the page's; "": the networks' names
    *_name       -- what the page, commands and messages call files
    commands     -- that made the networks: the page names them before its own
    progress, on_… -- as quantize's
    """
    path, found = _path_of(path), _gathered(what)
    given = found.given if samples is None else Given(found.floats or found.quantized, samples, labels, name=samples_name or "samples.npz")
    judged = {"every": every, "others": others, "most": most, "chosen": chosen, "batch": batch, "preprocessed": preprocessed,
              "outputs": names_of(outputs, "outputs") or None, "judge": text_of(judge, "judge") or None}
    how = {"device": device, "float_order": float_order, "libraries": names_of(libraries, "libraries") or None, "profile": profile,
           "integer_attention": integer_attention}
    effort = {name: None if value is None else count_of(value, name, least) for name, value, least in
              (("layer_samples", layer_samples, 1), ("layer_batch", layer_batch, 1), ("timed_runs", timed_runs, 0), ("timed_batch", timed_batch, 1))}
    _check_judged(given, samples, labels, {**judged, **effort, **{name: how[name] for name in ("device", "float_order", "libraries")}})
    usual = {name: value for name, value in found.options.items() if name in how or samples is None}
    table, calibration_name, saving = _table_of(calibration, found, calibration_name)
    names = {"float_name": float_name, "quantized_name": quantized_name, "samples_name": samples_name or (given and given.name),
             "labels_name": given.labels_name if given and labels_name is None else labels_name, "calibration_name": calibration_name,
             "output_name": output_name or path}
    models = [one for one in (found.floats, found.quantized) if one is not None]
    files = Told([(found.names[name], one) for name, one in found.own.items() if names[name] is None], [given], chosen)
    files.lines = [line for line in files.lines if line not in found.commands] + saving
    options = {**usual, **chosen_of({**judged, **how}), **chosen_of(found.names), **chosen_of(names), **effort}
    options.update({"samples": given and given.source, "labels": given.labels if given else [], "title": text_of(title, "title"),
                    "commands": [*found.commands, *files.lines, *texts_of(commands, "commands")],
                    "read_words": _reading([*files.words, *found.words], (options.get("float_name"), options.get("quantized_name")))})
    networks = [one._native for one in models]
    if found.floats is None:  # of the one that is there the page is
        options["float_name"] = options.pop("quantized_name")
    hooks = files.hooks(hooks_of(progress, on_step, on_remark, on_command, is_cancelled))
    fields = run_flow(_native.report, hooks, (networks[0], networks[1] if len(networks) > 1 else None, chosen_of(options)),
                      [table.text if table is not None else "", _compared_of(compared or found.compared), [*found.tables, *_tables_of(tables)]])
    _native.write_file(path, fields["page"])
    tell(fields["remarks"], given.oddities if samples is not None else ())
    result: ReportResult = made(ReportResult, dict(fields, page=fields["page"].decode("utf-8", "replace")))
    return result
