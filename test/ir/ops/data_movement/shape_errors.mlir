// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @reshape_c1(%x: tensor<?x4xf32, #nn.dims<N>>) {
  // expected-error@+1 {{(C1): Nx4 and 2*N hold different numbers of elements}}
  %y = nn.reshape %x : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?xf32, #nn.dims<2*N>>
  return
}

// -----

func.func @reshape_c2(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) {
  // expected-error@+1 {{(C2): element types}}
  %y = nn.reshape %x : (tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<2x1x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  return
}

// -----

func.func @transpose_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{(C1): not a permutation of 2 dimensions}}
  %y = nn.transpose %x {permutation = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @transpose_c2(%x: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) {
  // expected-error@+1 {{(C2): the quantized axis must follow its dimension}}
  %y = nn.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  return
}

// -----

func.func @slice_c1(%x: tensor<4xf32>) {
  // expected-error@+1 {{(C1): start 1, size 3, step 2 do not lie in dimension 0 of 4}}
  %y = nn.slice %x {starts = array<i64: 1>, steps = array<i64: 2>} : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slice_c2(%x: tensor<4xf32>) {
  // expected-error@+1 {{(C2): element types 'f32' and 'i32' must be one}}
  %y = nn.slice %x {starts = array<i64: 1>, steps = array<i64: 1>} : (tensor<4xf32>) -> tensor<3xi32>
  return
}

// -----

func.func @pad_c1(%x: tensor<?x2xf32, #nn.dims<N>>) {
  // expected-error@+1 {{(C1): pads -1, 0 of dimension 0}}
  %y = nn.pad %x {low = array<i64: -1, 0>, high = array<i64: 0, 0>, value = 0.0 : f32} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N+1>>
  return
}
