// If attention is to be integer (I1), values inside that steps are made of are measured, too. The
// table serves one that stays float as well. All scores are 0 here: each of three keys has a third.
// RUN: %python %S/../../Inputs/make_array.py %t.npz x=f4:4,1,3,2:1,2,3,-1,5,6,1,1,2,-2,3,3,-4,4,5,5,6,6,0,1,2,1,-3,2
// RUN: qrun calibrate %s --data=%t.npz --attention=integer -o %t.json 2>/dev/null && FileCheck %s --check-prefix=INSIDE < %t.json
// RUN: qrun calibrate %s --data=%t.npz -o %t.float.json 2>/dev/null && FileCheck %s --check-prefix=WHOLE < %t.float.json
// RUN: qopt %s --insert-quant="calibration=%t.json attention=integer" --fold-dequant | FileCheck %s
// RUN: qopt %s --insert-quant="calibration=%t.float.json attention=integer" --fold-dequant | FileCheck %s --check-prefix=UNMEASURED
// RUN: qopt %s --insert-quant="calibration=%t.json" --fold-dequant 2>&1 | FileCheck %s --check-prefix=FLOAT
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun calibrate %s --data=%t.npz --attention=int8 -o %t.no.json 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: rm -rf %t && mkdir %t && cd %t && qrun quantize %s --data=%t.npz --every=2 --no-repair --attention=integer --keep -o q.mlir 2>/dev/null > out
// RUN: FileCheck %s --check-prefix=TOLD < %t/out && FileCheck %s < %t/q.mlir
// RUN: cd %t && cp q.mlir was.mlir && grep '^. q[or].* \(qopt\|calibrate\|.--insert-quant\)' out | sed 's/^..//' > steps.sh && sh -e steps.sh 2>/dev/null && diff q.mlir was.mlir
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun quantize %s --data=%t.npz --attention=int8 -o %t.no.mlir 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: qrun accuracy %s --data=%t.npz --every=2 2>/dev/null | FileCheck %s --check-prefix=ROW

// INSIDE-NOT: "att/sc
// INSIDE: "att": [
// INSIDE: "att/probabilities": [
// INSIDE-NEXT: 0.3333333{{[0-9]*}},
// INSIDE-NEXT: 0.3333333{{[0-9]*}}
// INSIDE-NOT: "att/sc
// WHOLE-NOT: "att/
// CHECK: nn.quantize {{.*}} -> tensor<?x1x3x3x!quant.uniform<u8:f32, 0.0013071895{{[0-9]*}}>
// UNMEASURED: nn.quantize {{.*}} -> tensor<?x1x3x3x!quant.uniform<u8:f32, 3.906250e-03>
// FLOAT-NOT: left out
// FLOAT: nn.attention
// WORD: --attention
// TOLD: $ qrun calibrate {{.*}} --attention=integer -o q.json
// TOLD: $ qopt q.float.mlirbc '--insert-quant=calibration=q.json profile=qopt scheme=mixed attention=integer'
// ROW: auto, clip-weight=2, repaired, attention=integer

!x = tensor<?x1x3x2xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !x {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.0], [0.5, 1.0]]> : tensor<2x2xf32>
  %z = nn.constant {nn.name = "z"} dense<0.0> : tensor<2x2xf32>
  %q = nn.matmul %x, %w {nn.name = "q"} : (!x, tensor<2x2xf32>) -> !x
  %k = nn.matmul %x, %z {nn.name = "k"} : (!x, tensor<2x2xf32>) -> !x
  %y = nn.attention %q, %k, %q {nn.name = "att", scale = 0.5 : f32, softcap = 0.0 : f32} : (!x, !x, !x) -> !x
  %o = nn.matmul %y, %w {nn.name = "o"} : (!x, tensor<2x2xf32>) -> !x
  return %o : !x
}
