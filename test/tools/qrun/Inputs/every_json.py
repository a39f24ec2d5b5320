"""every_json.py QRUN FOLDER MODELS PAGE: runs every command of QRUN in FOLDER with --quiet and --json=FILE, parses the
document, and holds the figures in it against those that the same run printed or wrote. Every name in a document has to
stand on PAGE, and every command has to be here."""
import json
import os
import re
import subprocess
import sys

QRUN, FOLDER, MODELS, PAGE = (os.path.abspath(path) for path in sys.argv[1:])
MLP, DATA = os.path.join(MODELS, "mlp.onnx"), os.path.join(MODELS, "digits_dev.npz")
BROAD = ["--every=40"]
seen = set()


def run(command, *arguments, code=0):
    """The text on standard output, and the document."""
    path = f"{command}.json"
    ran = subprocess.run([QRUN, command, *arguments, "--quiet", f"--json={path}"], capture_output=True, text=True)
    assert ran.returncode == code, (command, ran.returncode, ran.stderr)
    assert ran.stderr == "", (command, ran.stderr)
    document = json.load(open(path))
    assert document["version"] == 1
    seen.add(command)
    note(document)
    return ran.stdout, document


names = set()


def note(value):
    """Collects the names of all fields, but for those that a table has as rows."""
    if isinstance(value, dict):
        for name, inner in value.items():
            names.add(name)
            if name != "start":
                note(inner)
    elif isinstance(value, list):
        for inner in value:
            note(inner)


def grouped(number):
    return f"{number:,}"


def row(text, *cells):
    """Some line has these cells, in their order, and one before all."""
    pattern = r"^\s*" + r"\s+(?:.*\s)?".join(re.escape(str(cell)) for cell in cells) + r"(?:\s|$)"
    assert re.search(pattern, text, re.M), (cells, text)


def decibels(output):
    return "exact" if output["exact"] else f"{output['sqnr_db']:.1f} dB" if output["sqnr_db"] is not None else "-"


def judged(text, setting, result):
    """The row of a network in a table of judgements."""
    cells = [setting, f"{100 * result['top_1']['right'] / result['top_1']['samples']:.2f} %"]
    if "outputs" in result:
        worst = result["outputs"][0]
        cells += [grouped(worst["flips"]), f"{result['drop']['points']:.2f} ({result['drop']['low']:.2f} to", decibels(worst)]
    row(text, *cells, f"{result['integer_layers']} of {result['layers']}", grouped(result["weight_bytes"]))


def write_array(path, text):
    subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "../../Inputs/make_array.py"), path, text],
                   check=True)


def check_run():
    write_array("x.npy", "f4:1,1,28,28:" + ",".join(str(i % 7) for i in range(784)))
    text, document = run("run", MLP, "--input=x.npy")
    for output in document["results"]:
        shape = "x".join(map(str, output["shape"]))
        row(text, f"{output['output']}: {output['type']} {shape}, largest at",
            " ".join(map(str, output["largest"])))
        assert not output["has_nan"] and output["file"] is None
    _, document = run("run", MLP, "--input=x.npy", "--output=y.npz")
    assert document["results"][0]["file"] == "y.npz" and document["results"][0]["key"] == document["results"][0]["output"]


def check_label():
    pictures = ["red.png", "blue.png"]
    subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "../../Inputs/make_png.py"), pictures[0],
                    "4x4:200,10,20", pictures[1], "4x4:0,0,255"], check=True)
    with open("classes.txt", "w") as file:
        file.write("red\ngreen\nblue\n")
    with open("colour.mlir", "w") as file:
        file.write("""!x = tensor<?x3x4x4xf32, #nn.dims<N>>
!y = tensor<?x3xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %m = nn.reduce_mean %x {axes = array<i64: 2, 3>, keepDims = false, nn.name = "y"} : (!x) -> !y
  return %m : !y
}
""")
    text, document = run("label", "colour.mlir", *pictures, "--classes=classes.txt", "--mean=0", "--std=255", "--top=2")
    assert document["scores"] == "softmax" and f"softmax of output '{document['output']}'" in text
    for result, picture in zip(document["results"], pictures, strict=True):
        best, second = result["classes"]
        assert result["picture"] == picture
        row(text, picture, best["class"], best["label"], f"{best['score']:.4f}")
        row(text, second["class"], second["label"], f"{second['score']:.4f}")


