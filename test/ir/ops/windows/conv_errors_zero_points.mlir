// RUN: qopt %s --verify-diagnostics --split-input-file

// The bounds of sums of weights with zero points (A4, R5): 255 − 0 of the first channel and 0 − 255 of the second, beside u8, are
// 255·255 above and below.
!u8 = !quant.uniform<u8:f32, 0.5>
!w8 = !quant.uniform<u8:f32:0, {1.0, 1.0:255}>
func.func @fits(%x: tensor<1x1x1x1x!u8>) {
  %w = nn.constant dense_resource<w> : tensor<2x1x1x1x!w8>
  %b = nn.constant dense<[2147418622, -2147418623]> : tensor<2xi32>
  %y = nn.conv2d %x, %w bias %b : (tensor<1x1x1x1x!u8>, tensor<2x1x1x1x!w8>, tensor<2xi32>) -> tensor<1x2x1x1xf32>
  return
}
{-# dialect_resources: { builtin: { w: "0x40000000FF00" } } #-}

// -----

!u8 = !quant.uniform<u8:f32, 0.5>
!w8 = !quant.uniform<u8:f32:0, {1.0, 1.0:255}>
func.func @c9_high(%x: tensor<1x1x1x1x!u8>) {
  %w = nn.constant dense_resource<w> : tensor<2x1x1x1x!w8>
  %b = nn.constant dense<[2147418623, 0]> : tensor<2xi32>
  // expected-error@+1 {{(C9): a sum of 1 products and its bias may exceed 32 bits}}
  %y = nn.conv2d %x, %w bias %b : (tensor<1x1x1x1x!u8>, tensor<2x1x1x1x!w8>, tensor<2xi32>) -> tensor<1x2x1x1xf32>
  return
}
{-# dialect_resources: { builtin: { w: "0x40000000FF00" } } #-}

// -----

!u8 = !quant.uniform<u8:f32, 0.5>
!w8 = !quant.uniform<u8:f32:0, {1.0, 1.0:255}>
func.func @c9_low(%x: tensor<1x1x1x1x!u8>) {
  %w = nn.constant dense_resource<w> : tensor<2x1x1x1x!w8>
  %b = nn.constant dense<[0, -2147418624]> : tensor<2xi32>
  // expected-error@+1 {{(C9): a sum of 1 products and its bias may exceed 32 bits}}
  %y = nn.conv2d %x, %w bias %b : (tensor<1x1x1x1x!u8>, tensor<2x1x1x1x!w8>, tensor<2xi32>) -> tensor<1x2x1x1xf32>
  return
}
{-# dialect_resources: { builtin: { w: "0x40000000FF00" } } #-}
