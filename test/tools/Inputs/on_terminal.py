"""on_terminal.py COMMAND …: what it prints on a terminal, where standard output and error are one."""
import os
import subprocess
import sys

ours, theirs = os.openpty()
process = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs)
os.close(theirs)
said = b""
while True:
    try:
        data = os.read(ours, 65536)
    except OSError:  # the other end is closed
        data = b""
    if not data:
        break
    said += data
sys.stdout.write(said.decode().replace("\r\n", "\n"))
sys.exit(process.wait())
