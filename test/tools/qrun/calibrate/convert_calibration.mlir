// One table as another: names are tensors' there, layers' here; an ncnn table needs the network.
// RUN: echo '{"version": 1, "ranges": {"x": [-3.96875, 1], "conv": [-2, 7.9375], "gone": [0, 1]}}' > %t.json
// RUN: qrun convert-calibration %t.json -o %t.cache --to=tensorrt --model=%s 2>&1 | FileCheck %s --check-prefix=GONE
// RUN: FileCheck %s --check-prefix=CACHE < %t.cache
// RUN: qrun convert-calibration %t.cache -o %t.back.json --to=native --model=%s
// RUN: FileCheck %s --check-prefix=BACK < %t.back.json
// RUN: qrun convert-calibration %t.json -o %t.table --to=ncnn --model=%s 2>&1 | count 0
// RUN: diff %t.table %S/../Inputs/expected.ncnn.txt
// RUN: qrun convert-calibration %t.cache -o %t.encodings --to=aimet
// RUN: FileCheck %s --check-prefix=AIMET < %t.encodings
// RUN: qrun convert-calibration %t.encodings -o %t.again --to=tensorrt
// RUN: diff %t.cache %t.again
// RUN: qrun convert-calibration %t.json -o %t.plain --to=tensorrt 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: grep '^conv: ' %t.plain
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun convert-calibration %t.cache -o %t.no --to=ncnn 2>&1 | FileCheck %s --check-prefix=MODEL
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun convert-calibration %t.table -o %t.no --to=native 2>&1 | FileCheck %s --check-prefix=MODEL
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun convert-calibration %t.table -o %t.no --to=odd 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun convert-calibration %t.cache -o %t.cache --to=aimet 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun merge %t.cache %t.cache -o %t.no 2>&1 | FileCheck %s --check-prefix=MERGE
// RUN: %python %S/../../Inputs/make_array.py %t.npz x=f4:1,1,1,2:1,2
// RUN: qrun calibrate %s --data=%t.npz --calibrator=entropy --limits=%t.cache -o %t.entropy.json --partial
// RUN: FileCheck %s --check-prefix=LIMIT < %t.entropy.json
// RUN: not ls %t.no

// GONE: warning: {{.*}}.json: 1 of its names ('gone') stand for no value of the module: left out
// CACHE: TRT-8501-EntropyCalibration2
// CACHE-NEXT: {{^}}conv_out: 3d800000{{$}}
// CACHE-NEXT: {{^}}x: 3d000000{{$}}
// BACK: "conv": [
// BACK-NEXT: -7.9375,
// BACK-NEXT: 7.9375
// AIMET: "conv_out": [
// AIMET: "is_symmetric": "True",
// AIMET-NEXT: "max": 7.9375,
// AIMET-NEXT: "min": -8,
// AIMET-NEXT: "offset": -128,
// AIMET-NEXT: "scale": 0.0625
// AIMET: "version": "0.6.1"
// PLAIN: warning: {{.*}}: names are taken as they stand; with --model=FILE
// MODEL: an ncnn table is by layers: name the network, --model=FILE
// ODD: --to=odd: there are tensorrt, aimet, native, ncnn
// SAME: .cache' is read here: write to another file
// MERGE: a TensorRT calibration cache holds ranges alone, no statistics
// LIMIT: "conv": {
// LIMIT: "limit": 7.9375
func.func @main(%x: tensor<?x1x1x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2x1x2xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[[[2.0]]], [[[-0.5]]]]> : tensor<2x1x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "conv", nn.tensor = "conv_out"} : (tensor<?x1x1x2xf32, #nn.dims<N>>, tensor<2x1x1x1xf32>) -> tensor<?x2x1x2xf32, #nn.dims<N>>
  return %c : tensor<?x2x1x2xf32, #nn.dims<N>>
}
