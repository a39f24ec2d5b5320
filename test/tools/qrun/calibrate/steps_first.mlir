// A recurrent network whose input begins with its steps: samples are not dealt out along them, which would feed single steps as
// sequences. Of a single step, or samples first, it is fed.
// RUN: %python %S/../../Inputs/make_array.py %t.npy f4:3,1,2:1,2,3,4,5,6
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun calibrate %s --data=%t.npy -o %t.no.json 2>&1 | FileCheck %s
// RUN: not ls %t.no.json
// RUN: sed 's/3x1x/1x1x/g' %s > %t.one.mlir && qrun calibrate %t.one.mlir --data=%t.npy -o %t.json
// CHECK: error: {{.*}}: layer 'h' steps along dimension 0 of input 'x' of shape 3x1x2, where samples would lie: qopt --samples-first -o NEW.mlirbc moves an open size of samples to the front, and --insert-quant=mode=dynamic needs no samples at all

func.func @main(%x: tensor<3x1x2xf32> {nn.name = "x"}) -> tensor<3x1x1x2xf32> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %r = nn.constant {nn.name = "r"} dense<[[[0.5, 0.0], [0.0, 0.5]]]> : tensor<1x2x2xf32>
  %p = nn.matmul %x, %w {nn.name = "p"} : (tensor<3x1x2xf32>, tensor<2x2xf32>) -> tensor<3x1x2xf32>
  %h, %last = nn.rnn %p, %r {activations = ["relu"], nn.name = "h"} : (tensor<3x1x2xf32>, tensor<1x2x2xf32>) -> (tensor<3x1x1x2xf32>, tensor<1x1x2xf32>)
  return %h : tensor<3x1x1x2xf32>
}
