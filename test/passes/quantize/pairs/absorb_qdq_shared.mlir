// RUN: qopt %s --absorb-qdq | FileCheck %s
!x = !quant.uniform<i8:f32, 5.0e-1>
!y = !quant.uniform<i8:f32, 2.5e-1>
!w = !quant.uniform<i8<-127:127>:f32:0, {1.0}>
!b = !quant.uniform<i32:f32:0, {5.0e-1}>

// One dequantize of a bias serves two convolutions and a float reader: each
// integer one is a constant with a name of its own, the float one keeps it.
// CHECK-LABEL: func.func @main
// CHECK:       %[[W:.*]] = nn.constant {nn.name = "w"}
// CHECK:       %[[B:.*]] = nn.constant {nn.name = "b"} {{.*}} : tensor<1x!quant
// CHECK:       %[[BD:.*]] = nn.dequantize %[[B]]
// CHECK:       %[[B1:.*]] = nn.constant {nn.name = "b_1"} {{.*}} : tensor<1xi32>
// CHECK:       nn.conv2d %{{.*}}, %[[W]] bias %[[B1]] {nn.name = "c1"} : (tensor<1x1x1x2x!quant
// CHECK:       %[[B2:.*]] = nn.constant {nn.name = "b_2"} {{.*}} : tensor<1xi32>
// CHECK:       nn.conv2d %{{.*}}, %[[W]] bias %[[B2]] {nn.name = "c2"} : (tensor<1x1x1x2x!quant
// CHECK:       nn.exp %[[BD]]
func.func @main(%x: tensor<1x1x1x2x!x> {nn.name = "x"}) -> (tensor<1x1x1x2x!y>, tensor<1x1x1x2x!y>, tensor<1xf32>) {
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<1x1x1x1x!w>
  %b = nn.constant {nn.name = "b"} dense_resource<b> : tensor<1x!b>
  %xd = nn.dequantize %x {nn.name = "xd"} : (tensor<1x1x1x2x!x>) -> tensor<1x1x1x2xf32>
  %wd = nn.dequantize %w {nn.name = "wd"} : (tensor<1x1x1x1x!w>) -> tensor<1x1x1x1xf32>
  %bd = nn.dequantize %b {nn.name = "bd"} : (tensor<1x!b>) -> tensor<1xf32>
  %c1 = nn.conv2d %xd, %wd bias %bd {nn.name = "c1"} : (tensor<1x1x1x2xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>) -> tensor<1x1x1x2xf32>
  %q1 = nn.quantize %c1 {nn.name = "q1"} : (tensor<1x1x1x2xf32>) -> tensor<1x1x1x2x!y>
  %c2 = nn.conv2d %xd, %wd bias %bd {nn.name = "c2"} : (tensor<1x1x1x2xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>) -> tensor<1x1x1x2xf32>
  %q2 = nn.quantize %c2 {nn.name = "q2"} : (tensor<1x1x1x2xf32>) -> tensor<1x1x1x2x!y>
  %e = nn.exp %bd {nn.name = "e"} : (tensor<1xf32>) -> tensor<1xf32>
  return %q1, %q2, %e : tensor<1x1x1x2x!y>, tensor<1x1x1x2x!y>, tensor<1xf32>
}
{-# dialect_resources: { builtin: { w: "0x4000000001", b: "0x4000000005000000" } } #-}
