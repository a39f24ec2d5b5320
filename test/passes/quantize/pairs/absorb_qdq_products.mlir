// RUN: qopt %s --absorb-qdq="explain=true" 2>&1 | FileCheck %s
!a = !quant.uniform<u8:f32, 5.0e-1>
!u = !quant.uniform<u8:f32, 1.0>
!w = !quant.uniform<i8<-127:127>:f32:1, {1.0, 5.0e-1}>
!b = !quant.uniform<i32:f32, 5.0e-1>
!h = !quant.uniform<i16:f32, 5.0e-1>
!wh = !quant.uniform<i16<-32767:32767>:f32:0, {1.0}>

// Two scales for four channels; 40000 products of 255·255 pass 2^31.
// CHECK-DAG: remark: 'wrong_axis' stays float: {{.*}}(C5)
// CHECK-DAG: remark: 'wide' stays float: {{.*}}(C6): a sum of 40000 products may exceed 32 bits

// CHECK-LABEL: func.func @main
// CHECK:       nn.conv2d {{.*}} {nn.name = "wrong_axis"} : (tensor<1x2x1x1xf32>
// CHECK:       nn.matmul {{.*}} {nn.name = "wide"} : (tensor<1x40000xf32>
// 16 bits accumulate in i64, and so is their bias.
// CHECK:       %[[C:.*]] = nn.constant {nn.name = "c"} {{.*}} : tensor<1xi64>
// CHECK:       nn.conv2d %{{.*}}, %{{.*}} bias %[[C]] {nn.name = "sixteen"} : (tensor<1x1x1x1x!quant
func.func @main(%x: tensor<1x2x1x1x!a> {nn.name = "x"}, %v: tensor<1x40000x!a> {nn.name = "v"}, %s: tensor<1x1x1x1x!h> {nn.name = "s"}) -> (tensor<1x4x1x1x!a>, tensor<1x1xf32>, tensor<1x1x1x1x!h>) {
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<4x2x1x1x!w>
  %b = nn.constant {nn.name = "b"} dense_resource<b> : tensor<4x!b>
  %l = nn.constant {nn.name = "l"} dense<255.0> : tensor<40000x1xf32>
  %g = nn.constant {nn.name = "g"} dense_resource<g> : tensor<1x1x1x1x!wh>
  %c = nn.constant {nn.name = "c"} dense_resource<c> : tensor<1x!b>
  %xd = nn.dequantize %x {nn.name = "xd"} : (tensor<1x2x1x1x!a>) -> tensor<1x2x1x1xf32>
  %wd = nn.dequantize %w {nn.name = "wd"} : (tensor<4x2x1x1x!w>) -> tensor<4x2x1x1xf32>
  %bd = nn.dequantize %b {nn.name = "bd"} : (tensor<4x!b>) -> tensor<4xf32>
  %1 = nn.conv2d %xd, %wd bias %bd {nn.name = "wrong_axis"} : (tensor<1x2x1x1xf32>, tensor<4x2x1x1xf32>, tensor<4xf32>) -> tensor<1x4x1x1xf32>
  %q1 = nn.quantize %1 {nn.name = "q1"} : (tensor<1x4x1x1xf32>) -> tensor<1x4x1x1x!a>
  %vd = nn.dequantize %v {nn.name = "vd"} : (tensor<1x40000x!a>) -> tensor<1x40000xf32>
  %lq = nn.quantize %l {nn.name = "lq"} : (tensor<40000x1xf32>) -> tensor<40000x1x!u>
  %ld = nn.dequantize %lq {nn.name = "ld"} : (tensor<40000x1x!u>) -> tensor<40000x1xf32>
  %2 = nn.matmul %vd, %ld {nn.name = "wide"} : (tensor<1x40000xf32>, tensor<40000x1xf32>) -> tensor<1x1xf32>
  %sd = nn.dequantize %s {nn.name = "sd"} : (tensor<1x1x1x1x!h>) -> tensor<1x1x1x1xf32>
  %gd = nn.dequantize %g {nn.name = "gd"} : (tensor<1x1x1x1x!wh>) -> tensor<1x1x1x1xf32>
  %cd = nn.dequantize %c {nn.name = "cd"} : (tensor<1x!b>) -> tensor<1xf32>
  %3 = nn.conv2d %sd, %gd bias %cd {nn.name = "sixteen"} : (tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>) -> tensor<1x1x1x1xf32>
  %q3 = nn.quantize %3 {nn.name = "q3"} : (tensor<1x1x1x1xf32>) -> tensor<1x1x1x1x!h>
  return %q1, %2, %q3 : tensor<1x4x1x1x!a>, tensor<1x1xf32>, tensor<1x1x1x1x!h>
}
{-# dialect_resources: { builtin: { w: "0x400000000102030405060708", b: "0x4000000001000000020000000300000004000000", g: "0x400000000300", c: "0x4000000007000000" } } #-}
