// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @c7_float(%a: tensor<1x3xf32>, %b: tensor<3x2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{(C7): parameters as operands are for plain integers, not}}
  %y = nn.matmul %a, %b input_zero %z : (tensor<1x3xf32>, tensor<3x2xf32>, tensor<f32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @c7_zero(%a: tensor<1x3xui8>, %b: tensor<3x2xi8>, %z: tensor<i8>) {
  // expected-error@+1 {{(C7): zero point 'tensor<i8>' must be one element of 'ui8'}}
  %y = nn.matmul %a, %b input_zero %z : (tensor<1x3xui8>, tensor<3x2xi8>, tensor<i8>) -> tensor<1x2xi32>
  return
}

// -----

func.func @c7_zero_per_channel(%a: tensor<1x3xui8>, %b: tensor<3x2xi8>, %z: tensor<2xi8>) {
  // expected-error@+1 {{(C7): zero point 'tensor<2xi8>' must be one element of 'i8'}}
  %y = nn.matmul %a, %b weights_zero %z : (tensor<1x3xui8>, tensor<3x2xi8>, tensor<2xi8>) -> tensor<1x2xi32>
  return
}

// -----

func.func @c7_scale(%a: tensor<1x3xui8>, %b: tensor<3x2xi8>, %s: tensor<f32>, %w: tensor<3xf32>) {
  // expected-error@+1 {{(C7): scale 'tensor<3xf32>' must be f32, one element or one a channel}}
  %y = nn.matmul %a, %b input_scale %s weights_scale %w : (tensor<1x3xui8>, tensor<3x2xi8>, tensor<f32>, tensor<3xf32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @c8_scales_of_a_sum(%a: tensor<1x3xui8>, %b: tensor<3x2xi8>, %s: tensor<f32>) {
  // expected-error@+1 {{(C8): a result 'tensor<1x2xi32>' takes no input_scale}}
  %y = nn.matmul %a, %b input_scale %s : (tensor<1x3xui8>, tensor<3x2xi8>, tensor<f32>) -> tensor<1x2xi32>
  return
}

// -----

func.func @c8_no_scales(%a: tensor<1x3xui8>, %b: tensor<3x2xi8>) {
  // expected-error@+1 {{(C8): a result 'tensor<1x2xf32>' needs an input_scale and weights_scale}}
  %y = nn.matmul %a, %b : (tensor<1x3xui8>, tensor<3x2xi8>) -> tensor<1x2xf32>
  return
}

// -----

func.func @c8_no_result_scale(%a: tensor<1x3xui8>, %b: tensor<3x2xi8>, %s: tensor<f32>) {
  // expected-error@+1 {{(C8): a result 'tensor<1x2xui8>' needs a result_scale}}
  %y = nn.matmul %a, %b input_scale %s weights_scale %s : (tensor<1x3xui8>, tensor<3x2xi8>, tensor<f32>, tensor<f32>) -> tensor<1x2xui8>
  return
}

// -----

// 33026 · 255 · 255 > 2³¹ − 1: a zero point of the run may be any.
func.func @c6_unknown_zero(%a: tensor<1x33026xui8>, %b: tensor<33026x2xi8>, %z: tensor<ui8>, %w: tensor<i8>) {
  // expected-error@+1 {{(C6): a sum of 33026 products may exceed 32 bits}}
  %y = nn.matmul %a, %b input_zero %z weights_zero %w : (tensor<1x33026xui8>, tensor<33026x2xi8>, tensor<ui8>, tensor<i8>) -> tensor<1x2xi32>
  return
}

// -----

func.func @c6_fits(%a: tensor<1x33025xui8>, %b: tensor<33025x2xi8>, %z: tensor<ui8>, %w: tensor<i8>) {
  %y = nn.matmul %a, %b input_zero %z weights_zero %w : (tensor<1x33025xui8>, tensor<33025x2xi8>, tensor<ui8>, tensor<i8>) -> tensor<1x2xi32>
  return
}
