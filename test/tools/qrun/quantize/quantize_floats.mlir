// Layers that stay float lie in memory as halves where --floats says so: the commands that are told give the same file,
// with each choice of float layers, and what would overflow is warned of. The interface stays f32.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %python %S/../../Inputs/make_array.py %t/d.npz x=f4:6,2:1,0,1,2,2,1,0.5,3,3,1,-1,2 labels=i8:6:0,1,0,1,0,1
// RUN: cd %t && qrun quantize %s --data=d.npz --every=2 --no-repair --floats=f16 --keep -o q.mlir > out && FileCheck %s --check-prefix=TOLD < out
// RUN: FileCheck %s < %t/q.mlir
// RUN: cd %t && cp q.mlir was.mlir && grep '^. q.*insert-quant' out | sed 's/^..//' > steps.sh && sh -e steps.sh 2>/dev/null && diff q.mlir was.mlir
// RUN: cd %t && qrun quantize %s --data=d.npz --every=2 --no-repair --floats=f32 -o q.mlir > out && FileCheck %s --check-prefix=FLOAT < q.mlir
// RUN: cd %t && qrun quantize %s --data=d.npz --every=2 --no-repair --floats=bf16 --min-sqnr=42 --json -o q.mlir > out.json 2>/dev/null; FileCheck %s --check-prefix=JSON < %t/out.json
// RUN: %python %S/../../Inputs/make_array.py %t/big.npz x=f4:2,2:70000,0,1,-70000
// RUN: qrun quantize %s --data=%t/big.npz --no-repair --floats=f16 -o %t/big.mlir 2>&1 | FileCheck %s --check-prefix=BIG
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun quantize %s --data=%t/d.npz --floats=f8e5m2 -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: qrun quantize --help | FileCheck %s --check-prefix=HELP

// TOLD: $ qopt q.float.mlirbc '--insert-quant=calibration=q.json profile=qopt scheme=mixed' --fold-dequant --absorb-residual --assign-precision=type=f16 --cancel-conversions -o q.mlir
// TOLD: integer and f16 {{.*}} dB {{ *}}2 of 2
// CHECK: func.func @main(%{{.*}}: tensor<?x2xf32{{.*}} -> (tensor<?x2xf32
// CHECK: nn.matmul {{.*}}!quant
// CHECK: nn.add {{.*}}"sum"{{.*}} -> tensor<?x2xf16
// CHECK: nn.layer_norm
// CHECK-NEXT: nn.quantize
// FLOAT-NOT: f16
// JSON: "floats": "bf16"
// JSON: --assign-precision=type=bf16 --cancel-conversions
// BIG: warning: 'sum' stays f32: its range [{{.*}}] exceeds 65504, the largest f16
// TYPE: qrun: error: --floats=f8e5m2: expected f32, f16 or bf16
// HELP: --floats {{.*}}f32, f16 or bf16

!x = tensor<?x2xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !x {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.25], [0.5, 1.0]]> : tensor<2x2xf32>
  %g = nn.constant {nn.name = "g"} dense<[1.0, 1.5]> : tensor<2xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (!x, tensor<2x2xf32>) -> !x
  %s = nn.add %x, %a {nn.name = "sum"} : (!x, !x) -> !x
  %n = nn.layer_norm %s scale %g bias %g {nn.name = "norm", axis = 1 : i64, epsilon = 1.0e-2 : f32} : (!x, tensor<2xf32>, tensor<2xf32>) -> !x
  %b = nn.matmul %n, %w {nn.name = "b"} : (!x, tensor<2x2xf32>) -> !x
  %y = nn.add %s, %b {nn.name = "y"} : (!x, !x) -> !x
  return %y : !x
}
