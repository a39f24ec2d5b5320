// An output that is called as an input gets a tensor of its own name; the input keeps its.
// RUN: qopt %s --emit=tflite -o %t.tflite
// RUN: qopt %t.tflite -o - | FileCheck %s
// RUN: qopt %s --compare=%t.tflite | FileCheck %s --check-prefix=SAME
// RUN: sed -e '/nn.transpose/d' -e 's/return %%z/return %%y/' %s > %t.plain.mlir
// RUN: not qopt %t.plain.mlir --compare=%t.tflite | FileCheck %s --check-prefix=DIFFERENT

// CHECK: func.func @main(%arg0: tensor<1x2x2xf32> {nn.name = "x"})
// CHECK: nn.relu %arg0
// SAME: the same network

// A last transpose of three dimensions is a layer, unless a window made what it reads: it is no image's.
// DIFFERENT: different:

func.func @main(%x: tensor<1x2x2xf32> {nn.name = "x"}) -> (tensor<1x2x2xf32> {nn.name = "x"}) {
  %y = nn.relu %x {nn.name = "y"} : (tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %z = nn.transpose %y {nn.name = "z", permutation = array<i64: 0, 2, 1>} : (tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  return %z : tensor<1x2x2xf32>
}
