"""The first result's steps and bytes of each file that `qrun bench --export-times` wrote, a line each."""
import json
import sys

for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        found = json.load(file)["results"][0]
    held = found["device_bytes"]
    assert all(seconds >= 0 for seconds in found["start"].values()) and found["first_run"] > 0
    print(f"{' '.join(found['start'])}; largest live {found['largest_live_bytes']}, "
          f"activations {held['activations']}, sum - constants {held['sum'] - held['constants']}")
