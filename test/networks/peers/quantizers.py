"""The peers' quantizers on one ONNX file, each run in a process of its own: quantizers.py SETTING MODEL SAMPLES OUT.

SAMPLES is a .npz of the model's inputs by name: rows are samples. A setting is "ort int8 min-max", "ort dynamic int8", "nncf mixed
fast" …: of ONNX Runtime's static quantizer the activations' type (int8 symmetric, uint8 affine) and its calibrator, weights int8
by channel in eight bits; of its dynamic one the weights' type; of NNCF the preset, the bias correction (fast, or layer by layer), and
whether its scheme for transformers is taken.
"""
import os
import sys

import numpy as np

AT_ONCE = 16  # samples of which ONNX Runtime's calibrators keep all activations


def ort_settings(products_dominate):
    found = [f"ort {kind} {calibrator}" for kind in ("uint8", "int8") for calibrator in ("min-max", "percentile", "entropy")]
    if products_dominate:  # its dynamic quantizer leaves the other layers in float
        found += ["ort dynamic int8", "ort dynamic uint8"]
    return found


def nncf_settings(attends):
    found = [f"nncf {preset} {bias}" for preset in ("mixed", "performance") for bias in ("fast", "layers")]
    if attends:
        found += ["nncf mixed fast transformer", "nncf performance fast transformer"]
    return found


def feeds(path, ranks):
    """A sample each; `ranks`: {input: rank}. An array of a rank more holds whole inputs, not rows of a batch."""
    with np.load(path) as arrays:
        arrays = {name: arrays[name] for name in arrays}
    for i in range(len(next(iter(arrays.values())))):
        yield {name: array[i] if array.ndim > ranks[name] else array[i:i + 1] for name, array in arrays.items()}


def input_ranks(session):
    return {port.name: len(port.shape) for port in session.get_inputs()}


def prepare(model, folder):
    """As both quantizers' guides ask: shapes inferred, batch norms folded; opset 13 at least, by which weights have scales by
    channel. The path of the new file."""
    import onnx
    import onnx.version_converter
    from onnxruntime.quantization.shape_inference import quant_pre_process
    raised, folded = os.path.join(folder, "raised.onnx"), os.path.join(folder, "folded.onnx")
    loaded = onnx.load(model)
    if next(o.version for o in loaded.opset_import if o.domain in ("", "ai.onnx")) < 13:
        loaded = onnx.version_converter.convert_version(loaded, 13)
    onnx.save(loaded, raised)
    for skips in (False, True):  # symbolic shapes are not of all models
        try:
            quant_pre_process(raised, folded, skip_symbolic_shape=skips)
            return folded
        except Exception as error:
            print(f"preprocessing without symbolic shapes={skips}: {error}", file=sys.stderr)
    return raised


def ranks_of(path):
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    return input_ranks(onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"]))


def ort_static(kind, calibrator, model, samples, out):
    from onnxruntime import quantization

    class Reader(quantization.CalibrationDataReader):
        def __init__(self):
            self.all = list(feeds(samples, ranks_of(model)))
            self.set_range(0, len(self.all))

        def __len__(self):
            return len(self.all)

        def set_range(self, start_index, end_index):
            self.rest = iter(self.all[start_index:end_index])

        def get_next(self):
            return next(self.rest, None)

    reader = Reader()
    at_once = max(n for n in range(1, AT_ONCE + 1) if len(reader) % n == 0)  # it asks for whole strides
    methods = {"min-max": quantization.CalibrationMethod.MinMax, "percentile": quantization.CalibrationMethod.Percentile,
               "entropy": quantization.CalibrationMethod.Entropy}
    types = {"uint8": quantization.QuantType.QUInt8, "int8": quantization.QuantType.QInt8}
    quantization.quantize_static(
        model, out, reader, quant_format=quantization.QuantFormat.QDQ, activation_type=types[kind],
        weight_type=quantization.QuantType.QInt8, per_channel=True, reduce_range=False, calibrate_method=methods[calibrator],
        extra_options={"ActivationSymmetric": kind == "int8", "CalibStridedMinMax": at_once})


def ort_dynamic(kind, model, out):
    from onnxruntime import quantization
    types = {"uint8": quantization.QuantType.QUInt8, "int8": quantization.QuantType.QInt8}
    quantization.quantize_dynamic(model, out, per_channel=True, reduce_range=False, weight_type=types[kind],
                                  op_types_to_quantize=["MatMul", "LSTM"])


def nncf_static(preset, bias, is_transformer, model, samples, out):
    import nncf
    import onnx
    data = list(feeds(samples, ranks_of(model)))
    quantized = nncf.quantize(
        onnx.load(model), nncf.Dataset(data), preset=nncf.QuantizationPreset(preset), subset_size=len(data),
        fast_bias_correction=bias == "fast", model_type=nncf.ModelType.TRANSFORMER if is_transformer else None)
    onnx.save(quantized, out)


def main(setting, model, samples, out):
    words = setting.split()
    if words[:2] == ["ort", "dynamic"]:
        ort_dynamic(words[2], model, out)
    elif words[0] == "ort":
        ort_static(words[1], words[2], model, samples, out)
    else:
        nncf_static(words[1], words[2], words[-1] == "transformer", model, samples, out)
    print(0)  # what stands alone is measured by its starter


if __name__ == "__main__":
    main(*sys.argv[1:])
