// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @c1(%x: tensor<3x5x5xf32>, %w: tensor<4x3x1x1xf32>) {
  // expected-error@+1 {{(C1): input and weights must both be of rank 3 or of rank 4}}
  %y = nn.conv2d %x, %w : (tensor<3x5x5xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x5x5xf32>
  return
}

// -----

func.func @c2(%x: tensor<1x3x5x5xf32>, %w: tensor<4x2x1x1xf32>) {
  // expected-error@+1 {{(C2): input 1x3x5x5 and weights 4x2x1x1 do not fit in 2 groups}}
  %y = nn.conv2d %x, %w {groups = 2 : i64} : (tensor<1x3x5x5xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x5x5xf32>
  return
}

// -----

func.func @c3_window(%x: tensor<1x1x2x2xf32>, %w: tensor<1x1x3x3xf32>) {
  // expected-error@+1 {{(C3): a window of 3 (dilation 2, stride 1, pads 1, 1) does not fit size 2}}
  %y = nn.conv2d %x, %w {dilations = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>} : (tensor<1x1x2x2xf32>, tensor<1x1x3x3xf32>) -> tensor<1x1x1x1xf32>
  return
}

// -----

func.func @c3_entries(%x: tensor<1x1x2x2xf32>, %w: tensor<1x1x1x1xf32>) {
  // expected-error@+1 {{(C3): kernel, strides, dilations need 2 entries, pads 4}}
  %y = nn.conv2d %x, %w {strides = array<i64: 1>} : (tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x2x2xf32>
  return
}

// -----

func.func @c4(%x: tensor<1x1x2x2xf32>, %w: tensor<2x1x1x1xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{(C4): bias 'tensor<3xf32>' must be rank 1 of size 2}}
  %y = nn.conv2d %x, %w bias %b : (tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>, tensor<3xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @c4_integer(%x: tensor<1x1x2x2xf32>, %w: tensor<2x1x1x1xf32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{(C4): bias elements 'i32' do not go with input}}
  %y = nn.conv2d %x, %w bias %b : (tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>, tensor<2xi32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @result(%x: tensor<?x1x2x2xf32, #nn.dims<N>>, %w: tensor<2x1x1x1xf32>) {
  // expected-error@+1 {{result has shape 2x2x2x2, but Nx2x2x2 follows from the operands}}
  %y = nn.conv2d %x, %w : (tensor<?x1x2x2xf32, #nn.dims<N>>, tensor<2x1x1x1xf32>) -> tensor<2x2x2x2xf32>
  return
}
