// RUN: qopt %s --verify-diagnostics --split-input-file

// Weights of other signs or zero points that are no constants of at most 8 bits (R5), and multipliers that are no normal f32 (M2).

!i8 = !quant.uniform<i8:f32, 0.5>
func.func @c5_mixed(%x: tensor<1x1x2x2x!i8>, %w: tensor<1x1x1x1xf32>) {
  // expected-error@+1 {{must both be f32, quantized or plain integers}}
  %y = nn.conv2d %x, %w : (tensor<1x1x2x2x!i8>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  return
}

// -----

!i8 = !quant.uniform<i8:f32, 0.5>
!zero = !quant.uniform<i8:f32, 0.5:1>
func.func @c5_zero_point(%x: tensor<1x1x2x2x!i8>, %w: tensor<1x1x1x1x!zero>) {
  // expected-error@+1 {{must be signed with zero point 0: only constants of at most 8 bits have others}}
  %y = nn.conv2d %x, %w : (tensor<1x1x2x2x!i8>, tensor<1x1x1x1x!zero>) -> tensor<1x1x2x2xf32>
  return
}

// -----

!i16 = !quant.uniform<i16:f32, 0.5>
!zero = !quant.uniform<i16:f32, 0.5:1>
func.func @c5_sixteen_bits(%x: tensor<1x1x2x2x!i16>) {
  %w = nn.constant dense_resource<w> : tensor<1x1x1x1x!zero>
  // expected-error@+1 {{(C5): weights}}
  %y = nn.conv2d %x, %w : (tensor<1x1x2x2x!i16>, tensor<1x1x1x1x!zero>) -> tensor<1x1x2x2xf32>
  return
}
{-# dialect_resources: { builtin: { w: "0x400000000100" } } #-}

// -----

!i8 = !quant.uniform<i8:f32, 0.5>
!axis1 = !quant.uniform<i8:f32:1, {0.5, 0.25}>
func.func @c5_axis(%x: tensor<1x2x2x2x!i8>, %w: tensor<1x2x1x1x!axis1>) {
  // expected-error@+1 {{must be per tensor or per axis 0; input per tensor}}
  %y = nn.conv2d %x, %w : (tensor<1x2x2x2x!i8>, tensor<1x2x1x1x!axis1>) -> tensor<1x1x2x2xf32>
  return
}

// -----

!i8 = !quant.uniform<i8:f32, 0.5>
func.func @c6_kind(%x: tensor<1x1x2x2x!i8>, %w: tensor<1x1x1x1x!i8>, %r: tensor<1x1x2x2xf32>) {
  // expected-error@+1 {{(C6): residual 'tensor<1x1x2x2xf32>' does not go with result}}
  %y = nn.conv2d %x, %w residual %r : (tensor<1x1x2x2x!i8>, tensor<1x1x1x1x!i8>, tensor<1x1x2x2xf32>) -> tensor<1x1x2x2x!i8>
  return
}

// -----

func.func @c6_shape(%x: tensor<1x1x2x2xf32>, %w: tensor<1x1x1x1xf32>, %r: tensor<1x1x2x1xf32>) {
  // expected-error@+1 {{(C6): residual 'tensor<1x1x2x1xf32>' has not the shape of 'tensor<1x1x2x2xf32>'}}
  %y = nn.conv2d %x, %w residual %r : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>, tensor<1x1x2x1xf32>) -> tensor<1x1x2x2xf32>
  return
}

// -----

func.func @c8(%x: tensor<1x1x2x2xf32>, %w: tensor<1x1x1x1xf32>) {
  // expected-error@+1 {{(C8): a float convolution writes f32}}
  %y = nn.conv2d %x, %w : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2x!quant.uniform<i8:f32, 0.5>>
  return
}
