// --min-sqnr counts no noise beside an infinity, no output of another size and no class numbers. A
// model of fixed batch is judged on its samples, not on what fills it up.
// RUN: %python %S/../../Inputs/make_array.py %t.npy f4:5,2:1,-2,-1,4,2,1,3,-1,5,2
// RUN: sed 's/0.25/0.25390625/' %s > %t.near.mlir
// RUN: qrun eval %t.near.mlir --against=%s --data=%t.npy --min-sqnr=20 | FileCheck %s
// RUN: sed -e 's/?x/4x/g' -e 's/, #nn.dims<N>//g' %t.near.mlir > %t.four.mlir && qrun eval %t.four.mlir --against=%s --data=%t.npy --min-sqnr=20 | FileCheck %s
// RUN: sed 's/dense<0.25>/dense<0x7F800000>/' %s > %t.infinite.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 4 qrun eval %t.infinite.mlir --against=%s --data=%t.npy --min-sqnr=20 2>&1 | FileCheck %s --check-prefix=INFINITE
// RUN: %python %S/../../Inputs/make_array.py %t.one.npy f4:5,1:1,-2,-1,4,2
// RUN: sed 's/x2xf32/x1xf32/g' %s > %t.one.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 0 qrun eval %t.one.mlir --against=%t.one.mlir --data=%t.one.npy --min-sqnr=20 | FileCheck %s --check-prefix=SAME

// CHECK: flips: 0 of 5
// CHECK: SQNR: 36.1 dB
// INFINITE-DAG: SQNR: -inf dB
// INFINITE-DAG: error: {{.*}}infinite.mlir: output '{{.*}}' has -inf dB, less than --min-sqnr=20
// SAME-NOT: flips
// SAME: SQNR: exact

func.func @main(%a: tensor<?x2xf32, #nn.dims<N>> {nn.name = "a"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %s = nn.constant {nn.name = "s"} dense<0.25> : tensor<1xf32>
  %y = nn.mul %a, %s {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<1xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
