"""shifted_labels.py FOLDER N: 40 pictures of two colours, red and green, and labels.txt that numbers these from N."""
import os
import subprocess
import sys

folder, first = sys.argv[1], int(sys.argv[2])
os.makedirs(folder, exist_ok=True)
make = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Inputs", "make_png.py")
arguments, lines = [], []
for i in range(40):
    kind = i * 7 % 5 % 2
    arguments += [f"{folder}/{i:02}.png", f"4x4:{','.join('200' if c == kind else str(i) for c in range(3))}"]
    lines.append(f"{i:02}.png {kind + first}\n")
subprocess.run([sys.executable, make, *arguments], check=True)
with open(f"{folder}/labels.txt", "w") as file:
    file.writelines(lines)
