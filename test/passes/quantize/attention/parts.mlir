// RUN: qopt %s --insert-quant="attention=integer explain=true why=att,att/queries,att/scores,att/probabilities,att/context" --fold-dequant 2>%t.why | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.why
// RUN: qopt %s --insert-quant="attention=integer bits=16" --fold-dequant | FileCheck %s --check-prefix=SIXTEEN
// RUN: qopt %s --insert-quant="attention=integer profile=trt" --fold-dequant | FileCheck %s --check-prefix=TRT
// RUN: qopt %s --insert-quant="attention=integer scheme=affine" --fold-dequant | FileCheck %s --check-prefix=AFFINE
// RUN: qopt %s --insert-quant="attention=integer mode=simulate" | FileCheck %s --check-prefix=SIMULATED
// Heads that share a key and value, a softcap and a mask: only the two products and the copies before them are integer (I1).
// The mask is read as it is. Who reads the result is float, and the context writes float (E4).

// CHECK:      %[[Q:.*]] = nn.quantize %arg0 {{.*}}!quant.uniform<i8:f32, 0.01
// CHECK-DAG:  %[[G:.*]] = nn.reshape %[[Q]] {nn.name = "att/queries"}
// CHECK:      %[[S:.*]] = nn.matmul %[[G]], %{{.*}} {nn.name = "att/scores", transpose_b} {{.*}} -> tensor<1x2x6x5xf32>
// CHECK-NEXT: nn.reshape %[[S]] {nn.name = "att/scores_by_head"} {{.*}} -> tensor<1x4x3x5xf32>
// CHECK:      nn.mul {{.*}}"att/scaled"
// CHECK:      nn.tanh {{.*}}"att/tanh"{{.*}} -> tensor<1x4x3x5xf32>
// CHECK:      %[[M:.*]] = nn.add %{{.*}}, %arg3 {nn.name = "att/masked"} {{.*}} -> tensor<1x4x3x5xf32>
// CHECK-NEXT: %[[W:.*]] = nn.masked_softmax %[[M]] {axis = 3 : i64, nn.name = "att/probabilities"}
// CHECK-NEXT: %[[P:.*]] = nn.quantize %[[W]] {{.*}} -> tensor<1x4x3x5x!quant.uniform<u8:f32, 3.906250e-03>>
// CHECK-NEXT: %[[H:.*]] = nn.reshape %[[P]] {nn.name = "att/probabilities_by_group"}
// CHECK-NEXT: %[[C:.*]] = nn.matmul %[[H]], %{{.*}} {nn.name = "att/context"{{.*}} -> tensor<1x2x6x4xf32>
// CHECK-NEXT: nn.reshape %[[C]] {nn.name = "att"{{.*}} -> tensor<1x4x3x4xf32>

// WHY-DAG: 'att/queries' is i8, scale 0.015748, zero point 0: as 'q', of which it is an exact copy
// WHY-DAG: 'att/scores' is f32; 'att/scores' computes on integers and writes float
// WHY-DAG: 'att/probabilities' is u8, scale 0.00390625, zero point 0: the fixed range of nn.masked_softmax; 'att/probabilities' stays float: integer attention computes it in float
// WHY-DAG: 'att/context' is f32; 'att/context' computes on integers and writes float
// WHY-DAG: 'att/masked' stays float: integer attention computes it in float

// SIXTEEN: nn.quantize {{.*}} -> tensor<1x4x3x5x!quant.uniform<i16:f32, 3.05185{{.*}}E-5>>
// TRT:     nn.quantize {{.*}} -> tensor<1x4x3x5x!quant.uniform<i8:f32, 0.007874{{.*}}>>
// AFFINE:  nn.quantize {{.*}} -> tensor<1x4x3x5x!quant.uniform<i8:f32, 3.906250e-03:-128>>
// SIMULATED: nn.matmul {{.*}}"att/scores"{{.*}} : (tensor<1x2x6x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x6x5xf32>

func.func @main(%q: tensor<1x4x3x8xf32> {nn.name = "q", nn.range = #nn.range<-2.0, 2.0>}, %k: tensor<1x2x5x8xf32> {nn.name = "k", nn.range = #nn.range<-1.0, 1.0>},
                %v: tensor<1x2x5x4xf32> {nn.name = "v", nn.range = #nn.range<-1.0, 1.0>}, %m: tensor<3x5xf32> {nn.name = "m"}) -> tensor<1x4x3x4xf32> {
  %y = nn.attention %q, %k, %v, %m {nn.name = "att", nn.range = #nn.range<-1.0, 1.0>, scale = 0.25 : f32, softcap = 2.0 : f32} : (tensor<1x4x3x8xf32>, tensor<1x2x5x8xf32>, tensor<1x2x5x4xf32>, tensor<3x5xf32>) -> tensor<1x4x3x4xf32>
  return %y : tensor<1x4x3x4xf32>
}
