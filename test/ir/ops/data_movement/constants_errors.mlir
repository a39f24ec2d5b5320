// RUN: qopt %s --verify-diagnostics --split-input-file

// Among them quantized values outside the declared range (R4).

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
  // expected-error@+1 {{element type 'f8E4M3B11FNUZ' is not computed with}}
  %w = nn.constant dense<1.0> : tensor<2xf8E4M3B11FNUZ>
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

// -----

!w = !quant.uniform<i8<-127:127>:f32, 0.5>
func.func @c4(%x: tensor<1x3x!w>) {
  %ends = nn.constant dense_resource<ends> : tensor<3x!w>
  // expected-error@+1 {{(C4): the value -128 lies outside the declared range -127 to 127}}
  %w = nn.constant dense_resource<w> : tensor<3x!w>
  return
}
{-# dialect_resources: { builtin: { ends: "0x4000000081007F", w: "0x40000000018000" } } #-}

// -----

!w = !quant.uniform<i16<-32767:32767>:f32, 0.5>
func.func @c4_sixteen() {
  // expected-error@+1 {{(C4): the value -32768 lies outside the declared range -32767 to 32767}}
  %w = nn.constant dense_resource<w> : tensor<2x!w>
  return
}
{-# dialect_resources: { builtin: { w: "0x4000000000800000" } } #-}
