// Right as often as chance is: eval and quantize say so, and where to look. Of 20 samples with two scores each 10 are right.
// RUN: %python %S/../../Inputs/make_array.py %t.npz x=f4:20,2:1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0 labels=i8:20:0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1
// RUN: qrun eval %s --data=%t.npz 2>&1 | FileCheck %s
// RUN: qrun quantize %s --data=%t.npz --test=%t.npz -o %t.q.mlirbc 2>&1 | FileCheck %s
// RUN: %python %S/../../Inputs/make_array.py %t.right.npz x=f4:20,2:1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0 labels=i8:20:0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
// RUN: qrun eval %s --data=%t.right.npz 2>&1 | FileCheck %s --check-prefix=RIGHT

// CHECK: warning: {{.*}}: is right on 50.00 % of the samples, as chance is over 2 classes; qrun lint-data looks for what is wrong with them
// RIGHT-NOT: warning
// RIGHT: accuracy 100.00 %

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %y = nn.matmul %x, %w {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
