"""Prints an expression over a file that has to be one whole JSON document, of version 1."""
import json
import sys

document = json.load(open(sys.argv[1]))
assert document["version"] == 1
print(eval(sys.argv[2]))
