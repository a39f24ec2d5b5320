// Channels of what a depthwise convolution reads get a range each before anything competes; the commands that are told give
// the same file. Who says that weights stay as they are has none of it. What is wrong, or cannot be done, is said.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %python %S/../../Inputs/make_array.py %t/d.npz x=f4:8,1,2,2:1,0,1,2,2,1,0.5,3,3,1,-1,2,0,4,1,-2,1,1,2,3,-1,2,0.5,1,2,-2,1,0.25,0,1,3,1
// RUN: cd %t && qrun quantize %s --data=d.npz --every=2 --choose-samples=0 --keep -o q.mlir > out && FileCheck %s --check-prefix=TOLD < out
// RUN: FileCheck %s < %t/q.mlir
// RUN: cd %t && cp q.mlir was.mlir && cp q.evened.mlirbc was.mlirbc && grep '^. q' out | grep -v 'qrun eval\|qrun bench\|even_channels.mlir' | sed 's/^..//' > steps.sh && sh -e steps.sh > log 2>&1 && diff q.mlir was.mlir && cmp q.evened.mlirbc was.mlirbc
// RUN: cd %t && qrun quantize %s --data=d.npz --every=2 --choose-samples=0 --no-repair --keep -o n.mlir > out && FileCheck %s --check-prefix=NONE < out && not ls n.evened.mlirbc
// RUN: cd %t && for b in 1 3 8; do qrun repair %s --data=d.npz --even-channels --batch=$b -o $b.mlirbc > log || exit 1; done && cmp 1.mlirbc 3.mlirbc && cmp 1.mlirbc 8.mlirbc && FileCheck %s --check-prefix=TABLE < log
// RUN: qrun repair %t/8.mlirbc --data=%t/d.npz --even-channels --except=c_evened -o %t/no.mlirbc | FileCheck %s --check-prefix=NOTHING
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun repair %s --even-channels -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=DATA

// TOLD: $ qopt {{.*}} -o q.float.mlirbc
// TOLD-NEXT: $ qrun repair q.float.mlirbc --data=d.npz {{.*}}--even-channels -o q.evened.mlirbc
// TOLD-NEXT: $ qrun repair q.evened.mlirbc {{.*}}--round --correct-bias -o q.repaired.mlirbc
// TOLD: $ qrun eval q.mlir --against=q.float.mlirbc
// CHECK: nn.name = "c_evened"
// CHECK: nn.name = "d"
// NONE-NOT: --even-channels
// TABLE: evened{{ +}}read by{{ +}}least factor{{ +}}greatest
// TABLE: c d 0.25 1
// NOTHING: --even-channels: nothing was evened, as no value that only depthwise convolutions read comes from a layer
// NOTHING: --even-channels: skipped what d reads: it is not made by a layer, a layer norm or an RMS norm
// DATA: --even-channels and --smooth need samples: give --data

!x = tensor<?x1x2x2xf32, #nn.dims<N>>
!y = tensor<?x2x2x2xf32, #nn.dims<N>>
!w = tensor<2x1x1x1xf32>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %wc = nn.constant {nn.name = "wc"} dense<[[[[1.0]]], [[[0.125]]]]> : !w
  %wd = nn.constant {nn.name = "wd"} dense<[[[[0.5]]], [[[3.0]]]]> : !w
  %c = nn.conv2d %x, %wc {nn.name = "c"} : (!x, !w) -> !y
  %r = nn.relu %c {nn.name = "r"} : (!y) -> !y
  %d = nn.conv2d %r, %wd {nn.name = "d", groups = 2 : i64} : (!y, !w) -> !y
  return %d : !y
}
