// What a file quantizes dynamically has its range frozen, too, with the scales of its weights.
// RUN: %encode_onnx < %S/../Inputs/dynamic_matmul.textproto > %t.onnx
// RUN: echo '{"version": 1, "ranges": {"x": [-1, 3]}}' > %t.json
// RUN: qopt %t.onnx --freeze-ranges="calibration=%t.json" --absorb-qdq | FileCheck %s

// CHECK-NOT:  nn.reduce_min
// CHECK:      %[[Q:.*]] = nn.quantize %arg0 {{.*}} -> tensor<?x2x!quant.uniform<i8:f32, 0.0156862{{.*}}:-64>
// CHECK-NOT:  nn.dequantize
// CHECK:      %[[W:.*]] = nn.constant {{.*}} : tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {5.000000e-01,2.500000e-01}>>
// CHECK-NEXT: nn.matmul %[[Q]], %[[W]] bias %{{.*}} {nn.name = "m"{{.*}} -> tensor<?x2xf32
