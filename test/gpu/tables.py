"""The tables of memory_grid.py, cold_start.py and faults.py, of rows as results.read_table has them: {point: row}.

Each function gives (lines of markdown, how many bars are missed or were not measured).
"""

VALUE_BYTES = {"fp32": 4, "fp16": 2, "int16": 2, "int8": 1}
LIVE, STORED = 1.05, 1.01  # times the largest live set; times what the parameters take
COLD, WARM = 10.0, 0.3  # seconds, driver and context apart


def _megabytes(size):
    return f"{size / 1e6:,.1f}"


def _failures(rows):
    failed = [f"- {' '.join(map(str, point))}: {row['error']}" for point, row in sorted(rows.items()) if "error" in row]
    return ["", "Failed:", *failed] if failed else []


def _memory_row(point, row):
    """(cells, whether its bounds are kept); without reuse there is no bound of the live set."""
    kind, reuse = point[1], point[4]
    live = row["activations"] / row["largest_live"]
    parameters = row["parameters"] * VALUE_BYTES[kind]
    stored = row["stored"] / parameters
    kept = stored <= STORED and (reuse == "off" or live <= LIVE)
    sizes = [_megabytes(row[name]) for name in ("constants", "activations", "scratch", "sum")]
    return [*sizes, f"{live:.3f}", f"{stored:.4f}", f"{row['constants'] / parameters:.4f}", "kept" if kept else "**missed**"], kept


def memory(rows):
    lines = ["| network | type | batch | device | reuse | constants MB | activations | scratch | peak | peak / largest live "
             f"set (≤ {LIVE:g}) | stored / parameters (≤ {STORED:g}) | constants / parameters | |", "|---" * 13 + "|"]
    missed = 0
    for point, row in rows.items():
        cells, kept = (["–"] * 7 + ["failed"], False) if "error" in row else _memory_row(point, row)
        lines.append("| " + " | ".join([*map(str, point), *cells]) + " |")
        missed += not kept
    return lines + _failures(rows), missed


def _start_row(point, temperature, row):
    """(cells, whether the bar is met)"""
    steps, bar = dict(row[temperature]), COLD if temperature == "cold" else WARM
    judged = steps["all"] - steps["device"]
    names = ("parse", "lowering", "kernels", "upload", "load", "first run", "process", "library")
    cells = [f"{steps[name]:.3f}" if name in steps else "–" for name in ("device", *names)]
    verdict = "met" if judged <= bar else f"**missed by {100 * (judged / bar - 1):.0f} %**"
    return [*point[2:], temperature, *cells, f"{judged:.3f}", f"≤ {bar:g}: {verdict}"], judged <= bar


def cold_start(rows):
    lines = ["| device | source | | driver, context s | parse | lowering | kernels | upload | load | first run | process | library "
             "| without the driver | |", "|---" * 14 + "|"]
    missed, notes = 0, []
    for point, row in rows.items():
        if "error" in row:
            missed += 1
        elif point[3] == "quantize":
            notes = [f"{point[0]} {point[1]} of the float module, once: {row['seconds']:.2f} s (read, passes, write).", ""]
        else:
            for temperature in ("cold", "warm"):
                cells, met = _start_row(point, temperature, row)
                lines.append("| " + " | ".join(map(str, cells)) + " |")
                missed += not met
    return notes + lines + _failures(rows), missed


def faults(rows):
    lines = ["| device | what goes wrong | what becomes of it |", "|---|---|---|"]
    for point, row in rows.items():
        said = ("**" + row["error"] + "**" if "error" in row else row["says"]).replace("\n", " ").replace("|", "\\|")
        lines.append(f"| {point[0]} | {point[1]} | {said} |")
    return lines, sum("error" in row for row in rows.values())


TABLES = {"memory": memory, "cold_start": cold_start, "faults": faults}
