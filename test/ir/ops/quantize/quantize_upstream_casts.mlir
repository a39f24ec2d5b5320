// RUN: qopt %s --fold-constants | FileCheck %s
// RUN: sed 's/@main/@bad/; s/i8:f32/i3:f32/g' %s > %t.mlir
// RUN: not qopt %t.mlir 2>&1 | FileCheck %s --check-prefix=BAD
!q = !quant.uniform<i8:f32, 0.5:3>

// MLIR's own casts are read as ours, which can be evaluated.
// CHECK-LABEL: func.func @main
// CHECK-NEXT:  nn.constant {nn.name = "k"} dense_resource<{{.*}}> : tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT:  %[[Q:.*]] = nn.quantize %{{.*}} {nn.name = "q"} : (tensor<2xf32>) -> tensor<2x!quant
// CHECK-NEXT:  nn.dequantize %[[Q]] : (tensor<2x!quant
// BAD: error: {{.*}}storage of 2, 4, 8, 16 or (signed) 32 bits
func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> (tensor<2x!q>, tensor<2xf32>) {
  %c = nn.constant {nn.name = "c"} dense<1.0> : tensor<2xf32>
  %k = "quant.qcast"(%c) {nn.name = "k"} : (tensor<2xf32>) -> tensor<2x!q>
  %q = "quant.qcast"(%x) {nn.name = "q"} : (tensor<2xf32>) -> tensor<2x!q>
  %d = "quant.dcast"(%q) : (tensor<2x!q>) -> tensor<2xf32>
  return %k, %d : tensor<2x!q>, tensor<2xf32>
}
