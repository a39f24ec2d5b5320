// A layer with an i32 bias that is declined stays as it is; the remark is made while its bias is there.
// RUN: qopt %s --absorb-qdq=summary=true 2>&1 | FileCheck %s
// CHECK: remark: absorb-qdq: {{.*}}32 bits
// CHECK: nn.conv2d {{.*}} bias {{.*}} -> tensor<1x2x1x2xf32>

!q = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8<-127:127>:f32, 0.5>
!s = !quant.uniform<i32:f32, 0.25>
func.func @main(%x: tensor<1x2x1x2x!q> {nn.name = "x"}) -> tensor<1x2x1x2x!q> {
  %w = nn.constant {nn.name = "w"} dense_resource<bytes> : tensor<2x2x1x1x!w>
  %s = nn.constant {nn.name = "s"} dense_resource<bias> : tensor<2x!s>
  %d = nn.dequantize %x {nn.name = "d"} : (tensor<1x2x1x2x!q>) -> tensor<1x2x1x2xf32>
  %wd = nn.dequantize %w {nn.name = "wd"} : (tensor<2x2x1x1x!w>) -> tensor<2x2x1x1xf32>
  %sd = nn.dequantize %s {nn.name = "sd"} : (tensor<2x!s>) -> tensor<2xf32>
  %a = nn.conv2d %d, %wd bias %sd {nn.name = "a"} : (tensor<1x2x1x2xf32>, tensor<2x2x1x1xf32>, tensor<2xf32>) -> tensor<1x2x1x2xf32>
  %aq = nn.quantize %a {nn.name = "aq"} : (tensor<1x2x1x2xf32>) -> tensor<1x2x1x2x!q>
  return %aq : tensor<1x2x1x2x!q>
}

{-# dialect_resources: { builtin: { bytes: "0x4000000001FE0348", bias: "0x40000000FFFFFF7FFEFFFFFF" } } #-}
