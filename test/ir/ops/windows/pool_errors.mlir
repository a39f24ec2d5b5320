// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @c1(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{(C1): input must be rank 3 or 4}}
  %y = nn.max_pool2d %x {kernel = array<i64: 2, 2>} : (tensor<4x4xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @c2_entries(%x: tensor<3x4x4xf32>) {
  // expected-error@+1 {{(C2): kernel, strides, dilations need 1 entries, pads 2}}
  %y = nn.max_pool2d %x {kernel = array<i64: 2, 2>} : (tensor<3x4x4xf32>) -> tensor<3x3x3xf32>
  return
}

// -----

func.func @c2_fit(%x: tensor<1x1x2x2xf32>) {
  // expected-error@+1 {{(C2): a window of 3 (dilation 1, stride 1, pads 0, 0) does not fit size 2}}
  %y = nn.avg_pool2d %x {kernel = array<i64: 3, 3>} : (tensor<1x1x2x2xf32>) -> tensor<1x1x1x1xf32>
  return
}

// -----

// The first window would lie in the padding alone.
func.func @c2_pad(%x: tensor<1x1x2x2xf32>) {
  // expected-error@+1 {{(C2): pad 2 is not smaller than the window's reach 2}}
  %y = nn.max_pool2d %x {kernel = array<i64: 2, 2>, pads = array<i64: 2, 0, 0, 0>} : (tensor<1x1x2x2xf32>) -> tensor<1x1x3x1xf32>
  return
}

// -----

// Two positions, one on either side of the image.
func.func @c2_dilation(%x: tensor<1x1x1x1xf32>) {
  // expected-error@+1 {{(C2): a window's dilation 2 steps over the image's 1}}
  %y = nn.max_pool2d %x {kernel = array<i64: 2, 1>, dilations = array<i64: 2, 1>, pads = array<i64: 1, 0, 1, 0>} : (tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return
}

// -----

func.func @c3_max(%x: tensor<1x1x2x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{(C3): input elements}}
  %y = nn.max_pool2d %x {kernel = array<i64: 2, 2>} : (tensor<1x1x2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x1x1x1x!quant.uniform<i8:f32, 0.25>>
  return
}

// -----

func.func @c3_average(%x: tensor<1x1x2x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{(C3): element type '!quant.uniform<i8:f32, 5.000000e-01>' does not go with 'f32'}}
  %y = nn.avg_pool2d %x {kernel = array<i64: 2, 2>} : (tensor<1x1x2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x1x1x1xf32>
  return
}

// -----

func.func @c4(%x: tensor<1x1x2x2x!quant.uniform<i8:f32, 1.1754943508222875e-38>>) {
  // expected-error@+1 {{(C4): the multiplier 1.175494e-38 / 4.000000e+00 is no normal f32}}
  %y = nn.avg_pool2d %x {kernel = array<i64: 2, 2>} : (tensor<1x1x2x2x!quant.uniform<i8:f32, 1.1754943508222875e-38>>) -> tensor<1x1x1x1x!quant.uniform<i8:f32, 1.0>>
  return
}
