// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @gelu_c2_bits(%x: tensor<3x!quant.uniform<i16:f32, 0.5>>) {
  // expected-error@+1 {{(C2): element type}}
  %y = nn.gelu %x : (tensor<3x!quant.uniform<i16:f32, 0.5>>) -> tensor<3x!quant.uniform<i16:f32, 0.5>>
  return
}

// -----

func.func @gelu_c2_mixed(%x: tensor<3x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{(C2): element type}}
  %y = nn.gelu %x : (tensor<3x!quant.uniform<i8:f32, 0.5>>) -> tensor<3xf32>
  return
}

// -----

func.func @gelu_c3(%x: tensor<3xf32>) {
  // expected-error@+1 {{(C3): approximate is 'erf'}}
  %y = nn.gelu %x {approximate = "erf"} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @log_softmax_c1(%x: tensor<?x3xf32, #nn.dims<N>>) {
  // expected-error@+1 {{(C1): axis 2 is no dimension with elements of Nx3}}
  %y = nn.log_softmax %x {axis = 2 : i64} : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  return
}

// -----

func.func @log_softmax_c2(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{(C2): element type}}
  %y = nn.log_softmax %x {axis = 1 : i64} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x3xf32>
  return
}

// -----

func.func @masked_softmax_c1(%x: tensor<2x0xf32>) {
  // expected-error@+1 {{(C1): axis 1 is no dimension with elements of 2x0}}
  %y = nn.masked_softmax %x {axis = 1 : i64} : (tensor<2x0xf32>) -> tensor<2x0xf32>
  return
}

// -----

func.func @masked_softmax_c2(%x: tensor<2x3xf16>) {
  // expected-error@+1 {{(C2): element type}}
  %y = nn.masked_softmax %x {axis = 1 : i64} : (tensor<2x3xf16>) -> tensor<2x3xf16>
  return
}

// -----

func.func @log_sum_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{(C1): axes must be distinct}}
  %y = nn.reduce_log_sum_exp %x {axes = array<i64: 2>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