def ranges_of(path):
    table = json.load(open(path))
    return table["samples"], table["ranges"]


def check_table(document, path):
    samples, ranges = ranges_of(path)
    assert document["samples"] == samples
    assert {one["value"]: [one["min"], one["max"]] for one in document["results"]} == ranges


def check_calibrate_and_merge():
    for name, which in (("a", "--every=2"), ("b", "--but-every=2")):
        _, document = run("calibrate", MLP, f"--data={DATA}", which, "--first=50", "--partial", "-o", f"{name}.json")
        check_table(document, f"{name}.json")
        assert document["partial"] and document["calibrator"] == "min-max"
    _, document = run("calibrate", MLP, f"--data={DATA}", "--first=30", "--calibrator=auto", "-o", "auto.json")
    check_table(document, "auto.json")
    assert any(one["chosen"] for one in document["results"])
    _, document = run("merge", "a.json", "b.json", "-o", "both.json")
    check_table(document, "both.json")
    assert document["samples"] == 100 and document["parts"] == ["a.json", "b.json"] and not document["partial"]


def check_convert():
    _, document = run("convert-calibration", "both.json", "--to=tensorrt", f"--model={MLP}", "-o", "trt.cache")
    assert (document["from"], document["to"]) == ("native", "tensorrt")
    assert len(open("trt.cache").read().splitlines()) == 1 + document["ranges"]


def check_quantize():
    text, document = run("quantize", MLP, f"--data={DATA}", *BROAD, "-o", "q.mlirbc", "--min-sqnr=1")
    assert document["written"] and os.path.exists("q.mlirbc")
    assert [line[2:] for line in text.splitlines() if line.startswith("$ ")] == document["commands"]
    assert document["next"][0].startswith("qrun bench q.float.mlirbc q.mlirbc")
    assert f"{grouped(document['samples'])} samples judge, batch {document['batch']} on {document['device']}" in text
    for result in document["results"]:
        judged(text, result["setting"], result)
        row(text, result["setting"], f"{result['seconds_per_sample'] * 1e6:.1f} µs")


def check_accuracy():
    text, document = run("accuracy", MLP, f"--data={DATA}", *BROAD, "--passes=insert-quant{bits=16}")
    assert document["results"][-1]["setting"] == "insert-quant{bits=16}"
    for result in document["results"]:
        judged(text, result["setting"], result)
        assert len(result["commands"]) == (0 if result["setting"] == "float" else 2)
    assert document["next"][0].startswith("qrun quantize ")


def check_repair():
    text, document = run("repair", MLP, f"--data={DATA}", "--first=40", "--round", "--correct-bias", "--equalize", "-o",
                         "r.mlirbc")
    assert document["layers"] == len(document["results"]) > 0
    for layer in document["results"]:
        row(text, layer["layer"], f"{layer['error_before']:.3e}", f"{layer['error_after']:.3e}",
            f"{layer['bias_change']:.3e}", grouped(layer["held_channels"]), grouped(layer["rows"]))
    for link in document["equalized"]:
        row(text, link["producer"], ", ".join(link["readers"]), f"{link['least']:.4g}", f"{link['greatest']:.4g}")


def check_eval():
    text, document = run("eval", "q.mlirbc", f"--against={MLP}", f"--data={DATA}", *BROAD)
    for result in document["results"]:
        answers = result["top_1"]
        assert (f"{result['model']} on {result['device']}: accuracy {100 * answers['right'] / answers['samples']:.2f} % "
                f"({answers['right']} of {answers['samples']})") in text
    loss = document["results"][1]
    assert f"flips: {loss['outputs'][0]['flips']} of {loss['outputs'][0]['samples']}\n" in text
    drop = loss["drop"]
    assert f"drop: {drop['points']:.3f} points, 95 % interval [{drop['low']:.3f}, {drop['high']:.3f}]" in text
    assert f"SQNR: {decibels(loss['outputs'][0])}\n" in text


