// Values that a file quantizes dynamically have their ranges frozen, too, with the scales of its weights.
// RUN: %encode_onnx < %S/../Inputs/dynamic_matmul.textproto > %t.onnx
// RUN: echo '{"version": 1, "ranges": {"x": [-1, 3]}}' > %t.json
// RUN: qopt %t.onnx --freeze-ranges="calibration=%t.json" --absorb-qdq | FileCheck %s
// RUN: sed -e 's/input: "" input: "b"/input: "z" input: "b"/; s/data_type: 3 dims: 2 dims: 2 int32_data: 1 int32_data: -2/data_type: 2 dims: 2 dims: 2 int32_data: 1 int32_data: 254/; s/^  initializer { name: "s"/  initializer { name: "z" data_type: 2 int32_data: 130 }\n&/' %S/../Inputs/dynamic_matmul.textproto | %encode_onnx > %t.zero.onnx
// RUN: qopt %t.zero.onnx --freeze-ranges="calibration=%t.json" --absorb-qdq | FileCheck %s --check-prefix=ZERO

// CHECK-NOT:  nn.reduce_min
// CHECK:      %[[Q:.*]] = nn.quantize %arg0 {{.*}} -> tensor<?x2x!quant.uniform<i8:f32, 0.0156862{{.*}}:-64>
// CHECK-NOT:  nn.dequantize
// CHECK:      %[[W:.*]] = nn.constant {{.*}} : tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {5.000000e-01,2.500000e-01}>>
// CHECK-NEXT: nn.matmul %[[Q]], %[[W]] bias %{{.*}} {nn.name = "m"{{.*}} -> tensor<?x2xf32

// Unsigned weights with a zero point, too (R5).
// ZERO:       %[[W:.*]] = nn.constant {{.*}} : tensor<2x2x!quant.uniform<u8:f32:1, {5.000000e-01:130,2.500000e-01:130}>>
// ZERO-NEXT:  nn.matmul %{{.*}}, %[[W]] bias %{{.*}} {nn.name = "m"{{.*}} -> tensor<?x2xf32
