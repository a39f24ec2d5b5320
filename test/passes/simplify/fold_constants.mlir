// RUN: qopt %s --fold-constants="explain=true" 2>&1 | FileCheck %s
// RUN: qopt %s --fold-constants="max-bytes=7 explain=true" 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: qopt %s --fold-constants="dequantize=true" 2>&1 | FileCheck %s --check-prefix=REAL
// RUN: not qopt %s --fold-constants="max-bytes=-1" 2>&1 | FileCheck %s --check-prefix=NEGATIVE

// CHECK: remark: 'dequantized' is not folded: a dequantized constant stays as it is stored
// SMALL: remark: 'sum' is not folded: its result has 8 bytes, max-bytes is 7
// NEGATIVE: error: {{.*}}fold-constants: max-bytes is negative

// (1 + 2)·(1 + 2) = 9: a chain, under the last one's key; `one` is read twice.
// CHECK-LABEL: func.func @main
// CHECK-DAG:   %[[ONE:.*]] = nn.constant {nn.name = "one"}
// CHECK-DAG:   %[[NINE:.*]] = nn.constant {nn.name = "square"} dense_resource<[[KEY:.*]]> :
// CHECK-NOT:   nn.constant {nn.name = "two"}
// CHECK:       nn.dequantize
// CHECK:       nn.add %{{.*}}, %[[ONE]] {nn.name = "a"}
// CHECK:       nn.add %{{.*}}, %[[NINE]] {nn.name = "b"}
// CHECK:       [[KEY]]: "0x400000000000104100001041"
// REAL-NOT:    nn.dequantize
// REAL:        nn.constant {nn.name = "dequantized"} dense_resource<[[REAL:.*]]> :
// REAL-NOT:    nn.dequantize
// REAL:        [[REAL]]: "0x400000000000003F0000803F"
// SMALL-LABEL: func.func @main
// SMALL:       nn.add {{.*}} {nn.name = "sum"}
func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> tensor<2xf32> {
  %one = nn.constant {nn.name = "one"} dense<1.0> : tensor<2xf32>
  %two = nn.constant {nn.name = "two"} dense<2.0> : tensor<2xf32>
  %steps = nn.constant {nn.name = "steps"} dense_resource<steps> : tensor<2x!quant.uniform<i8:f32, 5.0e-1>>
  %sum = nn.add %one, %two {nn.name = "sum"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %square = nn.mul %sum, %sum {nn.name = "square"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %d = nn.dequantize %steps {nn.name = "dequantized"} : (tensor<2x!quant.uniform<i8:f32, 5.0e-1>>) -> tensor<2xf32>
  %a = nn.add %x, %one {nn.name = "a"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %b = nn.add %a, %square {nn.name = "b"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %c = nn.add %b, %d {nn.name = "c"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %c : tensor<2xf32>
}
{-# dialect_resources: { builtin: { steps: "0x400000000102" } } #-}