def check_compare():
    text, document = run("compare", MLP, "q.mlirbc", f"--data={DATA}", "--first=4")
    assert (f"{document['values']} values in both, {document['unlike']} not equal bit by bit, the first is "
            f"'{document['first_unlike']}'; {document['only_first']} only in the first, {document['only_second']} only in "
            "the second") in text
    for value in document["results"]:
        cells = [value["value"], value["types"], f"{value['max_abs']:.3g}"]
        cells.append("inf" if value["exact"] else f"{value['sqnr_db']:.1f}")
        cells += [f"{value['cosine']:.6f}", "-" if value["rmse_steps"] is None else f"{value['rmse_steps']:.3f}",
                  f"{value['differing']} of {value['elements']}"]
        row(text, *cells, *([value["first"]] if value["first"] else []))


def check_explain():
    text, document = run("explain", MLP, "q.mlirbc", f"--data={DATA}", "--first=60", "--top=1000")
    assert document["samples"] == 60
    for output in document["results"]:
        assert f"output {output['output']}: {output['sqnr_db']:.1f} dB on 60 samples, {output['flips']} flip" in text
        shares = [layer["share"] for layer in output["layers"]]
        assert abs(sum(shares) + output["rest"] - 1) < 1e-6
        for layer in output["layers"]:
            assert abs(sum(layer["causes"].values()) - layer["share"]) < 1e-6
            if abs(layer["share"]) >= 0.001:
                row(text, layer["layer"], layer["operation"], f"{100 * layer['share']:.1f}", f"{layer['macs_percent']:.1f}")
        for mend in output["mends"]:
            row(text, mend["mend"], mend["layer"], f"{mend['gain_db']:.2f}", f"{mend['cost_percent']:.1f}", mend["remedy"])


def check_enough():
    text, document = run("enough", MLP, f"--data={DATA}", "--first=60")
    assert document["enough"] == (document["needed"] <= document["samples"] == 60)
    worst = document["results"][0]
    assert worst["needed"] == document["needed"]
    row(text, worst["value"], f"{worst['min']:.4g}", f"{worst['max']:.4g}", worst["needed"])


def check_gate():
    text, document = run("gate", MLP, "q.mlirbc", f"--data={DATA}", "--max-flips=20", "--min-sqnr=1")
    assert document["passes"] and not document["same_bits"]
    assert text.endswith(f"passes after {document['samples']} samples\n")
    for check in document["results"]:
        row(text, check["check"], "passes" if check["passes"] else "fails", check["found"])


def check_search():
    text, document = run("search", MLP, f"--data={DATA}", "--every=2", "--max-flips=60", "-o", "s.mlirbc")
    assert {"f32", "int8"} <= {network["network"] for network in document["results"]} and os.path.getsize("s.mlirbc")
    assert re.search(rf"^chosen: {document['chosen']}, .* runs of {document['batch']}, {document['rounds']} rounds; ", text, re.M)
    for network in document["results"]:
        is_mixed = network["float_layers"] or network["int16_layers"]
        row(text, network["network"], len(network["float_layers"]) if is_mixed else "-", f"{1e3 * network['seconds']:.3f}", network["within"])


def check_report():
    _, document = run("report", MLP, "q.mlirbc", f"--data={DATA}", *BROAD, "-o", "r.html", "--timed-runs=2")
    page = open("r.html", encoding="utf-8").read()
    assert page.startswith("<!DOCTYPE html>")
    layers = json.loads(page.split('id="data">')[1].split("</script>")[0])["layers"]
    for layer, shown in zip(document["results"], layers, strict=True):
        assert layer["layer"] == shown["name"] and layer["kind"] == shown["kind"]
        assert (layer["seconds"] is None) == ("time" not in shown) and (layer["runs_as"] is None) == ("time" not in shown)
        if layer["sqnr_db"] is not None:
            assert f"{layer['sqnr_db']:.4g}" == f"{shown['error']['sqnr']:.4g}"


def check_lint_data():
    text, document = run("lint-data", MLP, f"--data={DATA}", *BROAD)
    plural = lambda count, what: f"{count} {what}" + ("" if count == 1 else "s")
    assert (f"{plural(document['samples'], 'sample')}: {plural(document['errors'], 'error')}, "
            f"{plural(document['warnings'], 'warning')}\n") in text
    for finding in document["findings"]:
        assert f"{finding['severity']}: {finding['name']}: " in text and finding["what"] in text
    # Labels that do not fit: findings there are.
    write_array("two.npy", "i8:2:0,1")
    _, document = run("lint-data", MLP, f"--data={DATA}", *BROAD, "--labels=two.npy", code=1)
    assert document["findings"][0]["name"] == "label-count" and document["errors"] > 0


