// Against what a batch norm was trained on: means 10, 20, 30, deviations 5.
// RUN: %python %S/../../Inputs/make_array.py %t.right.npy f4:4,3,1,1:5,15,25,15,25,35,6,15,24,14,25,36
// RUN: qrun lint-data %s --data=%t.right.npy | FileCheck %s --check-prefix=RIGHT
// RUN: qrun lint-data %s --data=%t.right.npy --json | FileCheck %s --check-prefix=JSON
// RUN: %python %S/../../Inputs/make_array.py %t.order.npy f4:4,3,1,1:25,15,5,35,25,15,24,15,6,36,25,14
// RUN: sh %S/../../Inputs/expect_code.sh 0 qrun lint-data %s --data=%t.order.npy --batch=3 | FileCheck %s --check-prefix=ORDER
// RUN: %python %S/../../Inputs/make_array.py %t.mean.npy f4:4,3,1,1:15,25,35,25,35,45,16,25,34,24,35,46
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun lint-data %s --data=%t.mean.npy | FileCheck %s --check-prefix=MEAN
// RUN: %python %S/../../Inputs/make_array.py %t.scale.npy f4:4,3,1,1:50,150,250,150,250,350,60,150,240,140,250,360
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun lint-data %s --data=%t.scale.npy | FileCheck %s --check-prefix=SCALE
// RUN: %python %S/../../Inputs/make_array.py %t.layout.npy f4:4,1,1,3:5,15,25,15,25,35,6,15,24,14,25,36
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun lint-data %s --data=%t.layout.npy | FileCheck %s --check-prefix=LAYOUT
// RUN: %python %S/../../Inputs/make_array.py %t.dead.npy f4:4,3,1,1:5,20,25,15,20,35,6,20,24,14,20,36
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun lint-data %s --data=%t.dead.npy | FileCheck %s --check-prefix=DEAD

// The same with a fixed batch, which the last sample fills up.
// RUN: sed 's/?x3x1x1xf32, #nn.dims<N>/3x3x1x1xf32/g' %s > %t.fixed.mlir
// RUN: qrun lint-data %t.fixed.mlir --data=%t.right.npy | FileCheck %s --check-prefix=RIGHT
// RUN: sh %S/../../Inputs/expect_code.sh 0 qrun lint-data %t.fixed.mlir --data=%t.order.npy | FileCheck %s --check-prefix=ORDER

// RIGHT: 4 samples: 0 errors, 0 warnings
// RIGHT-NOT: note
// JSON: "batch_norm": "bn",
// Without labels of many classes it may be what the samples show.
// ORDER: warning: channel-order: 'x': the reversed order of channels fits what batch norm 'bn' was trained on
// ORDER-NEXT: 4 samples: 0 errors, 1 warning
// MEAN: error: input-mean: 'x': before batch norm 'bn' means lie 2 deviations off those of training (over 3 channels);
// SCALE: error: input-scale: 'x': before batch norm 'bn' values spread 10 times as wide as in training (over 3 channels);
// LAYOUT: error: layout: 'x': samples of shape 1x1x3 are NHWC where the input takes 3x1x1;
// DEAD: error: dead-input: 'x': 1 of 3 channels have one value in all samples: 1 (20);

func.func @main(%x: tensor<?x3x1x1xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x3x1x1xf32, #nn.dims<N>> {
  %one = nn.constant {nn.name = "one"} dense<1.0> : tensor<3xf32>
  %mean = nn.constant {nn.name = "mean"} dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %variance = nn.constant {nn.name = "variance"} dense<25.0> : tensor<3xf32>
  %y = nn.batch_norm %x, %one, %one, %mean, %variance {epsilon = 9.99999974E-6 : f32, nn.name = "bn"} : (tensor<?x3x1x1xf32, #nn.dims<N>>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x3x1x1xf32, #nn.dims<N>>
  return %y : tensor<?x3x1x1xf32, #nn.dims<N>>
}
