"""kill_writer.py FILE COMMAND…: runs the command, which writes FILE, and has the system end it in the middle.

No file may grow past half of what FILE holds: the signal comes with the write that goes beyond.
"""

import os
import resource
import signal
import subprocess
import sys

path, *command = sys.argv[1:]
most = os.path.getsize(path) // 2


def limit():
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


code = subprocess.run(command, preexec_fn=limit, stderr=subprocess.DEVNULL).returncode
if code != -signal.SIGXFSZ:
    sys.exit(f"the writer ended with {code}, not by SIGXFSZ")
