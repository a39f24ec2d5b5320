// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @layer_norm_c1(%x: tensor<?x3xf32, #nn.dims<N>>) {
  // expected-error@+1 {{(C1): axis 2 begins no dimensions with elements of Nx3}}
  %y = nn.layer_norm %x {axis = 2 : i64, epsilon = 0.0 : f32} : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  return
}

// -----

func.func @rms_norm_c2(%x: tensor<2x3xf32>, %s: tensor<2x2x3xf32>) {
  // expected-error@+1 {{(C2): 2x2x3 does not broadcast to 2x3}}
  %y = nn.rms_norm %x scale %s {axis = 1 : i64, epsilon = 0.0 : f32} : (tensor<2x3xf32>, tensor<2x2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @layer_norm_c3(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{(C3): element type}}
  %y = nn.layer_norm %x {axis = 1 : i64, epsilon = 0.0 : f32} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x3xf32>
  return
}

// -----

func.func @group_norm_c1(%x: tensor<2x4x3xf32>) {
  // expected-error@+1 {{(C1): 3 groups do not divide the channels of 2x4x3}}
  %y = nn.group_norm %x {groups = 3 : i64, epsilon = 0.0 : f32} : (tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return
}

// -----

func.func @group_norm_c1_varies(%x: tensor<2x?xf32, #nn.dims<C>>) {
  // expected-error@+1 {{(C1): 1 groups do not divide the channels of 2xC}}
  %y = nn.group_norm %x {groups = 1 : i64, epsilon = 0.0 : f32} : (tensor<2x?xf32, #nn.dims<C>>) -> tensor<2x?xf32, #nn.dims<C>>
  return
}

// -----

func.func @group_norm_c2(%x: tensor<2x4x3xf32>, %s: tensor<3xf32>) {
  // expected-error@+1 {{(C2): 3 has no element for each channel or group of 2x4x3}}
  %y = nn.group_norm %x bias %s {groups = 2 : i64, epsilon = 0.0 : f32} : (tensor<2x4x3xf32>, tensor<3xf32>) -> tensor<2x4x3xf32>
  return
}

// -----

func.func @mean_variance_norm_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{(C1): axes must be distinct}}
  %y = nn.mean_variance_norm %x {axes = array<i64: 1, 0>, epsilon = 0.0 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @lp_norm_c3(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{(C3): p is 3}}
  %y = nn.lp_norm %x {axis = 1 : i64, p = 3 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @lrn_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{(C1): the rank of 2x3 is too small}}
  %y = nn.lrn %x {size = 1 : i64, alpha = 1.0 : f32, beta = 1.0 : f32, bias = 1.0 : f32, within_channels} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @lrn_c3(%x: tensor<2x3x4x4xf32>) {
  // expected-error@+1 {{(C3): a window of size 9 along each of 2 dimensions has no, or more than 64, elements}}
  %y = nn.lrn %x {size = 9 : i64, alpha = 1.0 : f32, beta = 1.0 : f32, bias = 1.0 : f32, within_channels} : (tensor<2x3x4x4xf32>) -> tensor<2x3x4x4xf32>
  return
}

// -----

func.func @standardize_c1(%x: tensor<2x?xf32, #nn.dims<C>>) {
  // expected-error@+1 {{(C1): axis 1 begins no static dimensions with elements of 2xC}}
  %y = nn.standardize %x {axis = 1 : i64, epsilon = 0.0 : f32} : (tensor<2x?xf32, #nn.dims<C>>) -> tensor<2x?xf32, #nn.dims<C>>
  return
}

// -----

func.func @standardize_c2(%x: tensor<2x3xi32>) {
  // expected-error@+1 {{(C2): element type}}
  %y = nn.standardize %x {axis = 1 : i64, epsilon = 0.0 : f32} : (tensor<2x3xi32>) -> tensor<2x3xf32>
  return
}
