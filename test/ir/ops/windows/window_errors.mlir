// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @place_element(%x: tensor<1x1x4xf32>) {
  // expected-error@+1 {{(C3): from 'tensor<1x1x4xf32>' to 'tensor<1x1x3xi32>'}}
  %y = nn.max_place %x {kernel = array<i64: 2>, strides = array<i64: 1>, pads = array<i64: 0, 0>, dilations = array<i64: 1>} : (tensor<1x1x4xf32>) -> tensor<1x1x3xi32>
  return
}

// -----

func.func @place_window(%x: tensor<1x1x300xf32>) {
  // expected-error@+1 {{(C4): the window has more than 256 positions}}
  %y = nn.max_place %x {kernel = array<i64: 257>, strides = array<i64: 1>, pads = array<i64: 0, 0>, dilations = array<i64: 1>} : (tensor<1x1x300xf32>) -> tensor<1x1x44xi64>
  return
}

// -----

func.func @place_of_nothing(%x: tensor<1x1x3xf32>) {
  // expected-error@+1 {{(C2): a window's dilation 4 steps over the image's 3}}
  %y = nn.max_place %x {kernel = array<i64: 2>, strides = array<i64: 1>, pads = array<i64: 2, 2>, dilations = array<i64: 4>} : (tensor<1x1x3xf32>) -> tensor<1x1x3xi64>
  return
}

// -----

func.func @columns(%x: tensor<1x4x3xf32>) {
  // expected-error@+1 {{(C1): 1x4x3 does not hold the columns of 3x3}}
  %y = nn.fold_columns %x {image = array<i64: 3, 3>, kernel = array<i64: 2, 2>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x4x3xf32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @offsets(%x: tensor<1x2x3x3xf32>, %o: tensor<1x2x3x3xf32>) {
  // expected-error@+1 {{(C1): input 1x2x3x3, offset 1x2x3x3 and mask do not fit in 2 groups}}
  %y = nn.deform_columns %x, %o {kernel = array<i64: 1, 1>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, groups = 2 : i64} : (tensor<1x2x3x3xf32>, tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  return
}

// -----

func.func @regions(%x: tensor<1x2x3x3xf32>, %r: tensor<2x4xf32>, %b: tensor<3xi64>) {
  // expected-error@+1 {{(C1): input 1x2x3x3, rois 2x4 and batches 3 do not fit}}
  %y = nn.roi_align %x, %r, %b {size = array<i64: 1, 1>, samples = 1 : i64, scale = 1.0 : f32} : (tensor<1x2x3x3xf32>, tensor<2x4xf32>, tensor<3xi64>) -> tensor<2x2x1x1xf32>
  return
}

// -----

func.func @samples(%x: tensor<1x2x3x3xf32>, %r: tensor<2x4xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{(C3): 0 samples}}
  %y = nn.roi_align %x, %r, %b {size = array<i64: 1, 1>, samples = 0 : i64, scale = 1.0 : f32} : (tensor<1x2x3x3xf32>, tensor<2x4xf32>, tensor<2xi64>) -> tensor<2x2x1x1xf32>
  return
}
