// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @axis(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{(C1): axis 2 is out of range}}
  %y = nn.extremes %x {axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @groups(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{result has shape 2x3, but 3x3 follows}}
  %y = nn.extremes %x {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @extremes_of(%x: tensor<2x3xi8>) {
  // expected-error@+1 {{(C2): 'f32' of 'i8'}}
  %y = nn.extremes %x : (tensor<2x3xi8>) -> tensor<1x3xf32>
  return
}

// -----

func.func @scale(%x: tensor<4xf32>, %s: tensor<1xf32>) {
  // expected-error@+1 {{(C1): per_unit has dimensions}}
  %y = nn.histogram %x, %s {bins = 2 : i64, parts = 1 : i64} : (tensor<4xf32>, tensor<1xf32>) -> tensor<1x2x2xi32>
  return
}

// -----

func.func @counters(%x: tensor<4xf32>, %s: tensor<f32>) {
  // expected-error@+1 {{(C2): 'i64' of 'f32' and 'f32'}}
  %y = nn.histogram %x, %s {bins = 2 : i64, parts = 1 : i64} : (tensor<4xf32>, tensor<f32>) -> tensor<1x2x2xi64>
  return
}

// -----

func.func @none(%x: tensor<4xf32>, %s: tensor<f32>) {
  // expected-error@+1 {{(C3): 0 bins in 1 parts}}
  %y = nn.histogram %x, %s {bins = 0 : i64, parts = 1 : i64} : (tensor<4xf32>, tensor<f32>) -> tensor<1x2x0xi32>
  return
}
