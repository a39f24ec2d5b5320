"""A program of somebody's: each function, method and property once. `mypy --strict` has nothing to say of it; it is not run."""

from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple, Union

import numpy
import qopt
import qopt.ray
from typing_extensions import assert_type

images = numpy.zeros((8, 1, 28, 28), numpy.uint8)
labels = numpy.zeros(8, numpy.int64)


def models() -> None:
    model = qopt.load("m.onnx", format="onnx", shape={"x": (1, None)}, bind={"sr": 16000}, mean=0, std=[1.0, 2.0], resize=(256, 256),
                      interpolation="bilinear", crop=224, channels="rgb", inputs=["a"], outputs="b")
    qopt.load(Path("n.prototxt"), weights="n.caffemodel", phase="test", stages=["deploy"], example_inputs=None, shape="x:1x3")
    assert_type(model, qopt.Model)
    assert_type(model.inputs, Tuple[qopt.Port, ...])
    assert_type(model.outputs[0].shape, Tuple[Union[int, str], ...])
    port = model.inputs[0]
    assert_type((port.name, port.dtype, port.image), Tuple[str, str, str])
    assert_type(port.symbols, Tuple[str, ...])
    assert_type(port.quantization, Optional[Tuple[float, int]])
    print(port.mean, port.std)
    layer = model.layers[0]
    assert_type(layer, qopt.Layer)
    print(layer.name, layer.kind, layer.operands, layer.types)
    assert_type((model.text, model.hash, model.summary()), Tuple[str, str, str])
    assert_type((model.weight_bytes, model.multiply_adds(batch=8)), Tuple[int, int])
    assert_type(model.clone().run("insert-quant", bits=8), qopt.Model)
    assert_type(model.onnx(qdq=True), bytes)
    assert_type(model.tflite(), bytes)
    model.save(Path("m.mlirbc"))
    assert_type(qopt.passes.insert_quant(model, bits=8), qopt.Model)
    assert_type(qopt.passes.names(), List[str])
    qopt.passes.run(model, "fold-constants", {})
    print(qopt.__version__)


def programs(model: qopt.Model) -> None:
    compiled = model.compile("host:2", values=["a"], float_order="invariant", libraries=())
    model.compile("opencl", tuning=None)
    assert_type(compiled, qopt.Compiled)
    print(compiled(images), compiled(input=images), compiled.prepare(images, preprocessed=False), compiled.values["a"])
    assert_type((compiled.device, compiled.device_name, compiled.activation_bytes(batch=2)), Tuple[str, str, int])
    assert_type(compiled.inputs + compiled.outputs, Tuple[qopt.Port, ...])
    compiled.save("m.qart")
    print(compiled.run_async(images))
    stream = compiled.stream(batch=2)
    assert_type(stream, qopt.runtime.Stream)
    stream.reset(h=numpy.zeros((1, 3), "f4"))
    assert_type(stream.states, Dict[str, Any])
    print(stream(images))
    with model.compile() as other:
        assert_type(other, qopt.Compiled)
    other.close()
    assert_type(qopt.runtime.load("m.qart", "host", float_order="fast"), qopt.Compiled)
    assert_type(qopt.runtime.devices(), List[Tuple[str, str]])
    compiled.refit(model)
    compiled.refit({"fc.weights": numpy.zeros((3, 3), "f4")})
    weight = compiled.weights[0]
    assert_type(weight, qopt.runtime.Weight)
    print(weight.name, weight.layer, weight.dtype, weight.shape, weight.fixed)
    program = qopt.runtime.refit("m.qart", model, Path("n.qart"))[0]
    assert_type(program, qopt.runtime.RefittedProgram)
    print(program.program, program.kernels, program.changed_kernels, program.dropped_binaries)
    kept: List[qopt.DeviceArray] = []
    print(kept)


def remarked(kind: str, text: str) -> None:
    print(kind, text)


