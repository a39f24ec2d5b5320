// Slices of one dequantized tensor that are joined again, as the depth of a window over three
// dimensions is: --absorb-qdq dequantizes behind the join, so that the convolution reads steps.
// RUN: qopt %s --absorb-qdq | FileCheck %s
// RUN: qopt %s --absorb-qdq="explain=true" 2>&1 >/dev/null | FileCheck %s --check-prefix=WHAT
!x = !quant.uniform<u8:f32, 5.0e-1:3>
!other = !quant.uniform<u8:f32, 2.5e-1:3>
!w = !quant.uniform<i8<-127:127>:f32, 1.0>

// WHAT-DAG: absorb-qdq/sink-behind-concat (same bits): 'taps'
// CHECK-LABEL: func.func @main
// CHECK:      %[[A:.*]] = nn.slice %arg0 {{.*}} -> tensor<1x1x2x2x!quant.uniform<u8:f32, 5.000000e-01:3>>
// CHECK-NEXT: %[[B:.*]] = nn.slice %arg0
// CHECK-NEXT: %[[T:.*]] = nn.concat %[[A]], %[[B]] {{.*}}nn.name = "taps"{{.*}} -> tensor<1x2x2x2x!quant.uniform<u8:f32, 5.000000e-01:3>>
// CHECK-NEXT: nn.conv2d %[[T]], %{{.*}} {nn.name = "conv"} : {{.*}}!quant{{.*}} -> tensor<1x1x2x2xf32>
func.func @main(%x: tensor<1x1x3x2x!x> {nn.name = "x"}) -> tensor<1x1x2x2xf32> attributes {nn.entry} {
  %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<1x2x1x1xf32>
  %wq = nn.quantize %w {nn.name = "wq"} : (tensor<1x2x1x1xf32>) -> tensor<1x2x1x1x!w>
  %wd = nn.dequantize %wq {nn.name = "wd"} : (tensor<1x2x1x1x!w>) -> tensor<1x2x1x1xf32>
  %d = nn.dequantize %x {nn.name = "xd"} : (tensor<1x1x3x2x!x>) -> tensor<1x1x3x2xf32>
  %a = nn.slice %d {starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 1, 1>, nn.name = "a"} : (tensor<1x1x3x2xf32>) -> tensor<1x1x2x2xf32>
  %b = nn.slice %d {starts = array<i64: 0, 0, 1, 0>, steps = array<i64: 1, 1, 1, 1>, nn.name = "b"} : (tensor<1x1x3x2xf32>) -> tensor<1x1x2x2xf32>
  %t = nn.concat %a, %b {axis = 1 : i64, nn.name = "taps"} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = nn.conv2d %t, %wd {nn.name = "conv"} : (tensor<1x2x2x2xf32>, tensor<1x2x1x1xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// Zeros around it are z in steps.
// CHECK-LABEL: func.func @padded
// CHECK-NEXT: nn.constant
// CHECK-NEXT: %[[P:.*]] = nn.pad %arg0 {{.*}} -> tensor<1x1x4x2x!quant.uniform<u8:f32, 5.000000e-01:3>>
// CHECK-NEXT: nn.conv2d %[[P]], %{{.*}} -> tensor<1x1x4x2xf32>
func.func @padded(%x: tensor<1x1x3x2x!x>) -> tensor<1x1x4x2xf32> {
  %w = nn.constant dense<1.0> : tensor<1x1x1x1xf32>
  %wq = nn.quantize %w : (tensor<1x1x1x1xf32>) -> tensor<1x1x1x1x!w>
  %wd = nn.dequantize %wq : (tensor<1x1x1x1x!w>) -> tensor<1x1x1x1xf32>
  %d = nn.dequantize %x : (tensor<1x1x3x2x!x>) -> tensor<1x1x3x2xf32>
  %p = nn.pad %d {low = array<i64: 0, 0, 1, 0>, high = array<i64: 0, 0, 0, 0>, value = 0.0 : f32} : (tensor<1x1x3x2xf32>) -> tensor<1x1x4x2xf32>
  %y = nn.conv2d %p, %wd : (tensor<1x1x4x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x4x2xf32>
  return %y : tensor<1x1x4x2xf32>
}

// Operands of different parameters stay float, because a join in steps would round one of them.
// CHECK-LABEL: func.func @apart
// CHECK: nn.concat {{.*}} -> tensor<1x2x2x2xf32>
func.func @apart(%p: tensor<1x1x2x2x!x>, %q: tensor<1x1x2x2x!other>) -> tensor<1x1x2x2xf32> {
  %w = nn.constant dense<1.0> : tensor<1x2x1x1xf32>
  %wq = nn.quantize %w : (tensor<1x2x1x1xf32>) -> tensor<1x2x1x1x!w>
  %wd = nn.dequantize %wq : (tensor<1x2x1x1x!w>) -> tensor<1x2x1x1xf32>
  %a = nn.dequantize %p : (tensor<1x1x2x2x!x>) -> tensor<1x1x2x2xf32>
  %b = nn.dequantize %q : (tensor<1x1x2x2x!other>) -> tensor<1x1x2x2xf32>
  %t = nn.concat %a, %b {axis = 1 : i64} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = nn.conv2d %t, %wd : (tensor<1x2x2x2xf32>, tensor<1x2x1x1xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}
