// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @c1_order(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{(C1): axes must be distinct, ascending and in range in 2x3}}
  %y = nn.reduce_sum %x {axes = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<f32>
  return
}

// -----

func.func @c1_empty(%x: tensor<0x3xf32>) {
  // expected-error@+1 {{(C1): there is no place among no elements}}
  %y = nn.arg_max %x {axis = 0 : i64} : (tensor<0x3xf32>) -> tensor<3xi64>
  return
}

// -----

func.func @c1_range(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{(C1)}}
  %y = nn.reduce_max %x {axes = array<i64: 2>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @mean_c2(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{(C2): element type}}
  %y = nn.reduce_mean %x {axes = array<i64: 1>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
  return
}

// -----

func.func @max_c2(%x: tensor<2x3xi8>) {
  // expected-error@+1 {{(C2): element type 'i8' does not go with 'i8'}}
  %y = nn.reduce_max %x {axes = array<i64: 1>} : (tensor<2x3xi8>) -> tensor<2xi8>
  return
}

// -----

func.func @mean_c2_integers(%x: tensor<2x3xi32>) {
  // expected-error@+1 {{(C2): element type 'i32' does not go with 'i32'}}
  %y = nn.reduce_mean %x {axes = array<i64: 1>} : (tensor<2x3xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @product_c2(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{(C2): element type}}
  %y = nn.reduce_prod %x {axes = array<i64: 1>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @norm_c2(%x: tensor<2x3xi64>) {
  // expected-error@+1 {{(C2): element type 'i64' does not go with 'i64'}}
  %y = nn.reduce_l1 %x {axes = array<i64: 1>} : (tensor<2x3xi64>) -> tensor<2xi64>
  return
}

// -----

func.func @place_c1(%x: tensor<?x3xf32, #nn.dims<N>>) {
  // expected-error@+1 {{(C1)}}
  %y = nn.arg_max %x {axis = 2 : i64} : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<3xi64>
  return
}

// -----

func.func @place_c2(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{(C2): element type 'f32' does not go with 'i32'}}
  %y = nn.arg_max %x {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2xi32>
  return
}

// -----

// Nobody knows how many there are.
func.func @open_sum_c3(%x: tensor<1x?x?x!quant.uniform<i8:f32, 0.5>, #nn.dims<H, W>>) {
  // expected-error@+1 {{(C3): a sum of as many steps as open sizes make may exceed 32 bits; sizes that are given, as with --shape=INPUT:SIZES, say how many}}
  %y = nn.reduce_mean %x {axes = array<i64: 1, 2>} : (tensor<1x?x?x!quant.uniform<i8:f32, 0.5>, #nn.dims<H, W>>) -> tensor<1x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// 2^24 values of up to 128 steps do not fit 32 bits.
func.func @sum_c3(%x: tensor<16777216x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{(C3): a sum of 16777216 steps may exceed 32 bits}}
  %y = nn.reduce_sum %x {axes = array<i64: 0>} : (tensor<16777216x!quant.uniform<i8:f32, 0.5>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return
}
