"""kill_tuner.py DATABASE COMMAND…: runs the command and kills it once the database has rows."""

import sqlite3
import subprocess
import sys
import time

path, *command = sys.argv[1:]
process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
rows = 0
while rows < 2:
    if process.poll() is not None:
        sys.exit(f"it ended with {process.returncode} before it was killed")
    time.sleep(0.01)
    try:
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        rows = database.execute("SELECT count(*) FROM measurements").fetchone()[0]
        database.close()
    except sqlite3.OperationalError:  # not there yet
        pass
process.kill()
process.wait()
