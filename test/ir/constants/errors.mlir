// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @type() {
  // expected-error@+1 {{failed to verify that all of {value, result} have same type}}
  %w = "nn.constant"() {value = dense<1.0> : tensor<2xf32>} : () -> tensor<3xf32>
  return
}

// -----

func.func @c1() {
  // expected-error@+1 {{(C1): the shape of 'tensor<?xf32, #nn.dims<N>>' is not static}}
  %w = nn.constant dense_resource<w> : tensor<?xf32, #nn.dims<N>>
  return
}

// -----

func.func @c2() {
  // expected-error@+1 {{(C2): the resource holds 4 bytes, 'tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>' needs 3}}
  %w = nn.constant dense_resource<w> : tensor<3x!quant.uniform<i8:f32, 0.5>>
  return
}

{-#
  dialect_resources: { builtin: { w: "0x4000000000010203" } }
#-}

// -----

func.func @element() {
  // expected-error@+1 {{element type 'f8E4M3FNUZ' is not computed with}}
  %w = nn.constant dense<1.0> : tensor<2xf8E4M3FNUZ>
  return
}

// -----

func.func @c3() {
  // expected-error@+1 {{(C3): 'tensor<1000000x1000000xf32>' holds more than 2^34 bytes}}
  %w = nn.constant dense<0.0> : tensor<1000000x1000000xf32>
  return
}

// -----

func.func @too_large(%x: tensor<4611686018427387904x4xf32>) {
  // expected-error@+1 {{'tensor<4611686018427387904x4xf32>' has more than 2^40 elements}}
  %y = nn.relu %x : (tensor<4611686018427387904x4xf32>) -> tensor<4611686018427387904x4xf32>
  return
}
