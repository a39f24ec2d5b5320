#!/usr/bin/env python3
"""Tables of what the scripts beside measured: merge_tables.py RESULTS.jsonl… [--bars=FILE] [--into=PAGE.md]

Of shards.py: milliseconds of a run by network, type and batch, ours on each backend beside PyTorch's, and behind it the
bars: met, or missed by how much. Of memory_grid.py, cold_start.py and faults.py: tables.py's. --into puts each between
the page's lines `<!-- merge_tables.py -->`, or `<!-- merge_tables.py memory -->` (cold_start, faults), and
`<!-- end -->`; else they are printed. Exits 1 where a bar is missed or not measured.
"""

import argparse
import os
import sys

import results
import tables

BEGIN, END = "<!-- merge_tables.py -->", "<!-- end -->"
COLUMNS = (*results.BACKENDS, "pytorch")


def milliseconds(value):
    return f"{value:.3f}" if value < 100 else f"{value:.1f}"


def cell(row):
    if row is None:
        return "–"
    return "failed" if "error" in row else milliseconds(row["median_ms"])


def best_of(rows, names):
    """The fastest of these backends that ran."""
    found = [rows[name] for name in names if name in rows and "error" not in rows[name]]
    return min(found, key=lambda row: row["median_ms"]) if found else None


def table(rows):
    """Lines of markdown."""
    lines = ["| network | type | batch | CUDA ms | OpenCL ms | PyTorch ms | ours / PyTorch's | images/s |",
             "|---|---|---|---|---|---|---|---|"]
    points = {}
    for (network, kind, batch, backend), row in rows.items():
        points.setdefault((network, kind, batch), {})[backend] = row
    for point, found in sorted(points.items(), key=lambda item: (item[0][0], results.TYPES.index(item[0][1]), item[0][2])):
        network, kind, batch = point
        ours, other = best_of(found, results.BACKENDS), best_of(found, ("pytorch",))
        ratio = f"{ours['median_ms'] / other['median_ms']:.2f}" if ours and other else ""
        rate = f"{batch / ours['median_ms'] * 1e3:,.0f}" if ours else ""
        cells = " | ".join(cell(found.get(name)) for name in COLUMNS)
        lines.append(f"| {network} | {kind} | {batch} | {cells} | {ratio} | {rate} |")
    return lines


def judged(bar, rows):
    """(what was allowed in ms, what was measured in ms); None where that is not known."""
    row, rival = rows.get(results.key_of(bar)), rows.get(results.rival_of(bar))
    ours = row["median_ms"] if row and "error" not in row else None
    if "milliseconds" in bar:
        return bar["milliseconds"], ours
    if not rival or "error" in rival:
        return None, ours
    together = ours is not None and rival["shard"] == row["shard"]
    return bar["ratio"] * rival["median_ms"], ours if together else None


def text_of(bar):
    if "milliseconds" in bar:
        return f"{bar['milliseconds']:g} ms"
    return f"{bar['ratio']:g} × PyTorch {bar['pytorch']}"


def verdicts(bars, rows):
    """(lines of markdown, how many are not met)"""
    lines = ["| bar | at most | allowed ms | measured ms | |", "|---|---|---|---|---|"]
    unmet = 0
    for bar in bars:
        allowed, ours = judged(bar, rows)
        if allowed is None or ours is None:
            verdict = "not measured"
        elif ours <= allowed:
            verdict = f"met, {100 * (1 - ours / allowed):.0f} % below"
        else:
            verdict = f"**missed by {100 * (ours / allowed - 1):.0f} %**"
        unmet += not verdict.startswith("met")
        numbers = " | ".join("–" if value is None else milliseconds(value) for value in (allowed, ours))
        name = f"{bar['network']} {bar['type']}, batch {bar['batch']}, {bar['backend']}"
        lines.append(f"| {name} | {text_of(bar)} | {numbers} | {verdict} |")
    return lines, unmet


def report(rows, bars):
    """(text, how many bars are not met)"""
    good = [row for row in rows.values() if "error" not in row]
    devices = sorted({row["device"] for row in good})
    fewest = min((row["runs"] for row in good), default=0)
    lines, unmet = verdicts(bars, rows)
    failed = [f"- {' '.join(map(str, key))}: {row['error']}" for key, row in sorted(rows.items()) if "error" in row]
    parts = [f"{', '.join(devices)}: medians of at least {fewest} runs of a batch, data on the device.", "",
             *table(rows), "", f"{len(bars) - unmet} of {len(bars)} bars are met.", "", *lines]
    return "\n".join(parts + (["", "Failed:", *failed] if failed else [])) + "\n", unmet


def begin_of(name):
    return BEGIN.replace(" -->", f" {name} -->") if name else BEGIN


def put_into(page, text, begins):
    with open(page, encoding="utf-8") as file:
        before, begin, rest = file.read().partition(begins)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{page}: has no lines {begins} and {END}")
    with open(page, "w", encoding="utf-8") as file:
        file.write(f"{before}{begins}\n{text}{END}{after}")


def reports(options):
    """{name of a table: (text, how many bars are not met)}, of what the files have rows of; "": times."""
    found, times = {}, results.read(*options.results)
    for name, make in tables.TABLES.items():
        if rows := results.read_table(name, *options.results):
            lines, missed = make(rows)
            found[name] = "\n".join(lines) + "\n", missed
    if times or not found:
        found[""] = report(times, results.read_bars(options.bars))
    return found


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="+")
    parser.add_argument("--bars", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "bars.json"))
    parser.add_argument("--into")
    options = parser.parse_args(arguments)
    unmet = 0
    for name, (text, missed) in reports(options).items():
        unmet += missed
        if options.into:
            put_into(options.into, text, begin_of(name))
        else:
            print(text, end="")
    return 1 if unmet else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
