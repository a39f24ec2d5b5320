"""onnxruntime_ep_qopt.pth imports this module as Python starts, if QOPT_ORT is set: "1", or options as "device=host:4"."""

import os

from .hook import install, parse_options

install(parse_options(os.environ["QOPT_ORT"]))
