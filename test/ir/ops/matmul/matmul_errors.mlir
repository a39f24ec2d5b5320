// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @c1(%a: tensor<3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{(C1): ranks of 3 and 3x2 do not fit}}
  %y = nn.matmul %a, %b : (tensor<3xf32>, tensor<3x2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @c1_leading(%a: tensor<2x1x3xf32>, %b: tensor<4x3x2xf32>) {
  // expected-error@+1 {{(C1): leading dimensions of 2x1x3 and 4x3x2 differ}}
  %y = nn.matmul %a, %b : (tensor<2x1x3xf32>, tensor<4x3x2xf32>) -> tensor<2x1x2xf32>
  return
}

// -----

func.func @c2(%a: tensor<1x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{(C2): inner dimensions of 1x3 and 3x2 must be equal}}
  %y = nn.matmul %a, %b {transpose_b} : (tensor<1x3xf32>, tensor<3x2xf32>) -> tensor<1x3xf32>
  return
}

// -----

!i8 = !quant.uniform<i8:f32, 0.5>
func.func @c3(%a: tensor<1x3x!i8>, %b: tensor<3x2x!i8>, %c: tensor<2xi64>) {
  // expected-error@+1 {{(C3): bias elements 'i64' do not go with input}}
  %y = nn.matmul %a, %b bias %c : (tensor<1x3x!i8>, tensor<3x2x!i8>, tensor<2xi64>) -> tensor<1x2xf32>
  return
}

// -----

!i8 = !quant.uniform<i8:f32, 0.5>
func.func @c4_mixed(%a: tensor<1x3xf32>, %b: tensor<3x2x!i8>) {
  // expected-error@+1 {{must be all f32, quantized or plain integers}}
  %y = nn.matmul %a, %b : (tensor<1x3xf32>, tensor<3x2x!i8>) -> tensor<1x2xf32>
  return
}

// -----

!i8 = !quant.uniform<i8:f32, 0.5>
!axis0 = !quant.uniform<i8:f32:0, {0.5, 0.5, 0.5}>
func.func @c4_axis(%a: tensor<1x3x!i8>, %b: tensor<3x2x!axis0>) {
  // expected-error@+1 {{must be quantized per axis 1}}
  %y = nn.matmul %a, %b : (tensor<1x3x!i8>, tensor<3x2x!axis0>) -> tensor<1x2xf32>
  return
}

// -----

!i8 = !quant.uniform<i8:f32, 0.5>
!axis1 = !quant.uniform<i8:f32:1, {0.5, 0.5:3}>
func.func @c4_computed(%a: tensor<1x3x!i8>, %b: tensor<3x2x!axis1>) {
  // expected-error@+1 {{must have zero point 0: only constants of at most 8 bits have others}}
  %y = nn.matmul %a, %b : (tensor<1x3x!i8>, tensor<3x2x!axis1>) -> tensor<1x2xf32>
  return
}

// -----

!i16 = !quant.uniform<i16:f32, 0.5>
!zero = !quant.uniform<i16:f32, 0.5:1>
func.func @c4_sixteen_bits(%a: tensor<1x1x!i16>) {
  %b = nn.constant dense_resource<b> : tensor<1x1x!zero>
  // expected-error@+1 {{must have zero point 0}}
  %y = nn.matmul %a, %b : (tensor<1x1x!i16>, tensor<1x1x!zero>) -> tensor<1x1xf32>
  return
}
{-# dialect_resources: { builtin: { b: "0x400000000100" } } #-}

// -----

!i8 = !quant.uniform<i8:f32, 0.5>
!i16 = !quant.uniform<i16:f32, 0.5>
func.func @c5(%a: tensor<1x3x!i8>, %b: tensor<3x2x!i16>) {
  // expected-error@+1 {{(C5): storage of}}
  %y = nn.matmul %a, %b : (tensor<1x3x!i8>, tensor<3x2x!i16>) -> tensor<1x2xf32>
  return
}
