// A network that was trained for integers becomes one: its scales and bits, and no range measured.
// RUN: %encode_onnx < %S/../Inputs/trained.textproto > %t.onnx
// RUN: qopt %t.onnx --absorb-qdq --fold-dequant | FileCheck %s

// CHECK:      %[[X:.*]] = nn.quantize %arg0 {{.*}} -> tensor<1x1x2x2x!quant.uniform<i8:f32, 0.012345679104328156>>
// CHECK-NEXT: %[[W:.*]] = nn.constant {{.*}} : tensor<2x1x1x1x!quant.uniform<i8<-7:7>:f32:0, {2.500000e-01,1.250000e-01}>>
// CHECK-NEXT: %[[C:.*]] = nn.conv2d %[[X]], %[[W]] {nn.name = "conv"{{.*}} -> tensor<1x2x2x2x!quant.uniform<u8<0:15>:f32, 0.30000001192092896>>
// CHECK-NEXT: %[[R:.*]] = nn.relu %[[C]]
// CHECK-NEXT: %[[P:.*]] = nn.max_pool2d %[[R]] {{.*}} -> tensor<1x2x1x1x!quant.uniform<u8<0:15>
// CHECK-NEXT: %[[Y:.*]] = nn.dequantize %[[P]] {nn.name = "qy"
// CHECK-NEXT: return %[[Y]]
