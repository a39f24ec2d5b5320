// A note says which of a few samples calibrate and which judge; of one sample, that none is left.
// RUN: %python %S/../../Inputs/make_array.py %t.3.npy f4:3,2:1,0,1,2,2,1 && %python %S/../../Inputs/make_array.py %t.1.npy f4:1,2:1,0
// RUN: qrun quantize %s --data=%t.3.npy -o %t.mlir 2>&1 | FileCheck %s
// RUN: qrun accuracy %s --data=%t.3.npy 2>&1 | FileCheck %s
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun accuracy %s --data=%t.1.npy 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: qrun quantize %s --data=%t.1.npy --test=%t.3.npy -o %t.mlir 2>&1 | FileCheck %s --check-prefix=TEST

// CHECK: note: {{.*}}3.npy: sample 0 calibrates, the other 2 judge; --test=FILE names samples to judge by
// ONE: error: {{.*}}1.npy: holds one sample, which calibrates: none is left to judge by; give more samples, or others to judge by with --test=FILE (--test={{.*}}1.npy judges by what calibrates)
// TEST-NOT: calibrates, the other
// TEST: 3 samples judge

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %y = nn.matmul %x, %w {nn.name = "fc"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