def judged(model: qopt.Model) -> None:
    result = qopt.quantize(model, images, test="t.npz", labels=labels, max_drop=0.5, max_flips=3, min_sqnr=20, outputs="y",
                           min_cosine=0.9, judge="embedding",
                           progress=lambda done, total: None, on_step=lambda state, label, done, total: None, on_remark=remarked,
                           on_command=print, is_cancelled=lambda: False)
    assert_type(result, qopt.QuantizeResult)
    assert_type(result.model, qopt.Model)
    assert_type(result.table, qopt.Table)
    assert_type((result.is_within_gates, result.bytecode), Tuple[bool, bytes])
    result.save("m.mlirbc")
    contest = result.contest
    print(contest.chosen, contest.usual, contest.samples, contest.is_cut_short, contest.doubt)
    floats = contest.floats
    print(floats.layers, floats.samples, floats.doubt, floats.is_cut_short)
    assert_type((floats.macs, floats.before, floats.after), Tuple[float, float, float])
    for setting in contest.settings:
        print(setting.setting, setting.mode, setting.scheme, setting.calibrator, setting.samples)
        assert_type((setting.rounds, setting.corrects_bias, setting.smoothing, setting.worst, setting.mean), Tuple[bool, bool, float, float, float])
    network = result.network
    print(network.float_layers, network.float_macs, network.broken, network.integer_layers, network.layers, network.weight_bytes, result.tried, result.baseline)
    assert_type((network.accuracy, network.sqnr, network.seconds_per_sample), Tuple[Optional[float], Optional[float], float])
    assert_type(network.flips, Optional[int])
    assert_type(network.likeness and network.likeness.samples, Optional[int])
    if network.right_answers and network.loss:
        right, loss = network.right_answers, network.loss
        print(right.output, right.right, right.samples, right.top_five, loss.labelled, loss.outputs[0].are_indices)
        print(loss.outputs[0].are_steps)
        likeness = loss.outputs[0].likeness
        print(likeness and (likeness.mean_cosine, likeness.least_cosine, likeness.samples, likeness.neighbours, likeness.moved))
        assert_type(loss.worst.output, str)
        paired = loss.scores.paired
        print(paired.samples, paired.flips, paired.baseline_right, paired.model_right, paired.only_baseline_right, paired.only_model_right)
        assert_type((paired.drop, paired.drop_interval, loss.worst.sqnr), Tuple[float, Tuple[float, float], Optional[float]])
    how = result.how
    print(how.device, how.samples, how.batch, how.is_labelled, how.tells_classes, how.has_embeddings, how.outputs, how.labelled_output)
    assert_type((result.commands, result.next_steps), Tuple[List[str], List[str]])
    assert_type(result.remarks, List[qopt.Remark])
    print(result.remarks[0].kind, result.remarks[0].text, result.caption(), result.rows())
    both = qopt.evaluate([model, result.model], lambda: iter(images), against=model, labels=False, chosen=[1, 2], most=5)
    assert_type(both, qopt.EvaluateResult)
    print(both.against, both.networks[0], both.names, both.rows())
    costs = qopt.accuracy(model, {"input": images}, grids=["schemes"], passes="insert-quant{bits=16}")
    assert_type(costs, qopt.AccuracyResult)
    row = costs.settings[0]
    print(row.setting, row.commands, row.network, costs.rows())
    assert_type(qopt.accuracy_grids(), Dict[str, str])


def looked(model: qopt.Model) -> None:
    found = qopt.compare(model, None, arrays={"input": images}, other_order="direct", seed=3)
    assert_type(found, qopt.CompareResult)
    print(found.only_first, found.only_second, found.columns(), found.rows(), found.caption())
    value = found.worst_first()[0]
    print(value.key, value.types, value.shape, value.other_shape, value.stored_alike, value.behind, value.scale, value.nans)
    far = value.difference
    print(far.max_abs, far.sqnr, far.cosine, far.rmse, far.differing, far.first)
    assert_type(value.fits, bool)
    why = qopt.explain(model, model, {"input": images}, looks=32, removes=True)
    assert_type(why, qopt.ExplainResult)
    print(why.samples, why.unexplained, why.outputs, why.columns(), why.rows(), why.caption())
    worst = why.worst
    print(worst.name, worst.sqnr, worst.classes, worst.flips, worst.rest, worst.mends[0].remedy, worst.flipped[0].layer)
    assert_type((worst.layers[0].gone, worst.layers[0].worst_cause), Tuple[float, str])
    kept: Dict[str, Any] = {}
    found = qopt.search(model, {"input": images}, min_sqnr=30.0, seconds=5, looks=16, memory=kept, policy=None)
    assert_type(found, qopt.SearchResult)
    assert_type(found.choice.seconds if found.choice else None, Optional[float])
    print(found.policy, found.chosen, found.bytecode, found.batch, found.rounds, found.measured, found.choosing, found.judging, found.rows(), found.caption())
    print(found.front_size, found.is_front_cut, found.is_cut_short, found.dropped[0].name, found.dropped[0].ratio, found.columns())
    tried = found.networks[0]
    print(tried.name, tried.floats, tried.float_layers, tried.wide_layers, tried.predicted_seconds, tried.seconds, tried.predicted_noise, tried.noise)
    print(tried.chosen_by, tried.loss, tried.broken_by, tried.broken, tried.is_mixed, tried.holds, tried.sqnr)
    assert_type(found.layers[0].alone, Optional[float])
    print(found.layers[0].type, found.layers[0].float_seconds, found.layers[0].seconds, found.layers[0].gone)
    print(found.pairs[0].first, found.pairs[0].second, found.pairs[0].added)
    assert_type((found.noise.networks, found.mixed_noise.rank_correlation, found.mixed_time.median_ratio), Tuple[int, float, float])
    assert_type(found.model, qopt.Model)
    lint = qopt.lint_data(model, "folder", labels="labels", every=2, others=True)
    assert_type(lint, qopt.LintDataResult)
    print(lint.samples, lint.batch_norm, lint.findings, lint.columns(), lint.rows(), lint.caption())
    one = lint.errors[0]
    print(one.severity, one.name, one.tensor, one.sample, one.what, one.remedy)
    seen = qopt.label(model, ["a.png", "b.png"], classes=["cat", "dog"], top=1)
    assert_type(seen, qopt.LabelResult)
    best = seen.samples[0].classes[0]
    print(seen.output, seen.are_probabilities, seen.classes, seen.samples[0].place, best.number, best.name, best.score, seen.columns(), seen.rows())


