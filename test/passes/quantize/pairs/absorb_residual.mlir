// RUN: qopt %s --absorb-residual="explain=true" 2>&1 | FileCheck %s
!a = !quant.uniform<i8:f32, 5.0e-1>
!y = !quant.uniform<u8:f32, 2.5e-1>
!w = !quant.uniform<i8<-127:127>:f32:0, {1.0}>

// CHECK-DAG: remark: 'sum3' is not absorbed by 'multi': its result has another consumer
// CHECK-DAG: remark: 'sum4' is not absorbed: no operand is a conv2d's
// CHECK-DAG: remark: 'sum5' is not absorbed by 'biased': its bias is float
// CHECK-DAG: remark: 'sum6' is not absorbed by 'narrow': the operands are broadcast

// Operand 0 where both are convolutions; the residual may come later than the
// conv did; the relu stays.
// What is rounded before the add is not behind it: the pass shows it (S2).
// CHECK-LABEL: func.func @main
// CHECK:       %[[C2:.*]] = nn.conv2d {{.*}} {nn.name = "conv2"}
// CHECK-NEXT:  %[[S:.*]] = nn.conv2d %{{.*}}, %{{.*}} residual %[[C2]] {nn.absorbed = ["conv1"], nn.name = "sum1", nn.range = #nn.range<0{{.*}}, 1{{.*}}>} : {{.*}} -> tensor<1x1x2x2x!quant.uniform<u8:f32, 2.500000e-01>>
// CHECK-NEXT:  %[[R:.*]] = nn.relu %[[S]]
// Operand 1 where only that is one.
// CHECK-NEXT:  nn.conv2d %{{.*}}, %{{.*}} residual %[[R]] {nn.absorbed = ["only"], nn.name = "sum2"}
// CHECK:       nn.add {{.*}}"sum3"
// CHECK:       nn.add {{.*}}"sum4"
// CHECK:       nn.add {{.*}}"sum5"
// CHECK:       nn.add {{.*}}"sum6"
func.func @main(%x: tensor<1x1x2x2x!a> {nn.name = "x"}, %row: tensor<1x1x1x2x!a> {nn.name = "row"}) -> tensor<1x1x2x2x!y> {
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<1x1x1x1x!w>
  %f = nn.constant {nn.name = "f"} dense<1.0> : tensor<1xf32>
  %c1 = nn.conv2d %x, %w {nn.name = "conv1"} : (tensor<1x1x2x2x!a>, tensor<1x1x1x1x!w>) -> tensor<1x1x2x2x!a>
  %c2 = nn.conv2d %x, %w {nn.name = "conv2"} : (tensor<1x1x2x2x!a>, tensor<1x1x1x1x!w>) -> tensor<1x1x2x2x!a>
  %s1 = nn.add %c1, %c2 {nn.name = "sum1", nn.range = #nn.range<0.0, 1.0>} : (tensor<1x1x2x2x!a>, tensor<1x1x2x2x!a>) -> tensor<1x1x2x2x!y>
  %r1 = nn.relu %s1 {nn.name = "relu1"} : (tensor<1x1x2x2x!y>) -> tensor<1x1x2x2x!y>
  %c3 = nn.conv2d %x, %w {nn.name = "only"} : (tensor<1x1x2x2x!a>, tensor<1x1x1x1x!w>) -> tensor<1x1x2x2x!a>
  %s2 = nn.add %r1, %c3 {nn.name = "sum2"} : (tensor<1x1x2x2x!y>, tensor<1x1x2x2x!a>) -> tensor<1x1x2x2x!a>
  %c4 = nn.conv2d %s2, %w {nn.name = "multi"} : (tensor<1x1x2x2x!a>, tensor<1x1x1x1x!w>) -> tensor<1x1x2x2x!a>
  %s3 = nn.add %c4, %c4 {nn.name = "sum3"} : (tensor<1x1x2x2x!a>, tensor<1x1x2x2x!a>) -> tensor<1x1x2x2x!a>
  %s4 = nn.add %s3, %x {nn.name = "sum4"} : (tensor<1x1x2x2x!a>, tensor<1x1x2x2x!a>) -> tensor<1x1x2x2x!a>
  %c5 = nn.conv2d %s4, %w bias %f {nn.name = "biased"} : (tensor<1x1x2x2x!a>, tensor<1x1x1x1x!w>, tensor<1xf32>) -> tensor<1x1x2x2x!a>
  %s5 = nn.add %c5, %s4 {nn.name = "sum5"} : (tensor<1x1x2x2x!a>, tensor<1x1x2x2x!a>) -> tensor<1x1x2x2x!a>
  %c6 = nn.conv2d %row, %w {nn.name = "narrow"} : (tensor<1x1x1x2x!a>, tensor<1x1x1x1x!w>) -> tensor<1x1x1x2x!a>
  %s6 = nn.add %s5, %c6 {nn.name = "sum6"} : (tensor<1x1x2x2x!a>, tensor<1x1x1x2x!a>) -> tensor<1x1x2x2x!y>
  return %s6 : tensor<1x1x2x2x!y>
}
{-# dialect_resources: { builtin: { w: "0x4000000001" } } #-}
