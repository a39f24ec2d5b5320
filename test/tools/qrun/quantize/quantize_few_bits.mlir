// Weights of few bits: layers are rounded one after the other, those at both ends have 8 bits, which a note tells, and the commands that are
// told give the same file. Layers named by hand take the place of the ends. What is wrong is said once.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %python %S/../../Inputs/make_array.py %t/d.npz x=f4:8,4:1,0,1,2,2,1,0.5,3,3,1,-1,2,0,4,1,-2,1,1,2,3,-1,2,0.5,1,2,-2,1,0.25,0,1,3,1
// RUN: cd %t && qrun quantize %s --data=d.npz --every=2 --choose-samples=0 --weight-bits=4 --keep -o q.mlir > out 2> err && FileCheck %s --check-prefix=TOLD < out && FileCheck %s --check-prefix=NOTE < err
// RUN: FileCheck %s < %t/q.mlir
// RUN: cd %t && cp q.mlir was.mlir && grep '^. q' out | grep -v 'qrun eval\|qrun bench\|few_bits.mlir' | sed 's/^..//' > steps.sh && sh -e steps.sh > log 2>&1 && diff q.mlir was.mlir
// RUN: cd %t && qrun quantize %s --data=d.npz --every=2 --choose-samples=0 --weight-bits=2 --weight-bits8=b -o q.mlir > out && FileCheck %s --check-prefix=BYHAND < out
// RUN: FileCheck %s --check-prefix=TWO < %t/q.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun quantize %s --data=%t/d.npz --weight-bits=5 -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=FIVE
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun quantize %s --data=%t/d.npz --weight-bits=1 -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun quantize %s --data=%t/d.npz --weight-bits=4 --weight-bits8=z -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun repair %s --data=%t/d.npz --correct-bias --sequential -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not ls %t/no.mlir

// TOLD: $ qrun repair q.float.mlirbc {{.*}}--round --correct-bias --sequential --bits=4 --bits8=a,c
// TOLD: $ qopt q.repaired.mlirbc '--insert-quant={{.*}} weight-bits=4 weight-bits8=a,c'
// NOTE: weights have 6.67 bits on average: 2 of 3 layers have 8, with 66.7 % of the weights
// CHECK: nn.constant {nn.name = "wa"} {{.*}}i8<-127:127>
// CHECK: nn.constant {nn.name = "wb"} {{.*}}i8<-7:7>
// CHECK: nn.constant {nn.name = "wc"} {{.*}}i8<-127:127>
// BYHAND: --sequential --bits=2 --bits8=b
// TWO: nn.constant {nn.name = "wa"} {{.*}}i8<-1:1>
// TWO: nn.constant {nn.name = "wb"} {{.*}}i8<-127:127>
// FIVE: --weight-bits: {{.*}}2, 3, 4, 7, 8
// ONE: --weight-bits: {{.*}}2, 3, 4, 7, 8
// NAME: --weight-bits8=z: no layer 'z' has constant weights
// ALONE: --sequential has no effect without --round: give --round, too

!x = tensor<?x4xf32, #nn.dims<N>>
!w = tensor<4x4xf32>
func.func @main(%x: !x {nn.name = "x"}) -> !x {
  %wa = nn.constant {nn.name = "wa"} dense<[[1.0, 0.25, 0.5, -1.0], [0.5, 1.0, 0.3, 0.2], [0.1, -0.7, 0.9, 0.4], [0.6, 0.8, -0.2, 1.0]]> : !w
  %wb = nn.constant {nn.name = "wb"} dense<[[0.3, 0.25, 1.5, -1.0], [0.7, 1.0, 0.3, -0.2], [0.1, 0.7, 0.2, 0.4], [-0.6, 0.8, 0.2, 1.0]]> : !w
  %wc = nn.constant {nn.name = "wc"} dense<[[1.0, 0.35, -0.5, 1.0], [0.5, 0.1, 0.3, 0.2], [0.1, 0.7, 0.9, -0.4], [0.6, -0.8, 0.2, 0.5]]> : !w
  %a = nn.matmul %x, %wa {nn.name = "a"} : (!x, !w) -> !x
  %r = nn.relu %a {nn.name = "r"} : (!x) -> !x
  %b = nn.matmul %r, %wb {nn.name = "b"} : (!x, !w) -> !x
  %s = nn.relu %b {nn.name = "s"} : (!x) -> !x
  %c = nn.matmul %s, %wc {nn.name = "c"} : (!x, !w) -> !x
  return %c : !x
}
