// Two networks of which one tells classes and the other numbers are not compared; nor are pixels taken for classes.
// RUN: %python %S/../../Inputs/make_array.py %t.npy f4:3,2:1,-2,-1,4,2,1
// RUN: sed 's/tensor<2x2xf32>/tensor<2x1xf32>/g; s/-> tensor<?x2xf32/-> tensor<?x1xf32/g; s/: tensor<?x2xf32, #nn.dims<N>>$/: tensor<?x1xf32, #nn.dims<N>>/; s/dense<[^>]*>/dense<1.0>/' %s > %t.one.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun eval %t.one.mlir --against=%s --data=%t.npy 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun eval %s --against=%t.one.mlir --data=%t.npy 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %python %S/../../Inputs/make_array.py %t.image.npz x=f4:2,2,2:1,-2,-1,4,2,1,0,3 labels=i8:2:0,1
// RUN: sed 's/x2xf32, #/x2x2xf32, #/g' %s > %t.image.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun eval %t.image.mlir --data=%t.image.npz 2>&1 | FileCheck %s --check-prefix=PIXELS
// RUN: qrun quantize %t.image.mlir --data=%t.image.npz --test=%t.image.npz -o %t.q.mlirbc 2>&1 | FileCheck %s --check-prefix=LABELS
// ONE: error: {{.*}}one.mlir: its output holds no scores of classes, but that of {{.*}}eval_unlike.mlir does
// PIXELS: output 'y' of shape 2x2x2 has more than one dimension of scores for each sample
// LABELS: warning: {{.*}}image.npz: its labels are not used: the output of {{.*}} tells no class from another
// LABELS: integer {{ *}}- {{ *}}- {{ *}}- {{ *}}- {{ *}}{{.*}} dB

func.func @main(%a: tensor<?x2xf32, #nn.dims<N>> {nn.name = "a"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.5], [0.25, 1.0]]> : tensor<2x2xf32>
  %y = nn.matmul %a, %w {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
