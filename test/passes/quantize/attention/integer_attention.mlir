// RUN: qopt %s --insert-quant=attention=integer --fold-dequant | FileCheck %s
// RUN: qopt %s --insert-quant="attention=integer range=att/probabilities=0:0.5" --fold-dequant | FileCheck %s --check-prefix=MEASURED
// RUN: qopt %s --insert-quant --fold-dequant | FileCheck %s --check-prefix=FLOAT
// RUN: qopt %s --insert-quant=attention=integer --fold-dequant -o %t.mlir
// RUN: qrun compare %t.mlir --device=reference --other-device=host --exact | FileCheck %s --check-prefix=SAME
// Integer attention (I1): quantized query and key have a product in f32 (E4), which is scaled and weighed there; the
// shares are u8 steps of 1/256, or of their measured range, and the context is of the type that its reader asks for (E1).
// CHECK-DAG: %[[Q:.*]] = nn.reshape {{.*}} {nn.name = "q"} {{.*}}!quant.uniform<i8:f32, 0.01
// CHECK-DAG: %[[K:.*]] = nn.reshape {{.*}} {nn.name = "k"} {{.*}}!quant.uniform<i8:f32, 0.03
// CHECK-DAG: %[[V:.*]] = nn.reshape {{.*}} {nn.name = "v"} {{.*}}!quant.uniform<i8:f32, 0.03
// CHECK:      %[[S:.*]] = nn.matmul %[[Q]], %[[K]] {nn.name = "att/scores", transpose_b} {{.*}} -> tensor<1x2x3x3xf32>
// CHECK:      %[[SCALED:.*]] = nn.mul %[[S]], {{.*}} {nn.name = "att/scaled"} {{.*}} -> tensor<1x2x3x3xf32>
// CHECK-NEXT: %[[P:.*]] = nn.softmax %[[SCALED]] {axis = 3 : i64, nn.name = "att/probabilities"{{.*}} -> tensor<1x2x3x3xf32>
// CHECK-NEXT: %[[U:.*]] = nn.quantize %[[P]] {{.*}} -> tensor<1x2x3x3x!quant.uniform<u8:f32, 3.906250e-03>>
// CHECK-NEXT: %[[C:.*]] = nn.matmul %[[U]], %[[V]] {nn.name = "att"{{.*}} -> tensor<1x2x3x4x!quant.uniform<i8:f32, 0.0078
// CHECK-NEXT: %[[M:.*]] = nn.reshape %[[C]]
// CHECK-NEXT: nn.matmul %[[M]]
// MEASURED: nn.softmax {{.*}}"att/probabilities"{{.*}}
// MEASURED-NEXT: nn.quantize {{.*}} -> tensor<1x2x3x3x!quant.uniform<u8:f32, 0.00196078
// FLOAT:     nn.matmul {{.*}}"a"{{.*}} -> tensor<6x4xf32>
// FLOAT:     nn.attention {{.*}}"att"
// SAME: 0 not equal bit by bit

func.func @main(%x: tensor<6x4xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<6x2xf32> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.0, 0.5, 0.0], [0.0, 1.0, 0.0, -0.5], [0.5, 0.0, 1.0, 0.0], [0.0, -1.0, 0.0, 1.0]]> : tensor<4x4xf32>
  %o = nn.constant {nn.name = "o"} dense<[[1.0, 0.0], [0.5, -0.5], [0.0, 1.0], [0.25, 0.5]]> : tensor<4x2xf32>
  %a = nn.matmul %x, %w {nn.name = "a", nn.range = #nn.range<-2.0, 2.0>} : (tensor<6x4xf32>, tensor<4x4xf32>) -> tensor<6x4xf32>
  %b = nn.matmul %x, %w {nn.name = "b", nn.range = #nn.range<-4.0, 4.0>, transpose_b} : (tensor<6x4xf32>, tensor<4x4xf32>) -> tensor<6x4xf32>
  %q = nn.reshape %a {nn.name = "q"} : (tensor<6x4xf32>) -> tensor<1x2x3x4xf32>
  %k = nn.reshape %b {nn.name = "k"} : (tensor<6x4xf32>) -> tensor<1x2x3x4xf32>
  %v = nn.reshape %b {nn.name = "v"} : (tensor<6x4xf32>) -> tensor<1x2x3x4xf32>
  %y = nn.attention %q, %k, %v {nn.name = "att", nn.range = #nn.range<-1.0, 1.0>, scale = 0.5 : f32, softcap = 0.0 : f32} : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32>
  %m = nn.reshape %y {nn.name = "m", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x2x3x4xf32>) -> tensor<6x4xf32>
  %z = nn.matmul %m, %o {nn.name = "z"} : (tensor<6x4xf32>, tensor<4x2xf32>) -> tensor<6x2xf32>
  return %z : tensor<6x2xf32>
}
