// RUN: qopt %s --verify-diagnostics --split-input-file

// By signs (A4): [127, −127] over u8 reach 127·255 each way, and 2^31 − 1 − 127·255 more fit.
!u8 = !quant.uniform<u8:f32, 0.5>
!w8 = !quant.uniform<i8<-127:127>:f32, 1.0>
func.func @fits(%x: tensor<1x2x1x1x!u8>) {
  %w = nn.constant dense_resource<w> : tensor<1x2x1x1x!w8>
  %high = nn.constant dense<2147451262> : tensor<1xi32>
  %low = nn.constant dense<-2147451263> : tensor<1xi32>
  %a = nn.conv2d %x, %w bias %high : (tensor<1x2x1x1x!u8>, tensor<1x2x1x1x!w8>, tensor<1xi32>) -> tensor<1x1x1x1xf32>
  %b = nn.conv2d %x, %w bias %low : (tensor<1x2x1x1x!u8>, tensor<1x2x1x1x!w8>, tensor<1xi32>) -> tensor<1x1x1x1xf32>
  return
}
{-# dialect_resources: { builtin: { w: "0x400000007F81" } } #-}

// -----

!u8 = !quant.uniform<u8:f32, 0.5>
!w8 = !quant.uniform<i8<-127:127>:f32, 1.0>
func.func @c9_high(%x: tensor<1x2x1x1x!u8>) {
  %w = nn.constant dense_resource<w> : tensor<1x2x1x1x!w8>
  %b = nn.constant dense<2147451263> : tensor<1xi32>
  // expected-error@+1 {{(C9): a sum of 2 products and its bias may exceed 32 bits}}
  %y = nn.conv2d %x, %w bias %b : (tensor<1x2x1x1x!u8>, tensor<1x2x1x1x!w8>, tensor<1xi32>) -> tensor<1x1x1x1xf32>
  return
}
{-# dialect_resources: { builtin: { w: "0x400000007F81" } } #-}

// -----

!u8 = !quant.uniform<u8:f32, 0.5>
!w8 = !quant.uniform<i8<-127:127>:f32, 1.0>
func.func @c9_low(%x: tensor<1x2x1x1x!u8>) {
  %w = nn.constant dense_resource<w> : tensor<1x2x1x1x!w8>
  %b = nn.constant dense<-2147451264> : tensor<1xi32>
  // expected-error@+1 {{(C9): a sum of 2 products and its bias may exceed 32 bits}}
  %y = nn.conv2d %x, %w bias %b : (tensor<1x2x1x1x!u8>, tensor<1x2x1x1x!w8>, tensor<1xi32>) -> tensor<1x1x1x1xf32>
  return
}
{-# dialect_resources: { builtin: { w: "0x400000007F81" } } #-}

// -----

// Computed weights: 131071 products of 128·128 fit, one more does not: stored bytes may lie
// outside a narrower declared range.
!i8 = !quant.uniform<i8<-127:127>:f32, 0.5>
func.func @computed(%x: tensor<1x131071x1x1x!i8>, %w: tensor<1x131071x1x1x!i8>, %v: tensor<1x131072x1x1x!i8>, %z: tensor<1x131072x1x1x!i8>) {
  %a = nn.conv2d %x, %w : (tensor<1x131071x1x1x!i8>, tensor<1x131071x1x1x!i8>) -> tensor<1x1x1x1xf32>
  // expected-error@+1 {{(C9): a sum of 131072 products may exceed 32 bits}}
  %b = nn.conv2d %z, %v : (tensor<1x131072x1x1x!i8>, tensor<1x131072x1x1x!i8>) -> tensor<1x1x1x1xf32>
  return
}

// -----

!i8 = !quant.uniform<i8:f32, 0.5>
func.func @c9_bias(%x: tensor<1x1x1x1x!i8>, %w: tensor<1x1x1x1x!i8>, %b: tensor<1xi32>) {
  // expected-error@+1 {{(C9): nothing bounds an integer bias that is no constant}}
  %y = nn.conv2d %x, %w bias %b : (tensor<1x1x1x1x!i8>, tensor<1x1x1x1x!i8>, tensor<1xi32>) -> tensor<1x1x1x1xf32>
  return
}
