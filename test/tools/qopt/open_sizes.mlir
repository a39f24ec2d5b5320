// If more than the batch is open nobody knows what layers cost, and it is said.
// RUN: qopt --summarize %s | FileCheck %s
// RUN: qopt --summarize %s --shape=x:?x5 | FileCheck %s --check-prefix=BOUND
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt --print-cost %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=COST

// CHECK: x {{ *}}f32 {{ *}}NxT
// CHECK: relu {{ *}}1
// CHECK: costs: sizes N, T are open: what layers cost depends on them; give --shape=x:SIZES
// BOUND: total, batch 1 {{ *}}0 {{ *}}5 {{ *}}20 {{ *}}20
// COST: error: sizes N, T are open

func.func @main(%x: tensor<?x?xf32, #nn.dims<N, T>> {nn.name = "x"}) -> tensor<?x?xf32, #nn.dims<N, T>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x?xf32, #nn.dims<N, T>>) -> tensor<?x?xf32, #nn.dims<N, T>>
  return %y : tensor<?x?xf32, #nn.dims<N, T>>
}
