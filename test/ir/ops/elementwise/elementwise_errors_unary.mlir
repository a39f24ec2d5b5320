// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @c1(%x: tensor<2xf32>) {
  // expected-error@+1 {{result has shape 3, but 2 follows from the operands}}
  %y = nn.exp %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5>
func.func @relu_c2(%x: tensor<2x!q>) {
  // expected-error@+1 {{(C2): elements must be one of f32, f16 and bf16, or quantized per tensor on i8, u8 or i16, in and out}}
  %y = nn.relu %x : (tensor<2x!q>) -> tensor<2xf32>
  return
}

// -----

!tiny = !quant.uniform<i8:f32, 1.1754943508222875e-38>
func.func @relu_c3(%x: tensor<2x!tiny>) {
  // expected-error@+1 {{(C3): the multiplier}}
  %y = nn.relu %x : (tensor<2x!tiny>) -> tensor<2x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

!tiny = !quant.uniform<i8:f32, 1.1754943508222875e-38>
func.func @clip_c4(%x: tensor<2x!tiny>) {
  // expected-error@+1 {{(C4): the multiplier}}
  %y = nn.clip %x {min = 0.0 : f32, max = 1.0 : f32} : (tensor<2x!tiny>) -> tensor<2x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

!axis = !quant.uniform<i8:f32:0, {0.5, 0.25}>
func.func @relu_c2_axis(%x: tensor<2x!axis>) {
  // expected-error@+1 {{(C2): elements must be one of f32, f16 and bf16, or quantized per tensor}}
  %y = nn.relu %x : (tensor<2x!axis>) -> tensor<2x!axis>
  return
}

// -----

!i16 = !quant.uniform<i16:f32, 0.5>
func.func @table_c2(%x: tensor<2x!i16>) {
  // expected-error@+1 {{(C2): element type}}
  %y = nn.tanh %x : (tensor<2x!i16>) -> tensor<2x!i16>
  return
}

// -----

func.func @clip_c3(%x: tensor<2xf32>) {
  // expected-error@+1 {{(C3): min 2.000000e+00 exceeds max 1.000000e+00}}
  %y = nn.clip %x {min = 2.0 : f32, max = 1.0 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @batch_norm_c1(%x: tensor<2x3xf32>, %c: tensor<2xf32>) {
  // expected-error@+1 {{(C1): parameter 'tensor<2xf32>' does not run along dimension 1 of 2x3}}
  %y = nn.batch_norm %x, %c, %c, %c, %c {epsilon = 0.5 : f32} : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_c2(%x: tensor<2x3xi32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{(C2): element type}}
  %y = nn.batch_norm %x, %c, %c, %c, %c {epsilon = 0.5 : f32} : (tensor<2x3xi32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}
