// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @c1_axis(%x: tensor<2x3xf32>, %p: tensor<4xi32>) {
  // expected-error@+1 {{(C1): tables of 4 places for axis 2 of 2x3 do not give 2x4}}
  %y = nn.resample %x, %p {axis = 2 : i64, step = 0 : i64} : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @c1_taps(%x: tensor<2x3xf32>, %p: tensor<4xi32>, %w: tensor<3x2xf32>) {
  // expected-error@+1 {{(C1)}}
  %y = nn.resample %x, %p, %w {axis = 1 : i64, step = 0 : i64} : (tensor<2x3xf32>, tensor<4xi32>, tensor<3x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @c1_many_taps(%x: tensor<2x3xf32>, %p: tensor<4xi32>, %w: tensor<4x129xf32>) {
  // expected-error@+1 {{(C1)}}
  %y = nn.resample %x, %p, %w {axis = 1 : i64, step = 0 : i64} : (tensor<2x3xf32>, tensor<4xi32>, tensor<4x129xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @c2(%x: tensor<2x3xf32>, %p: tensor<4xi64>) {
  // expected-error@+1 {{(C2): input 'tensor<2x3xf32>', places 'i64'}}
  %y = nn.resample %x, %p {axis = 1 : i64, step = 0 : i64} : (tensor<2x3xf32>, tensor<4xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @c2_weights(%x: tensor<2x3xi8>, %p: tensor<4xi32>, %w: tensor<4x2xf32>) {
  // expected-error@+1 {{(C2)}}
  %y = nn.resample %x, %p, %w {axis = 1 : i64, step = 0 : i64} : (tensor<2x3xi8>, tensor<4xi32>, tensor<4x2xf32>) -> tensor<2x4xi8>
  return
}

// -----

func.func @c3(%x: tensor<2x3xi8>, %p: tensor<4xi32>) {
  // expected-error@+1 {{(C3): from 'i8' to 'f32'}}
  %y = nn.resample %x, %p {axis = 1 : i64, step = 0 : i64} : (tensor<2x3xi8>, tensor<4xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @c4(%x: tensor<2x3xf32>, %p: tensor<4xi32>) {
  // expected-error@+1 {{(C4): step is -1}}
  %y = nn.resample %x, %p {axis = 1 : i64, step = -1 : i64} : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<2x4xf32>
  return
}
