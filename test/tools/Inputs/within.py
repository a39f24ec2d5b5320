"""within.py MIB CODE COMMAND…: runs it with so much address space at most; fails where it exits otherwise."""

import resource
import subprocess
import sys

limit = int(sys.argv[1]) << 20
result = subprocess.run(sys.argv[3:], preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
if result.returncode != int(sys.argv[2]):
    sys.exit(f"exit code {result.returncode}, not {sys.argv[2]}")
