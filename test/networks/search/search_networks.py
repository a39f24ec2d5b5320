#!/usr/bin/env python3
"""Searches the shared networks by `qrun search`: time and loss of its choice beside networks of one type, and predictions beside what came.

search_networks.py BIN_DIR DATA_DIR [--results=FILE] [--seconds=120] [--batch=32] [--bound=--min-sqnr=40] [--table] NETWORK…   exits 77 (skipped) where DATA_DIR is absent.
--results: a line of JSON is added for each network, and networks that it has are left out. --table: prints the file's rows and measures
nothing, those first whose choice gains least over f32. The bounds are those of test/networks/zoo_gates.py, or --bound.
Exit status 1 where a choice is outside its bound, or slower than the fastest network of one type within it.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import zoo_gates

ONE_TYPE = ("f32", "f16", "bf16", "int8", "int8 and f16", "int8 and bf16", "int8 weights")
NOISE = 1.02  # two medians of equal programs


def search(network, options):
    """Returns the command's document."""
    samples, gates = zoo_gates.NETWORKS[network]
    bounds = [options.bound] if options.bound else gates["qopt"]
    calibration, dev = zoo_gates.samples_of(samples, options.data)
    model, mean, std = zoo_gates.model_of(network, options.data)
    command = [f"{options.bin}/qrun", "search", model, *zoo_gates.import_options(network, options.data), f"--mean={zoo_gates.joined(mean)}",
               f"--std={zoo_gates.joined(std)}", f"--data={calibration}", f"--test={dev}", "-o", "chosen.mlirbc", "--json=search.json",
               f"--budget={options.seconds}", f"--batch={options.batch}", "--picture=search.svg", "--resume=search.journal", *bounds]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 4):
        raise SystemExit(f"{network}: exit {done.returncode}\n{done.stderr[-2000:]}")
    print(done.stdout, flush=True)
    with open("search.json", encoding="utf-8") as file:
        return dict(json.load(file), name=network, bound=bounds[0])


def chosen_of(document):
    return next((row for row in document["results"] if row["network"] == document["chosen"]), None)


def fault_of(document):
    """None, or what is wrong with the choice."""
    chosen = chosen_of(document)
    if chosen is None:
        return "nothing is within the bound"
    if chosen["within"] != "yes":
        return "the choice is outside its bound"
    fastest = min(row["seconds"] for row in document["results"] if row["network"] in ONE_TYPE and row["within"] == "yes")
    return f"the choice takes {chosen['seconds'] / fastest:.3f} of the fastest of one type" if chosen["seconds"] > NOISE * fastest else None


def cell(row):
    """Time, dB and flips, and whether it is within the bound."""
    if row is None:
        return "–"
    exact = row["sqnr_db"] is None
    flips = f", {row['flips']}" if "flips" in row else ""
    return f"{row['seconds'] * 1e3:.2f} ms, {'exact' if exact else format(row['sqnr_db'], '.1f') + ' dB'}{flips}{'' if row['within'] == 'yes' else ' ✗'}"


def print_table(documents):
    gain = lambda document: document["results"][0]["seconds"] / chosen_of(document)["seconds"] if chosen_of(document) else 0
    print("| network, bound | f32 | int8 | chosen | × f32 | × best of one type | slower than f32: times as long | errors: rank, ratio | times: rank, ratio |\n|" + "---|" * 9)
    for document in sorted(documents, key=gain):
        rows, chosen = {row["network"]: row for row in document["results"]}, chosen_of(document)
        best = min(row["seconds"] for row in document["results"] if row["network"] in ONE_TYPE and row["within"] == "yes")
        held = lambda name: "{rank_correlation:.2f}, {median_ratio:.2f} of {networks}".format(**document["predictions"][name])
        print("|", " | ".join([f"{document['name']}, {document['bound'].strip('-')}", cell(rows["f32"]), cell(rows.get("int8")),
                               f"{document['chosen']}, {len(chosen['float_layers'])} of {len(document['layers'])} float: {cell(chosen)}", f"{gain(document):.2f}",
                               f"{best / chosen['seconds']:.2f}", ", ".join(f"{one['type']} {one['times_f32']:.2f}" for one in document["dropped"]), held("noise"),
                               held("mixed_time") if document["predictions"]["mixed_time"]["networks"] else "–"]), "|")
    ratios = [best_of_both(document) for document in documents]
    print(f"\nGeometric mean over f32: {math.prod(map(gain, documents)) ** (1 / len(documents)):.2f}; over the best of one type {math.prod(ratios) ** (1 / len(ratios)):.2f}")


def best_of_both(document):
    best = min(row["seconds"] for row in document["results"] if row["network"] in ONE_TYPE and row["within"] == "yes")
    return best / chosen_of(document)["seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin")
    parser.add_argument("data")
    parser.add_argument("networks", nargs="*", default=list(zoo_gates.NETWORKS))
    parser.add_argument("--results", default="search_networks.jsonl")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--bound")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_intermixed_args()
    options.bin, options.data, results = map(os.path.abspath, (options.bin, options.data, options.results))
    zoo_gates.skip_without(options.data)
    documents = []
    if os.path.exists(results):
        with open(results, encoding="utf-8") as file:
            documents = [json.loads(line) for line in file]
    for network in [] if options.table else options.networks:
        if network in {document["name"] for document in documents}:
            continue
        with tempfile.TemporaryDirectory() as work, zoo_gates.inside(work):
            documents.append(search(network, options))
        with open(results, "a", encoding="utf-8") as file:
            file.write(json.dumps(documents[-1]) + "\n")
    print_table(documents)
    faults = [f"{document['name']}: {fault_of(document)}" for document in documents if fault_of(document)]
    print("\n".join(faults))
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
