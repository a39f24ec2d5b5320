// Evening renames `c`. Options name layers as the model does that is given; commands name them as the files do that they
// read, give the same bytes, and leave what stays float out of the repair.
// RUN: rm -rf %t && mkdir -p %t/few %t/float %t/8 %t/all %t/again
// RUN: %python %S/../../Inputs/make_array.py %t/d.npz x=f4:8,1,2,2:1,0,1,2,2,1,0.5,3,3,1,-1,2,0,4,1,-2,1,1,2,3,-1,2,0.5,1,2,-2,1,0.25,0,1,3,1
// RUN: cd %t/few && qrun quantize %s --data=../d.npz --every=2 --choose-samples=0 --weight-bits=4 --keep -o q.mlir > out && FileCheck %s --check-prefix=FEW < out
// RUN: cd %t/8 && qrun quantize %s --data=../d.npz --every=2 --choose-samples=0 --weight-bits=4 --weight-bits8=c --keep -o q.mlir > out && FileCheck %s --check-prefix=EIGHT < out
// RUN: cd %t/float && qrun quantize %s --data=../d.npz --every=2 --choose-samples=0 --weight-bits=4 --float=c,r --keep -o q.mlir > out 2> told && FileCheck %s --check-prefix=FLOAT < out && FileCheck %s --check-prefix=NOTE < told
// RUN: cd %t/all && qrun quantize %s --data=../d.npz --every=2 --choose-samples=0 --weight-bits=4 --float=c,d --keep -o q.mlir > out 2> told && FileCheck %s --check-prefix=ALL < out && not grep 'bits in the mean' told
// RUN: for k in few 8 float; do cd %t/again && rm -f q.* && grep '^. q' ../$k/out | sed 's/^..//' > steps.sh && sh -e steps.sh > log 2>&1 && diff q.mlir ../$k/q.mlir && cmp q.repaired.mlirbc ../$k/q.repaired.mlirbc || exit 1; done
// Who smooths, but repairs nothing else, has no channels evened either.
// RUN: cd %t && qrun quantize %s --data=d.npz --every=2 --choose-samples=0 --no-repair --smooth=0.5 -o n.mlir | FileCheck %s --check-prefix=NONE

// FEW: $ qrun repair q.evened.mlirbc {{.*}}--bits=4 --bits8=c_evened,d
// FEW: weight-bits8=c_evened,d
// EIGHT: $ qrun repair q.evened.mlirbc {{.*}}--bits8=c_evened --
// EIGHT: weight-bits8=c_evened'
// FLOAT: $ qrun repair q.evened.mlirbc {{.*}}--bits8=d --except=c_evened --
// FLOAT: weight-bits8=d float=c_evened,r_evened'
// FLOAT: float ({{.*}} % of all multiply-adds): c, r
// NOTE: weights have 8.00 bits on average: 1 of 1 layers have 8, with 100.0 % of the weights
// ALL: --except=c_evened,d
// ALL: integer, 2 float {{.*}} 0 of 2
// NONE-NOT: --even-channels
// NONE: $ qrun repair n.float.mlirbc {{.*}} --smooth=0.5

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
