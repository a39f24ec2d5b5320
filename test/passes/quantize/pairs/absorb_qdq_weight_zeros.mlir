// RUN: qopt %s --absorb-qdq 2>&1 | FileCheck %s
// Weights that are unsigned, and weights that have zero points, of the tensor and of each channel, stay what the file has (R5); the bias
// is taken as it is (A3).
// CHECK: remark: absorb-qdq: 3 of 3 layers integer
// CHECK-DAG: %[[V:.*]] = nn.constant {{.*}}nn.name = "v"{{.*}} : tensor<2x1x1x1x!quant.uniform<i8:f32:0, {5.000000e-01:-128,2.500000e-01:3}>>
// CHECK-DAG: %[[W:.*]] = nn.constant {{.*}}nn.name = "w"{{.*}} : tensor<2x2x1x1x!quant.uniform<u8:f32, 5.000000e-01:70>>
// CHECK-DAG: %[[M:.*]] = nn.constant {{.*}}nn.name = "m"{{.*}} : tensor<2x2x!quant.uniform<u8:f32:1, {5.000000e-01:1,2.500000e-01:200}>>
// CHECK:     %[[A:.*]] = nn.conv2d %{{.*}}, %[[W]] bias %{{.*}} {nn.name = "a"
// CHECK:     nn.conv2d %[[A]], %[[V]] {groups = 2 : i64, nn.name = "b"}
// CHECK:     nn.matmul %{{.*}}, %[[M]] {nn.name = "c"
!q = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<u8:f32, 0.5:70>
!v = !quant.uniform<i8:f32:0, {0.5:-128, 0.25:3}>
!m = !quant.uniform<u8:f32:1, {0.5:1, 0.25:200}>
!s = !quant.uniform<i32:f32, 0.25>
func.func @main(%x: tensor<1x2x1x2x!q> {nn.name = "x"}, %z: tensor<2x2x!q> {nn.name = "z"}) -> (tensor<1x2x1x2x!q>, tensor<2x2x!q>) {
  %w = nn.constant {nn.name = "w"} dense_resource<bytes> : tensor<2x2x1x1x!w>
  %v = nn.constant {nn.name = "v"} dense_resource<pair> : tensor<2x1x1x1x!v>
  %m = nn.constant {nn.name = "m"} dense_resource<bytes> : tensor<2x2x!m>
  %s = nn.constant {nn.name = "s"} dense_resource<bias> : tensor<2x!s>
  %d = nn.dequantize %x {nn.name = "d"} : (tensor<1x2x1x2x!q>) -> tensor<1x2x1x2xf32>
  %wd = nn.dequantize %w {nn.name = "wd"} : (tensor<2x2x1x1x!w>) -> tensor<2x2x1x1xf32>
  %vd = nn.dequantize %v {nn.name = "vd"} : (tensor<2x1x1x1x!v>) -> tensor<2x1x1x1xf32>
  %md = nn.dequantize %m {nn.name = "md"} : (tensor<2x2x!m>) -> tensor<2x2xf32>
  %sd = nn.dequantize %s {nn.name = "sd"} : (tensor<2x!s>) -> tensor<2xf32>
  %a = nn.conv2d %d, %wd bias %sd {nn.name = "a"} : (tensor<1x2x1x2xf32>, tensor<2x2x1x1xf32>, tensor<2xf32>) -> tensor<1x2x1x2xf32>
  %aq = nn.quantize %a {nn.name = "aq"} : (tensor<1x2x1x2xf32>) -> tensor<1x2x1x2x!q>
  %ad = nn.dequantize %aq {nn.name = "ad"} : (tensor<1x2x1x2x!q>) -> tensor<1x2x1x2xf32>
  %b = nn.conv2d %ad, %vd {groups = 2 : i64, nn.name = "b"} : (tensor<1x2x1x2xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x1x2xf32>
  %bq = nn.quantize %b {nn.name = "bq"} : (tensor<1x2x1x2xf32>) -> tensor<1x2x1x2x!q>
  %zd = nn.dequantize %z {nn.name = "zd"} : (tensor<2x2x!q>) -> tensor<2x2xf32>
  %c = nn.matmul %zd, %md {nn.name = "c"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %cq = nn.quantize %c {nn.name = "cq"} : (tensor<2x2xf32>) -> tensor<2x2x!q>
  return %bq, %cq : tensor<1x2x1x2x!q>, tensor<2x2x!q>
}
{-# dialect_resources: { builtin: { bytes: "0x4000000001FF03C8", pair: "0x400000007F80", bias: "0x4000000001000000FEFFFFFF" } } #-}
