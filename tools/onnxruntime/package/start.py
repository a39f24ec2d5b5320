"""onnxruntime_ep_qopt.pth imports this module as Python starts, if QOPT_ORT is set: "1", or options as "device=host:4".

"0", "off" and nothing leave programs as they are.
"""

import os

from .hook import install, parse_options

_said = os.environ.get("QOPT_ORT", "").strip()
if _said.lower() not in ("", "0", "off"):
    install(parse_options(_said))
