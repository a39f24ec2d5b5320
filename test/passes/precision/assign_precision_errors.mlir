// RUN: not qopt %s --assign-precision="type=f61" 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not qopt %s --assign-precision="type=f32" 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not qopt %s --assign-precision="type=f4e2m1fn" 2>&1 | FileCheck %s --check-prefix=PACKED
// RUN: not qopt %s --assign-precision="layers=cov1" 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not qopt %s --assign-precision="except=cov1" 2>&1 | FileCheck %s --check-prefix=EXCEPT
// RUN: not qopt %s --assign-precision="layers=bn" 2>&1 | FileCheck %s --check-prefix=MERGED
// RUN: not qopt %s --assign-precision="layers=x" 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: not qopt %s --assign-precision="layers=w" 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not qopt %s --assign-precision="layers=nn.relu" 2>&1 | FileCheck %s --check-prefix=OPERATION
// RUN: not qopt %s --assign-precision="ops=nn.conv2" 2>&1 | FileCheck %s --check-prefix=OPS
// RUN: not qopt %s --assign-precision="ops=relu" 2>&1 | FileCheck %s --check-prefix=PREFIX
// RUN: not qopt %s --assign-precision="layers=conv1 except=nn.relu,conv1" 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not qopt %s --assign-precision="layers=arg" 2>&1 | FileCheck %s --check-prefix=INTEGERS
// RUN: not qopt %s --assign-precision="layers=real" 2>&1 | FileCheck %s --check-prefix=CONVERTS
// RUN: not qopt %s --assign-precision="calibration=%t.none" 2>&1 | FileCheck %s --check-prefix=FILE

// TYPE: assign-precision: type 'f61' is none of f16, bf16, f8e4m3fn, f8e5m2, f8e4m3fnuz, f8e5m2fnuz
// WIDE: assign-precision: type 'f32' is none of
// PACKED: assign-precision: type 'f4e2m1fn' is none of
// NEAR: error: assign-precision: layers=: no layer is called 'cov1'; did you mean 'conv1'?
// EXCEPT: error: assign-precision: except=: no layer is called 'cov1'; did you mean 'conv1'?
// MERGED: error: assign-precision: layers=: 'bn' was merged into 'conv1'
// INPUT: error: assign-precision: layers=: 'x' is an input, no layer
// CONSTANT: error: assign-precision: layers=: 'w' is a constant, no layer
// OPERATION: error: assign-precision: layers=: no layer is called 'nn.relu'; operations go into ops=
// OPS: error: assign-precision: ops=: no operation is called 'nn.conv2'; did you mean 'nn.conv2d'?
// PREFIX: error: assign-precision: ops=: no operation is called 'relu'; did you mean 'nn.relu'?
// BOTH: error: assign-precision: except=: 'conv1' is in layers= too
// INTEGERS: error: assign-precision: 'arg' cannot become f16: it has no f32 result
// CONVERTS: error: assign-precision: 'real' cannot become f16: it converts between types
// FILE: error: calibration file '{{.*}}': No such file or directory
func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x"}) -> (tensor<1x1x2xi64>, tensor<1x1x2xf32>) {
  %w = nn.constant {nn.name = "w"} dense<2.0> : tensor<1x1x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "conv1", nn.absorbed = ["bn"]} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  %a = nn.arg_max %c {axis = 3 : i64, nn.name = "arg"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2xi64>
  %r = nn.cast %a {nn.name = "real"} : (tensor<1x1x2xi64>) -> tensor<1x1x2xf32>
  return %a, %r : tensor<1x1x2xi64>, tensor<1x1x2xf32>
}
