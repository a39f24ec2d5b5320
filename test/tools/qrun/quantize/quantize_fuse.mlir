// A layer's sums are rounded before the table of a function; in float they are not. What outputs gain by that is worth a decibel
// here: it is taken, told with its price, and the commands say so. Who states how functions are fused has that.
// RUN: rm -rf %t && mkdir -p %t/a %t/b && %python %S/../Inputs/vectors.py %t/d.npz
// RUN: cd %t/a && qrun quantize %s --data=../d.npz --test=../d.npz --calibrator=min-max --scheme=mixed --no-repair --mode=quantize --float-macs=0 --keep -o q.mlir > out 2> told
// RUN: FileCheck %s < %t/a/out && FileCheck %s --check-prefix=NOTE < %t/a/told
// RUN: grep '^. q' %t/a/out | sed 's/^..//' > %t/b/steps.sh && cd %t/b && sh -e steps.sh > /dev/null && diff %t/a/q.mlir q.mlir
// RUN: qrun quantize %s --data=%t/d.npz --test=%t/d.npz --no-repair --fuse=tables -o %t/q.mlir 2>&1 | FileCheck %s --check-prefix=TABLES
// RUN: qrun quantize %s --data=%t/d.npz --test=%t/d.npz --no-repair --choose-samples=0 -o %t/q.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun quantize %s --data=%t/d.npz --fuse=some -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=WRONG

// CHECK: '--insert-quant=calibration=q.json profile=qopt scheme=mixed fuse=arithmetic'
// NOTE: note: functions that follow layers are computed in float before rounding (fuse=arithmetic): {{.*}} dB for {{.*}} on 40 samples that calibrate, {{.*}} times as long; --fuse=tables leaves it out
// TABLES-NOT: in float
// TABLES: fuse=tables
// TABLES-NOT: in float
// NONE-NOT: fuse=
// NONE: integer {{.*}} 2 of 2
// WRONG: --fuse: some not in

func.func @main(%x: tensor<?x16xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x1xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[0.5, 0.5], [-0.375, -0.375], [0.25, 0.25], [0.625, 0.6875], [-0.5, -0.5], [0.125, 0.125], [0.375, 0.375], [-0.25, -0.25], [0.5, 0.5], [-0.625, -0.5625], [0.25, 0.25], [0.375, 0.375], [-0.125, -0.125], [0.5, 0.5], [-0.25, -0.25], [0.125, 0.1875]]> : tensor<16x2xf32>
  %v = nn.constant {nn.name = "v"} dense<[[1.0], [-1.0]]> : tensor<2x1xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (tensor<?x16xf32, #nn.dims<N>>, tensor<16x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  %h = nn.hard_swish %a {nn.name = "h"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  %y = nn.matmul %h, %v {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x1xf32>) -> tensor<?x1xf32, #nn.dims<N>>
  return %y : tensor<?x1xf32, #nn.dims<N>>
}
