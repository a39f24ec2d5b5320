// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @expand_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{(C1): 2x3 does not broadcast to 2x4}}
  %y = nn.expand %x : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @expand_c2(%x: tensor<1xf32>) {
  // expected-error@+1 {{(C2): from 'f32' to 'i32'}}
  %y = nn.expand %x : (tensor<1xf32>) -> tensor<3xi32>
  return
}

// -----

func.func @tile_c1(%x: tensor<2xf32>) {
  // expected-error@+1 {{(C1): -1 repeats of 2}}
  %y = nn.tile %x {repeats = array<i64: -1>} : (tensor<2xf32>) -> tensor<0xf32>
  return
}

// -----

func.func @extend_c1(%x: tensor<2xf32>) {
  // expected-error@+1 {{(C1): borders -1, 0 of dimension 0}}
  %y = nn.extend %x {low = array<i64: -1>, high = array<i64: 0>, mode = "edge"} : (tensor<2xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @extend_c3(%x: tensor<2xf32>) {
  // expected-error@+1 {{(C3): mode is 'constant'}}
  %y = nn.extend %x {low = array<i64: 1>, high = array<i64: 0>, mode = "constant"} : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @reverse_c1(%x: tensor<2x3xf32>, %n: tensor<3xi64>) {
  // expected-error@+1 {{(C1): 3 lengths along axis 0 of 2x3, reversed along axis 1}}
  %y = nn.reverse_sequence %x, %n {batch_axis = 0 : i64, time_axis = 1 : i64} : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @trilu_c1(%x: tensor<3xf32>) {
  // expected-error@+1 {{(C1): 3 has no matrices}}
  %y = nn.trilu %x {k = 0 : i64} : (tensor<3xf32>) -> tensor<3xf32>
  return
}
