"""In pytorch_point.py's place, as qrun beside it."""
import json
import os
import sys

with open(os.environ["FAKE_LOG"], "a", encoding="utf-8") as log:
    log.write(f"pytorch {' '.join(sys.argv[1:4])}\n")
print("a warning of a compiler")
print(json.dumps({"median_ms": 5.0, "runs": 200, "device": "Fake", "torch": "0"}))
