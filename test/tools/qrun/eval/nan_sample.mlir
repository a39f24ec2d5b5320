// An output that is NaN is told of the sample that has it, by its file and its number there, whichever samples were left out.
// RUN: %python %S/../../Inputs/make_array.py %t.npz x=f4:12,2:1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,-1,1,2,1,2,1,2
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun quantize %s --data=%t.npz -o %t.q.mlirbc 2>&1 | FileCheck %s
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun eval %s --against=%s --data=%t.npz --but-every=3 --batch=2 2>&1 | FileCheck %s
// RUN: %python %S/../../Inputs/make_array.py %t.labels.npz x=f4:12,2:1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,1,1,2,1,2,1,2 labels=i8:12:0,0,0,0,0,0,0,0,7,0,0,0
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun eval %s --data=%t.labels.npz --but-every=5 2>&1 | FileCheck %s --check-prefix=LABEL

// CHECK: error: {{.*}}.npz, sample 8: its output 'y' is NaN at [1]; qrun calibrate names the layer that computes it
// LABEL: error: {{.*}}: label 7, of sample 8, is none of the 2 classes

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %m = nn.matmul %x, %w {nn.name = "m"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  %y = nn.log %m {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
