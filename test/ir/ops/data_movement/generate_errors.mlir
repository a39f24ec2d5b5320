// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @iota_c1() {
  // expected-error@+1 {{(C1): axis 1 is out of range}}
  %y = nn.iota {axis = 1 : i64, start = 0 : i64, step = 1 : i64} : () -> tensor<3xi64>
  return
}

// -----

func.func @iota_c2() {
  // expected-error@+1 {{(C2): from 0.000000e+00 : f32 by 1 : i64 in 'f32'}}
  %y = nn.iota {axis = 0 : i64, start = 0.0 : f32, step = 1 : i64} : () -> tensor<3xf32>
  return
}

// -----

func.func @iota_c2_of_truth_values() {
  // expected-error@+1 {{(C2): from 0 : i64 by 1 : i64 in 'i1'}}
  %y = nn.iota {axis = 0 : i64, start = 0 : i64, step = 1 : i64} : () -> tensor<3xi1>
  return
}

// -----

func.func @one_hot_c1(%i: tensor<2xi64>, %v: tensor<2xf32>) {
  // expected-error@+1 {{(C1): 2 and axis 0 do not give 3x3}}
  %y = nn.one_hot %i, %v {axis = 0 : i64} : (tensor<2xi64>, tensor<2xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @one_hot_c2(%i: tensor<2xi64>, %v: tensor<3xf32>) {
  // expected-error@+1 {{(C2): indices 'tensor<2xi64>', values 'tensor<3xf32>'}}
  %y = nn.one_hot %i, %v {axis = 0 : i64} : (tensor<2xi64>, tensor<3xf32>) -> tensor<3x2xf32>
  return
}
