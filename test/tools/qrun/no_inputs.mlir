// A model without inputs runs; there is nothing to calibrate or evaluate.
// RUN: %python %S/../Inputs/make_array.py %t.npz images=f4:2,2:1,0,0,1 labels=i8:2:0,1
// RUN: qrun run %s | FileCheck %s --check-prefix=SUMMARY
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun calibrate %s --data=%t.npz -o %t.json 2>&1 | FileCheck %s
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun eval %s --data=%t.npz 2>&1 | FileCheck %s

// SUMMARY: y: f32 2
// CHECK: error: {{.*}}no_inputs.mlir: the model has no inputs

func.func @main() -> tensor<2xf32> {
  %c = nn.constant {nn.name = "c"} dense<[1.0, -2.0]> : tensor<2xf32>
  %y = nn.relu %c {nn.name = "y"} : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
