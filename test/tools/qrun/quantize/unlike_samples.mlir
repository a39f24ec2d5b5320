// The first batch norm of a network (means 10, 20, 30, deviations 5) judges samples before the long
// steps of quantize, accuracy, calibrate and eval, by a warning: samples ten times as large, and
// right ones with --std=0.1 are the same. Few samples calibrate as few with --test as without.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %S/../../Inputs/make_array.py %t/right.npz x=f4:10,3,1,1:5,15,25,15,25,35,6,15,24,14,25,36,5,15,25,15,25,35,5,15,25,15,25,35,6,15,24,14,25,36
// RUN: %python %S/../../Inputs/make_array.py %t/large.npz x=f4:10,3,1,1:50,150,250,150,250,350,60,150,240,140,250,360,50,150,250,150,250,350,50,150,250,150,250,350,60,150,240,140,250,360
// RUN: cd %t && qrun quantize %s --data=right.npz --test=right.npz -o q.mlir 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: cd %t && qrun quantize %s --data=right.npz -o q.mlir 2>&1 | FileCheck %s --check-prefix=PARTED
// RUN: cd %t && qrun quantize %s --data=large.npz --test=large.npz -o q.mlir 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: cd %t && qrun quantize %s --data=right.npz --test=right.npz --mean=0 --std=0.1 -o q.mlir 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: cd %t && qrun accuracy %s --data=large.npz --test=large.npz 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: cd %t && qrun calibrate %s --data=large.npz -o c.json 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: cd %t && qrun calibrate %s --data=right.npz -o c.json 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: cd %t && qopt %s --fold-batch-norm -o folded.mlir && qrun eval folded.mlir --against=%s --data=large.npz 2>&1 | FileCheck %s --check-prefix=LARGE
// Of a part of the samples, and of fewer than eight, nothing is said.
// RUN: cd %t && qrun calibrate %s --data=large.npz --calibrator=min-max --partial -o c.json 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: cd %t && qrun calibrate %s --data=large.npz --first=7 -o c.json 2>&1 | FileCheck %s --check-prefix=NONE

// RIGHT-NOT: times as wide
// RIGHT: right.npz: 10 samples are too few to measure ranges reliably; give a hundred that look like those of use
// PARTED: right.npz: 2 samples are too few to measure ranges reliably; give a hundred that look like those of use
// LARGE: warning: {{large|right}}.npz: input 'x': before batch norm 'bn' values spread 10 times as wide as in training (over 3 channels); samples lie in {{.*}}: {{.*}}; qrun lint-data looks closer
// NONE-NOT: times as wide

func.func @main(%x: tensor<?x3x1x1xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x3x1x1xf32, #nn.dims<N>> {
  %one = nn.constant {nn.name = "one"} dense<1.0> : tensor<3xf32>
  %mean = nn.constant {nn.name = "mean"} dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %variance = nn.constant {nn.name = "variance"} dense<25.0> : tensor<3xf32>
  %n = nn.batch_norm %x, %one, %one, %mean, %variance {epsilon = 9.99999974E-6 : f32, nn.name = "bn"} : (tensor<?x3x1x1xf32, #nn.dims<N>>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x3x1x1xf32, #nn.dims<N>>
  %w = nn.constant {nn.name = "w"} dense<[[[[1.0]], [[0.5]], [[0.0]]], [[[0.0]], [[1.0]], [[0.5]]], [[[0.5]], [[0.0]], [[1.0]]]]> : tensor<3x3x1x1xf32>
  %y = nn.conv2d %n, %w {nn.name = "y"} : (tensor<?x3x1x1xf32, #nn.dims<N>>, tensor<3x3x1x1xf32>) -> tensor<?x3x1x1xf32, #nn.dims<N>>
  return %y : tensor<?x3x1x1xf32, #nn.dims<N>>
}