def check_compile():
    text, document = run("compile", MLP, "-o", "m.qart")
    assert text.startswith(f"m.qart: {grouped(document['bytes'])} bytes\n")
    assert document["bytes"] == os.path.getsize("m.qart")
    for result in document["results"]:
        assert f"  {result['program']}\n" in text
        assert f"{result['inputs'][0]['name']} {result['inputs'][0]['shape']}" in result["program"]


def check_refit():
    text, document = run("refit", "m.qart", MLP, "-o", "n.qart")
    assert text.startswith(f"n.qart: {grouped(document['bytes'])} bytes\n")
    assert document["bytes"] == os.path.getsize("n.qart")
    for result in document["results"]:
        assert f"  {result['program']}\n" in text
        assert result["changed_kernels"] == result["dropped_binaries"] == 0  # the weights are the same


def check_bench():
    text, document = run("bench", MLP, "m.qart", "--iterations=5", "--batch=2", "--per-layer")
    assert text.startswith("5 runs each")
    for result in document["results"]:
        assert len(result["seconds"]) == 5
        assert result["median_seconds"] == sorted(result["seconds"])[2]
        row(text, os.path.basename(result["model"]), result["device"], result["batch"],
            f"{1e3 * result['median_seconds']:.3f}", grouped(result["weight_bytes"]),
            grouped(result["peak_activation_bytes"]), grouped(result["largest_live_bytes"]))


def check_tune():
    with open("relu.mlir", "w") as file:
        file.write("""!x = tensor<?x2x2x2xi8, #nn.dims<N>>
!y = tensor<?x32x2x2xi32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %w = nn.constant {nn.name = "w"} dense<3> : tensor<32x2x3x3xi8>
  %y = nn.conv2d %x, %w {nn.name = "y", pads = array<i64: 1, 1, 1, 1>} : (!x, tensor<32x2x3x3xi8>) -> !y
  return %y : !y
}
""")
    text, document = run("tune", "relu.mlir", "--device=opencl", "--batch=2", "--budget=5", "--database=t.sqlite")
    assert (f"configurations: {document['measured']} measured, {document['known']} were known, {document['remaining']} "
            "remain\n") in text
    for result in document["results"]:
        before, after = 1e3 * result["seconds_before"], 1e3 * result["seconds_after"]
        assert (f"batch {result['batch']}: {result['improved']} of {result['layers']} layers improved; predicted saving "
                f"{before - after:.4f} of {before:.4f} ms\n") in text
        for change in result["changes"]:
            assert f"{1e3 * change['seconds_before']:.4f} -> {1e3 * change['seconds_after']:.4f} ms, {change['from']} -> " in text
    assert "--tuning=t.sqlite" in document["next"][0]


def check_devices():
    text, document = run("devices")
    for result in document["results"]:
        row(text, result["device"], result["name"], result["device_version"])
    # Without a file the document is all that stands on standard output.
    alone = subprocess.run([QRUN, "devices", "--json"], capture_output=True, text=True, check=True).stdout
    assert json.loads(alone) == document
    assert subprocess.run([QRUN, "devices", "--json=-"], capture_output=True, text=True, check=True).stdout == alone


os.makedirs(FOLDER, exist_ok=True)
os.chdir(FOLDER)
for check in (check_run, check_label, check_calibrate_and_merge, check_convert, check_quantize, check_accuracy, check_repair,
              check_eval, check_compare, check_explain, check_enough, check_gate, check_search, check_report, check_lint_data, check_compile, check_refit,
              check_bench, check_tune, check_devices):
    check()
commands = set(re.findall(r"^  ([a-z][a-z-]*)  ", subprocess.run([QRUN, "--help"], capture_output=True, text=True,
                                                                  check=True).stdout.split("SUBCOMMANDS")[-1], re.M))
assert commands == seen, commands ^ seen
page = open(PAGE).read()
missing = sorted(name for name in names if f"`{name}`" not in page)
assert not missing, f"{PAGE} says nothing of {missing}"
print(f"{len(seen)} commands, {len(names)} names")
