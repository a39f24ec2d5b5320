// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @c1_empty() {
  // expected-error@+1 {{(C1): needs an operand}}
  %y = nn.concat {axis = 0 : i64} : () -> tensor<1xf32>
  return
}

// -----

func.func @c1_axis(%x: tensor<1xf32>) {
  // expected-error@+1 {{(C1): axis 1 is out of range}}
  %y = nn.concat %x {axis = 1 : i64} : (tensor<1xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @c2(%x: tensor<1x2xf32>, %z: tensor<1x3xf32>) {
  // expected-error@+1 {{(C2): 1x3 does not fit 1x2}}
  %y = nn.concat %x, %z {axis = 0 : i64} : (tensor<1x2xf32>, tensor<1x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @c3_mixed(%x: tensor<1xf32>, %z: tensor<1x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{(C3): element type}}
  %y = nn.concat %x, %z {axis = 0 : i64} : (tensor<1xf32>, tensor<1x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
  return
}

// -----

!small = !quant.uniform<i8:f32, 1.1754943508222875e-38>
func.func @c3_multiplier(%x: tensor<1x!small>) {
  // expected-error@+1 {{(C3): the multiplier}}
  %y = nn.concat %x {axis = 0 : i64} : (tensor<1x!small>) -> tensor<1x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @c3_f64(%x: tensor<2xf64>) {
  // expected-error@+1 {{(C3): f64 is only held, not computed with}}
  %y = nn.concat %x, %x {axis = 0 : i64} : (tensor<2xf64>, tensor<2xf64>) -> tensor<4xf64>
  return
}

// -----

!i32 = !quant.uniform<i32:f32, 0.5>
func.func @c3_32_bits(%x: tensor<1x!i32>) {
  // expected-error@+1 {{(C3): element type '!quant.uniform<i32:f32, 5.000000e-01>' does not go with}}
  %y = nn.concat %x {axis = 0 : i64} : (tensor<1x!i32>) -> tensor<1x!quant.uniform<i32:f32, 0.25>>
  return
}
