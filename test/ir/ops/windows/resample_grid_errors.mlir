// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @c1(%x: tensor<1x2x3x4xf32>, %g: tensor<1x5x6x3xf32>) {
  // expected-error@+1 {{(C1): input 1x2x3x4 and grid 1x5x6x3 do not fit}}
  %y = nn.grid_sample %x, %g {mode = "linear", padding = "zeros"} : (tensor<1x2x3x4xf32>, tensor<1x5x6x3xf32>) -> tensor<1x2x5x6xf32>
  return
}

// -----

func.func @c1_cubic(%x: tensor<1x2x3x4x5xf32>, %g: tensor<1x5x6x7x3xf32>) {
  // expected-error@+1 {{(C1)}}
  %y = nn.grid_sample %x, %g {mode = "cubic", padding = "zeros"} : (tensor<1x2x3x4x5xf32>, tensor<1x5x6x7x3xf32>) -> tensor<1x2x5x6x7xf32>
  return
}

// -----

func.func @c2(%x: tensor<1x2x3x4xf16>, %g: tensor<1x5x6x2xf32>) {
  // expected-error@+1 {{(C2)}}
  %y = nn.grid_sample %x, %g {mode = "linear", padding = "zeros"} : (tensor<1x2x3x4xf16>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf16>
  return
}

// -----

func.func @c3(%x: tensor<1x2x3x4xf32>, %g: tensor<1x5x6x2xf32>) {
  // expected-error@+1 {{(C3): mode 'bilinear', padding 'zeros'}}
  %y = nn.grid_sample %x, %g {mode = "bilinear", padding = "zeros"} : (tensor<1x2x3x4xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  return
}

// -----

func.func @det_c1(%x: tensor<2x7x7xf32>) {
  // expected-error@+1 {{(C1): 2x7x7 is no square of 1 to 6 rows}}
  %y = nn.det %x : (tensor<2x7x7xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @det_c2(%x: tensor<2x3x3xf16>) {
  // expected-error@+1 {{(C2)}}
  %y = nn.det %x : (tensor<2x3x3xf16>) -> tensor<2xf16>
  return
}
