// A calibration of another model's file, or of other inputs, is refused with the way out; passes keep
// the stamp. Where there is none the modules' texts are compared, for a warning.
// RUN: echo '{"version": 2, "source": "blake3:00", "model_hash": "m", "preprocess": {"x": {"mean": [2], "std": [4]}}, "ranges": {"x": [-1, 1], "y": [-1, 1]}}' > %t.other.json
// RUN: not qopt %s --insert-quant=calibration=%t.other.json 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: sed s/blake3:00/blake3:11/ %t.other.json > %t.same.json
// RUN: qopt %s --strip-unused --insert-quant=calibration=%t.same.json 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: sed 's/"ranges": {/&"old": [0, 9], /' %t.same.json > %t.merged.json
// RUN: qopt %s --insert-quant=calibration=%t.merged.json 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: sed 's/"ranges": {/&"pad": [0, 9], "x\/steps": [0, 9], /' %t.same.json > %t.before.json
// RUN: qopt %s --insert-quant=calibration=%t.before.json 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: sed 's/"source": "blake3:11", //' %t.merged.json > %t.unknown.json
// RUN: not qopt %s --insert-quant=calibration=%t.unknown.json 2>&1 | FileCheck %s --check-prefix=MERGED
// RUN: sed 's/"mean": .2./"mean": [3]/' %t.same.json > %t.mean.json
// RUN: not qopt %s --insert-quant=calibration=%t.mean.json 2>&1 | FileCheck %s --check-prefix=MEAN
// RUN: sed 's/"preprocess": {.*}}, "ranges"/"ranges"/' %t.same.json > %t.none.json
// RUN: not qopt %s --insert-quant=calibration=%t.none.json 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: sed 's/"source": "blake3:00", //' %t.other.json > %t.text.json
// RUN: qopt %s --insert-quant=calibration=%t.text.json 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: echo '{"version": 2, "ranges": {"x": [-1, 1], "y": [-1, 1]}}' > %t.bare.json
// RUN: qopt %s --insert-quant=calibration=%t.bare.json 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %python %S/../../../tools/Inputs/make_array.py %t.npz x=f4:1,1,2,2:1,2,3,4
// RUN: qrun calibrate %s --data=%t.npz -o %t.own.json
// RUN: qopt %s --insert-quant=calibration=%t.own.json 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: FileCheck %s --check-prefix=OWN < %t.own.json

// OTHER: error: calibration file '{{.*}}': was measured on another model (blake3:00, here blake3:11); the file was made for another version of the model or of its inputs: measure this one with 'qrun calibrate'
// SAME-NOT: warning
// SAME: module attributes {nn.source = "blake3:11"}
// MERGED: error: calibration file '{{.*}}': 'old' was merged into 'y'; the file was made for another version
// BEFORE: warning: calibration file '{{.*}}': 'pad' and 1 more of its values are not in this network, though both come from the same file: another version of qopt or other passes made the network that was measured; these ranges are ignored
// BEFORE: nn.conv2d {{.*}}!quant.uniform
// MEAN: error: calibration file '{{.*}}': input 'x' was measured with another preprocessing: --mean=3 --std=4, here --mean=2 --std=4; {{.*}}: measure this one with 'qrun calibrate'
// NONE: input 'x' was measured with another preprocessing: none, here --mean=2 --std=4
// TEXT: warning: calibration file '{{.*}}': was measured on a module that is not the same as this one; if weights differ, measure this one with 'qrun calibrate'
// OWN: "source": "blake3:11"
module attributes {nn.source = "blake3:11"} {
  func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x", nn.preprocess = #nn.preprocess<mean = [2.0], std = [4.0]>}) -> tensor<1x1x2x2xf32> {
    %w = nn.constant {nn.name = "w"} dense<2.0> : tensor<1x1x1x1xf32>
    %y = nn.conv2d %x, %w {nn.name = "y", nn.absorbed = ["old"]} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
    return %y : tensor<1x1x2x2xf32>
  }
}
