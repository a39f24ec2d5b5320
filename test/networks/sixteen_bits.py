#!/usr/bin/env python3
"""INT16, FP16 and BF16 on the shared networks: what each loses against float, which must be nothing.

sixteen_bits.py BIN_DIR DATA_DIR NETWORK…   exits 77 (skipped) where DATA_DIR is absent.
A line each: flips, points of accuracy lost, their paired 95 % interval; one that lies above 0 fails, but for INT8
weights, which stand there for comparison. INT16 is calibrated by min-max. ImageNet's JPEGs need Pillow.
"""
import zoo_gates

FORMS = {
    "INT16": ["--insert-quant=calibration=cal.json bits=16", "--fold-dequant"],
    "INT16 affine": ["--insert-quant=calibration=cal.json bits=16 scheme=affine", "--fold-dequant"],
    "INT16, INT8 weights": ["--insert-quant=calibration=cal.json bits=16 weight-bits=8", "--fold-dequant"],
    "FP16": ["--assign-precision=calibration=cal.json type=f16", "--cancel-conversions"],
    "BF16": ["--assign-precision=calibration=cal.json type=bf16", "--cancel-conversions"],
}


def losses(network, bin_dir, data):
    """Returns how many forms lose more than chance explains."""
    qopt, qrun = f"{bin_dir}/qopt", f"{bin_dir}/qrun"
    calibration, dev = zoo_gates.samples_of(zoo_gates.NETWORKS[network][0], data)
    zoo_gates.fold(network, qopt, data, "folded.mlirbc")
    zoo_gates.run(qrun, "calibrate", "folded.mlirbc", f"--data={calibration}", "-o", "cal.json")
    worse = 0
    for form, passes in FORMS.items():
        zoo_gates.run(qopt, "folded.mlirbc", *passes, "-o", "form.mlirbc")
        flips, drop, low, high = zoo_gates.lost(qrun, "form.mlirbc", "folded.mlirbc", dev)
        print(f"{network:19} {form:20} {flips:4} flips, {drop:6.2f} points lost [{low:.2f}, {high:.2f}]", flush=True)
        worse += low > 0 and "INT8" not in form
    return worse


if __name__ == "__main__":
    zoo_gates.main(losses)
