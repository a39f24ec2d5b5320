// RUN: qopt %s --absorb-residual="explain=true" 2>&1 | FileCheck %s
!a = !quant.uniform<i8:f32, 1.0>
!y = !quant.uniform<i8:f32, 2.0>
!w = !quant.uniform<i8<-127:127>:f32:0, {1.1754943508222875e-38}>

// The multiplier of a channel of tiny weights is the smallest normal one before
// the add, and none for the add's larger scale (M2).
// CHECK: remark: 'sum' is not absorbed by 'tiny': {{.*}}(C7): the multiplier
// CHECK: nn.add {{.*}} {nn.name = "sum"}
func.func @main(%x: tensor<1x1x1x2x!a> {nn.name = "x"}) -> tensor<1x1x1x2x!y> {
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<1x1x1x1x!w>
  %c = nn.conv2d %x, %w {nn.name = "tiny"} : (tensor<1x1x1x2x!a>, tensor<1x1x1x1x!w>) -> tensor<1x1x1x2x!a>
  %s = nn.add %c, %x {nn.name = "sum"} : (tensor<1x1x1x2x!a>, tensor<1x1x1x2x!a>) -> tensor<1x1x1x2x!y>
  return %s : tensor<1x1x1x2x!y>
}
{-# dialect_resources: { builtin: { w: "0x4000000001" } } #-}
