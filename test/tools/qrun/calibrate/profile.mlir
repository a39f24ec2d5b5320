// A profile says which ranges become steps: those that a bound's result, or nothing, stands for keep min-max and are not counted.
// RUN: %python %S/../../Inputs/make_array.py %t.npy f4:10,2:3.984375,3.984375,1,1,2,1,1,2,3,3,3.984375,3.984375,2,2,1,3,3,1,0.5,1
// RUN: qrun calibrate %s --data=%t.npy --calibrator=percentile --percentile=75 -o %t.all.json
// RUN: FileCheck %s --check-prefix=ALL < %t.all.json
// RUN: qrun calibrate %s --data=%t.npy --calibrator=percentile --percentile=75 --profile=qopt -o %t.own.json
// RUN: FileCheck %s --check-prefix=OWN < %t.own.json
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun calibrate %s --data=%t.npy --profile=qopt -o %t.no.json 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun calibrate %s --data=%t.npy --calibrator=auto --profile=npu -o %t.no.json 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// ALL: "a": [
// ALL-NEXT: 0.5
// ALL-NEXT: 3.0
// OWN: "a": [
// OWN-NEXT: 0.5
// OWN-NEXT: 3.984375
// OWN: "r": [
// OWN-NEXT: 0.5
// OWN-NEXT: 3.0
// OWN: "x": [
// OWN-NEXT: 0.5
// OWN-NEXT: 3.0
// NOTHING: --profile has no effect on --calibrator=min-max
// UNKNOWN: no profile 'npu'; there are: qopt, trt, ort-cpu, tflite

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  %r = nn.relu %a {nn.name = "r"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  %b = nn.matmul %r, %w {nn.name = "b"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %b : tensor<?x2xf32, #nn.dims<N>>
}
