"""python -m qopt.ort [KEY=VALUE …] app.py [argument …]: runs a program of ONNX Runtime's on qopt, as it is.

That is `python -m onnxruntime_ep_qopt`, of the distribution onnxruntime-ep-qopt (docs/onnxruntime.md).
"""

import sys

try:
    from onnxruntime_ep_qopt.__main__ import main
except ModuleNotFoundError as absent:
    if absent.name != "onnxruntime_ep_qopt":
        raise
    raise ModuleNotFoundError("qopt.ort needs the execution provider: pip install onnxruntime-ep-qopt", name=absent.name) from None

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