def changed(model: qopt.Model) -> None:
    repaired = qopt.repair(model, images, rounds=True, only="conv1", smoothing=0.5)
    assert_type(repaired, qopt.RepairResult)
    assert_type(repaired.model, qopt.Model)
    repaired.save("r.mlirbc")
    print(repaired.layers, repaired.repaired, repaired.too_wide, repaired.equalized, repaired.smoothed, repaired.not_smoothed,
          repaired.evened, repaired.not_evened,
          repaired.bytecode, repaired.columns(), repaired.rows())
    tuned = qopt.tune(model, "cuda", Path("t.sqlite"), batches=[1, 8], budget=10, part=0, parts=2)
    assert_type(tuned, qopt.TuneResult)
    print(tuned.batches, tuned.refusals, tuned.failures, tuned.measured, tuned.known, tuned.remaining, tuned.columns(), tuned.rows())
    assert_type(qopt.merge_tunings(["a.sqlite", Path("b.sqlite")], "t.sqlite"), int)


def tables(model: qopt.Model) -> None:
    table = qopt.calibrate(model, images, method="mse", bits=8, clip_weight=2, limits=None, partial=True)
    assert_type(table, qopt.Table)
    assert_type((table.text, table.samples, table.method, len(table)), Tuple[str, int, str, int])
    assert_type(table.ranges, Dict[str, Tuple[float, float]])
    table.save("t.json")
    assert_type(qopt.merge_tables([table, qopt.Table.load("u.json")], keeps_statistics=True), qopt.Table)
    assert_type(qopt.merge([table]), qopt.Table)
    assert_type(qopt.convert_table(table, "tensorrt", network=model), str)
    assert_type(qopt.table_names(), List[str])


def pages(model: qopt.Model, result: qopt.QuantizeResult, table: qopt.Table) -> None:
    page = qopt.report([model, result, table, model.compile()], "r.html", samples=images, labels=[1, 2], timed_runs=5, title="t",
                       tables=[("mine", [["a"], [1]])], outputs=["y"], calibration=table)
    assert_type(page, qopt.ReportResult)
    assert_type(result.report("q.html", title="t", timed_runs=0, progress=False), qopt.ReportResult)
    print(qopt.report(model, Path("r.html")).page, page.how, page.floats, page.quantized, page.columns(), page.rows(), table.report("t.html"))
    layer = page.layers[0]
    assert_type(layer, qopt.ReportedLayer)
    print(layer.name, layer.operation, layer.kind, layer.why_float, layer.runs_as, layer.seconds, layer.sqnr, layer.clipped)


def built() -> qopt.Model:
    with qopt.build.network("mlp") as net:
        assert_type(net, qopt.build.Network)
        x = net.input("x", (None, 784), "float32", mean=0, std=[255.0])
        assert_type(x, qopt.build.Value)
        h = net.relu(net.matmul(x, numpy.zeros((784, 10), "f4"), name="fc"))
        assert_type((h.name, h.dtype, h.type, h.index, h.is_output), Tuple[str, str, str, int, bool])
        print(h.shape, h.op, h.users, h.array)
        steps = qopt.build.quantized("int8", 0.05, 0, narrow=True)
        assert_type(steps, str)
        net.quantize(h, dtype=steps)
        model = net.output(y=h)
    assert_type(model, qopt.Model)
    return model


@qopt.rewrite.pattern("relu(x)")
def capped(op: qopt.rewrite.Operation, net: qopt.rewrite.Builder, x: qopt.rewrite.Value) -> Optional[qopt.rewrite.Value]:
    print(op.kind, op.name, op.operands, op.results, op.result, op.attributes, op.location, op["input"])
    return net.clip(x, min=0.0, max=6.0)


def rewritten(model: qopt.Model) -> None:
    assert_type(capped, qopt.rewrite.Pattern)
    assert_type((capped(model, limit=3), qopt.rewrite.apply(model, capped), capped.kind), Tuple[int, int, str])


def over_workers(model: qopt.Model, dataset: Any) -> None:
    assert_type(qopt.ray.calibrate(model, dataset, workers=4, columns={"x": "image"}, method="entropy"), qopt.Table)
    assert_type(qopt.ray.accuracy(model, [(images, labels)], batch=8), Tuple[float, int])
    assert_type(qopt.ray.tune(model, "cuda", "t.sqlite", workers=2, batches=[1], budget=60, slice=10), qopt.TuneResult)
    qopt.ray.deployment("m.qart", max_batch=8, wait=0.01, num_replicas=2)


def failed() -> None:
    try:
        qopt.load("m.onnx")
    except (qopt.ArgumentError, qopt.NotFoundError, qopt.UnsupportedError, qopt.FileError, qopt.DeviceError, qopt.CancelledError) as error:
        assert_type((error.layer, error.file, error.remedy), Tuple[Optional[str], Optional[str], Optional[str]])
    except qopt.Error:
        raise
