// RUN: qopt %s --absorb-qdq | FileCheck %s
!x = !quant.uniform<u8:f32, 5.0e-1:128>
!y = !quant.uniform<u8:f32, 2.5e-1:3>
!w = !quant.uniform<i8<-127:127>:f32:0, {1.0, 5.0e-1}>
!b = !quant.uniform<i32:f32:0, {5.0e-1, 2.5e-1}>
!k = !quant.uniform<i8:f32, 1.25e-1>

// The conv with the zero points, weights and i32 bias that it came with, and
// the parameters behind the relu; fake quantization of weights; float at the
// end. One quantize and no dequantize of activations are left.
// CHECK-LABEL: func.func @main
// CHECK-DAG:   %[[W:.*]] = nn.constant {nn.name = "w"} {{.*}} : tensor<2x1x1x1x!quant.uniform<i8<-127:127>:f32:0, {1.0{{.*}},5.0{{.*}}}>>
// CHECK-DAG:   %[[B:.*]] = nn.constant {nn.name = "b"} {{.*}} : tensor<2xi32>
// CHECK-DAG:   %[[X:.*]] = nn.quantize %{{.*}} {nn.name = "xq"}
// CHECK:       %[[C:.*]] = nn.conv2d %[[X]], %[[W]] bias %[[B]] {nn.name = "conv"} : {{.*}} -> tensor<1x2x2x2x!quant.uniform<u8:f32, 2.500000e-01:3>>
// CHECK-NEXT:  %[[R:.*]] = nn.relu %[[C]] {nn.name = "relu"}
// CHECK-NEXT:  %[[S:.*]] = nn.reshape %[[R]] {nn.name = "flat"}
// CHECK-NEXT:  %[[K:.*]] = nn.constant {nn.name = "kq"} dense_resource<[[KEY:.*]]> : tensor<8x1x!quant.uniform<i8:f32, 1.250000e-01>>
// CHECK-NEXT:  %[[Y:.*]] = nn.matmul %[[S]], %[[K]] {nn.name = "fc"} : {{.*}} -> tensor<1x1xf32>
// CHECK-NEXT:  return %[[Y]]
// CHECK:       [[KEY]]: "0x400000000808080808080808"
func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x"}) -> tensor<1x1xf32> {
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<2x1x1x1x!w>
  %b = nn.constant {nn.name = "b"} dense_resource<b> : tensor<2x!b>
  %k = nn.constant {nn.name = "k"} dense<1.0> : tensor<8x1xf32>
  %xq = nn.quantize %x {nn.name = "xq"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2x!x>
  %xd = nn.dequantize %xq {nn.name = "xd"} : (tensor<1x1x2x2x!x>) -> tensor<1x1x2x2xf32>
  %wd = nn.dequantize %w {nn.name = "wd"} : (tensor<2x1x1x1x!w>) -> tensor<2x1x1x1xf32>
  %bd = nn.dequantize %b {nn.name = "bd"} : (tensor<2x!b>) -> tensor<2xf32>
  %c = nn.conv2d %xd, %wd bias %bd {nn.name = "conv"} : (tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
  %r = nn.relu %c {nn.name = "relu"} : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %rq = nn.quantize %r {nn.name = "rq"} : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2x!y>
  %rd = nn.dequantize %rq {nn.name = "rd"} : (tensor<1x2x2x2x!y>) -> tensor<1x2x2x2xf32>
  %s = nn.reshape %rd {nn.name = "flat"} : (tensor<1x2x2x2xf32>) -> tensor<1x8xf32>
  %sq = nn.quantize %s {nn.name = "sq"} : (tensor<1x8xf32>) -> tensor<1x8x!y>
  %sd = nn.dequantize %sq {nn.name = "sd"} : (tensor<1x8x!y>) -> tensor<1x8xf32>
  %kq = nn.quantize %k {nn.name = "kq"} : (tensor<8x1xf32>) -> tensor<8x1x!k>
  %kd = nn.dequantize %kq {nn.name = "kd"} : (tensor<8x1x!k>) -> tensor<8x1xf32>
  %y = nn.matmul %sd, %kd {nn.name = "fc"} : (tensor<1x8xf32>, tensor<8x1xf32>) -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}
{-# dialect_resources: { builtin: { w: "0x400000000102", b: "0x400000000100000002000000" } } #-}
