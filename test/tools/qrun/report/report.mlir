// A page of a network and its integer form, measured on samples; ONNX with notes, and values for Model Explorer.
// RUN: %python %S/../../Inputs/make_array.py %t.npz x=f4:10,2:3.98,3.98,1,1,2,1,1,2,3,3,3.98,3.98,2,2,1,3,3,1,0.5,1 labels=i8:10:0,0,0,1,1,1,1,1,1,0
// RUN: qopt %s --insert-quant --fold-dequant -o %t.q.mlir
// RUN: qrun report %s %t.q.mlir --data=%t.npz -o %t.html --onnx=%t.onnx --node-data=%t.json --float-order=invariant --quiet
// RUN: FileCheck %s < %t.html
// RUN: %decode_onnx < %t.onnx | FileCheck %s --check-prefix=ONNX
// RUN: FileCheck %s --check-prefix=NODES < %t.sqnr.json
// RUN: FileCheck %s --check-prefix=NODES < %t.clipped.json
// RUN: FileCheck %s --check-prefix=NODES < %t.time.json
// Without samples nothing is run.
// RUN: qrun report %s -o %t.alone.html && FileCheck %s --check-prefix=ALONE < %t.alone.html
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun report %s -o %t.svg 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun report %s -o %t.html --node-data=%t.json 2>&1 | FileCheck %s --check-prefix=NODE-DATA
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun report %s -o %t.html --labels=x 2>&1 | FileCheck %s --check-prefix=LABELS
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun report %s -o %t.html --profile=none 2>&1 | FileCheck %s --check-prefix=PROFILE
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun report %s -o %t.html --calibration=%t.html 2>&1 | FileCheck %s --check-prefix=SOURCE
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun report %s -o %t.html --timed-runs=3 2>&1 | FileCheck %s --check-prefix=DATA
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun report %s -o %t.html --device=host 2>&1 | FileCheck %s --check-prefix=DATA
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun report %t.q.mlir %s -o %t.html 2>&1 | FileCheck %s --check-prefix=SWAPPED
// The commands that it names give its figures.
// RUN: qrun report %s %t.q.mlir --data=%t.npz --float-order=direct --layer-samples=6 -o %t.html --json --quiet | FileCheck %s --check-prefix=COMMANDS

// CHECK: http-equiv="Content-Security-Policy" content="default-src 'none'
// CHECK: <g class="layer int8" {{.*}}<title>a</title>
// CHECK: "name":"a","op":"matmul","kind":"int8"
// CHECK-SAME: "error":{"sqnr":
// CHECK-SAME: "time":{"ms":
// CHECK-SAME: "accuracy":{{\[}}["network","top-1","top-5","drop [95 % interval]","agreement","flips",
// CHECK-SAME: "commands":["qrun report
// CHECK-SAME: --float-order=invariant
// CHECK-SAME: "qrun eval
// CHECK-SAME: --float-order=invariant
// ONNX: name: "a"
// ONNX: doc_string: "SQNR: {{[0-9.]+ dB|exact}}
// ONNX: key: "qopt.integer_layers"
// ONNX-NEXT: value: "2 of 2"
// NODES: "main": {
// NODES-NEXT: "results": {
// NODES-NEXT: "{{a|b}}": {
// NODES-NEXT: "value":
// NODES: "gradient": [
// ALONE-NOT: "error":
// ALONE: "name":"a","op":"matmul","kind":"float"
// NAME: what is written is HTML, no .svg
// NODE-DATA: --node-data is of nodes of --onnx, measured on --data: give both
// LABELS: --labels are of samples: name these with --data
// PROFILE: no profile 'none'; there are: qopt
// DATA: --{{timed-runs|device}} requires --data
// SWAPPED: is quantized already; give the float network first, and it as the second
// COMMANDS: "qrun report {{.*}} --float-order=direct {{.*}}--layer-samples=6
// COMMANDS-NEXT: "qrun eval {{.*}} --float-order=direct
// COMMANDS-NEXT: "qrun compare {{.*}} --batch=6 --float-order=direct
// COMMANDS-NEXT: "qrun bench {{.*}} --float-order=direct
// SOURCE: is read here: write to another file

!x = tensor<?x2xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x", nn.range = #nn.range<0.0, 4.0>}) -> !x {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.3], [-0.2, 1.0]]> : tensor<2x2xf32>
  %v = nn.constant {nn.name = "v"} dense<[[1.0, 1.0], [0.1, -0.5]]> : tensor<2x2xf32>
  %a = nn.matmul %x, %w {nn.name = "a", nn.range = #nn.range<-2.0, 5.0>} : (!x, tensor<2x2xf32>) -> !x
  %b = nn.matmul %a, %v {nn.name = "b", nn.range = #nn.range<-6.0, 6.0>} : (!x, tensor<2x2xf32>) -> !x
  return %b : !x
}
