// Values that mix samples are measured one sample a run; raw samples become f16 inputs by mean and deviation; repairs look
// at no sample past --samples; a network that ends in classes is judged by them, one that ends in a number is not.
// RUN: %python %S/../../Inputs/make_array.py %t.npy f4:5,4:1,2,3,4,5,6,7,8,-1,2,-3,9,0,1,0,1,4,3,2,-7
// RUN: qrun calibrate %s --data=%t.npy --calibrator=entropy --batch=1 -o %t.1.json
// RUN: qrun calibrate %s --data=%t.npy --calibrator=entropy --batch=5 -o %t.5.json && diff %t.1.json %t.5.json
// RUN: qrun calibrate %S/../Inputs/f16_mean.mlir --data=%t.npy -o %t.half.json && FileCheck %s --check-prefix=HALF < %t.half.json
// RUN: %python %S/../../Inputs/make_array.py %t.labels.npz images=f4:4,2:1,0,0,1,3,2,0,5 labels=i8:4:0,1,0,0
// RUN: qrun eval %S/../Inputs/arg_max.mlir --data=%t.labels.npz | FileCheck %s --check-prefix=CLASSES
// RUN: sed -e 's/nn.arg_max %x {axis = 1 : i64/nn.reduce_mean %x {axes = array<i64: 1>/' -e 's/xi64/xf32/g' %S/../Inputs/arg_max.mlir > %t.max.mlir
// RUN: not qrun eval %t.max.mlir --data=%t.labels.npz 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not qrun calibrate %s --data=%t.npy --calibrator=entropy --limits=%t.half.json -o %t.no.json 2>&1 | FileCheck %s --check-prefix=LIMITS
// RUN: %python %S/../../Inputs/make_array.py %t.few.npy f4:1,4:1,1,1,1
// RUN: qrun calibrate %s --data=%t.few.npy -o %t.few.json
// RUN: not qrun calibrate %s --data=%t.npy --calibrator=entropy --limits=%t.few.json -o %t.no.json 2>&1 | FileCheck %s --check-prefix=PAST
// RUN: not ls %t.no.json

// HALF: "x": [
// HALF-NEXT: -8,
// HALF-NEXT: 8
// CLASSES: accuracy 75.00 % (3 of 4)
// NUMBER: output 'y' of shape 4 is one number for each sample, which tells no class from another; name another with --output-name
// LIMITS: the limits have no range for '{{m|y}}'
// PAST: reaches {{.*}} past its limit of 1

func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x4xf32, #nn.dims<N>> {
  %m = nn.reduce_mean %x {axes = array<i64: 0, 1>, keepdims = false, nn.name = "m"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<f32>
  %y = nn.sub %x, %m {nn.name = "y"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<f32>) -> tensor<?x4xf32, #nn.dims<N>>
  return %y : tensor<?x4xf32, #nn.dims<N>>
}
