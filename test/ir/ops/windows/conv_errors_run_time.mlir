// RUN: qopt %s --verify-diagnostics --split-input-file

!x8 = !quant.uniform<u8:f32, 0.5>
!w8 = !quant.uniform<i8<-127:127>:f32, 0.5>
func.func @c10(%x: tensor<1x1x3x3x!x8>, %w: tensor<2x1x1x1x!w8>, %s: tensor<f32>) {
  // expected-error@+1 {{(C10): parameters as operands are for plain integers, not}}
  %y = nn.conv2d %x, %w input_scale %s : (tensor<1x1x3x3x!x8>, tensor<2x1x1x1x!w8>, tensor<f32>) -> tensor<1x2x3x3xf32>
  return
}

// -----

func.func @c11(%x: tensor<1x1x3x3xui8>, %w: tensor<2x1x1x1xi8>, %s: tensor<f32>, %z: tensor<i32>) {
  // expected-error@+1 {{(C11): a result 'tensor<1x2x3x3xi32>' takes no result_scale and result_zero}}
  %y = nn.conv2d %x, %w result_zero %z : (tensor<1x1x3x3xui8>, tensor<2x1x1x1xi8>, tensor<i32>) -> tensor<1x2x3x3xi32>
  return
}

// -----

func.func @c6(%x: tensor<1x1x3x3xui8>, %w: tensor<2x1x1x1xi8>, %r: tensor<1x2x3x3xi32>) {
  // expected-error@+1 {{(C6): residual 'tensor<1x2x3x3xi32>' does not go with result}}
  %y = nn.conv2d %x, %w residual %r : (tensor<1x1x3x3xui8>, tensor<2x1x1x1xi8>, tensor<1x2x3x3xi32>) -> tensor<1x2x3x3xi32>
  return
}

// -----

func.func @c7(%x: tensor<1x1x3x3xi32>, %w: tensor<2x1x1x1xi8>) {
  // expected-error@+1 {{(C7): storage of}}
  %y = nn.conv2d %x, %w : (tensor<1x1x3x3xi32>, tensor<2x1x1x1xi8>) -> tensor<1x2x3x3xi32>
  return
}

// -----

// Signed weights beside a zero point that is a constant are bounded by their signs.
func.func @c9_by_signs(%x: tensor<1x40000x1x1xui8>) {
  %w = nn.constant dense<1> : tensor<1x40000x1x1xi8>
  %z = nn.constant dense<2> : tensor<i8>
  %y = nn.conv2d %x, %w weights_zero %z : (tensor<1x40000x1x1xui8>, tensor<1x40000x1x1xi8>, tensor<i8>) -> tensor<1x1x1x1xi32>
  return
}
