// Steps first, as ONNX's recurrent layers have them: the open size comes to the front of inputs and outputs, and the network
// inside is as before. Then samples are dealt out, and what is computed of each is what the whole array gave.
// RUN: qopt %s --samples-first -o %t.mlir && FileCheck %s < %t.mlir
// RUN: qopt %s --samples-first=symbol=N -o %t.named.mlir && cmp %t.mlir %t.named.mlir
// RUN: qopt %t.mlir --samples-first 2>&1 | FileCheck %s --check-prefix=IDLE
// RUN: sed 's/-> (tensor<3x?x2xf32, #nn.dims<N>>, /-> (tensor<?x2xf32, #nn.dims<3 * N>>, /; s/return %h, %last : tensor<3x?x2xf32, #nn.dims<N>>/return %rows, %last : tensor<?x2xf32, #nn.dims<3 * N>>/; s/^  %last/  %rows = nn.reshape %h {nn.name = "rows"} : (tensor<3x?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<3 * N>>\n&/' %s | qopt - --samples-first -o - 2>&1 | FileCheck %s --check-prefix=MULTIPLE
// RUN: not qopt %s --samples-first=symbol=M 2>&1 | FileCheck %s --check-prefix=SYMBOL
// RUN: sed 's/?/4/g; s/, #nn.dims<N>//g' %s | not qopt - --samples-first 2>&1 | FileCheck %s --check-prefix=STATIC
// RUN: %python %S/../../tools/Inputs/make_array.py %t.steps.npy f4:3,2,2:1,2,3,4,5,6,7,8,9,10,11,12
// RUN: %python %S/../../tools/Inputs/make_array.py %t.samples.npy f4:2,3,2:1,2,5,6,9,10,3,4,7,8,11,12
// RUN: qrun run %s --input=%t.steps.npy --output=last=%t.a.npy && qrun run %t.mlir --input=%t.samples.npy --output=last=%t.b.npy
// RUN: od -A n -t f4 -j 128 %t.a.npy > %t.a && od -A n -t f4 -j 128 %t.b.npy | cmp - %t.a
// RUN: qrun calibrate %t.mlir --data=%t.samples.npy -o %t.json
// RUN: qopt %t.mlir --insert-quant="calibration=%t.json summary=false" | FileCheck %s --check-prefix=INTEGER

// CHECK: func.func @main(%[[X:.*]]: tensor<?x3x2xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x3x2xf32, #nn.dims<N>> {nn.name = "h"}, tensor<?x2xf32, #nn.dims<N>>
// CHECK: %[[T:.*]] = nn.transpose %[[X]] {nn.name = "x/moved", permutation = array<i64: 1, 0, 2>}
// CHECK: nn.matmul %[[T]], {{.*}}"p"
// CHECK: nn.rnn
// CHECK: %[[H:.*]] = nn.reshape {{.*}}"h"
// CHECK: nn.transpose %[[H]] {nn.name = "h/moved", permutation = array<i64: 1, 0, 2>}
// IDLE: remark: found nothing to do: --samples-first
// MULTIPLE: remark: samples-first: output 'rows' of shape {{.*}} grows with the samples 'N', but none of its sizes equals their number: it stays as it is
// MULTIPLE: func.func @main(%{{.*}}: tensor<?x3x2xf32, #nn.dims<N>> {nn.name = "x"})
// SYMBOL: error: samples-first: no input has an open size 'M'; there are: N
// STATIC: error: samples-first: no size of an input is open; import the model with an open number of samples
// INTEGER: nn.matmul {{.*}}!quant.uniform

func.func @main(%x: tensor<3x?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<3x?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %r = nn.constant {nn.name = "r"} dense<[[[0.5, 0.0], [0.0, 0.5]]]> : tensor<1x2x2xf32>
  %p = nn.matmul %x, %w {nn.name = "p"} : (tensor<3x?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<3x?x2xf32, #nn.dims<N>>
  %all, %end = nn.rnn %p, %r {activations = ["relu"], nn.name = "all"} : (tensor<3x?x2xf32, #nn.dims<N>>, tensor<1x2x2xf32>) -> (tensor<3x1x?x2xf32, #nn.dims<N>>, tensor<1x?x2xf32, #nn.dims<N>>)
  %h = nn.reshape %all {nn.name = "h"} : (tensor<3x1x?x2xf32, #nn.dims<N>>) -> tensor<3x?x2xf32, #nn.dims<N>>
  %last = nn.reshape %end {nn.name = "last"} : (tensor<1x?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %h, %last : tensor<3x?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>
}
