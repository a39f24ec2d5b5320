// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @resource() {
  // expected-error@+1 {{(C2): the resource holds 2 bytes, 'tensor<5xi4>' needs 3}}
  %w = nn.constant dense_resource<w> : tensor<5xi4>
  return
}

{-#
  dialect_resources: { builtin: { w: "0x400000000102" } }
#-}

// -----

// 8-bit floats are cast first: that says what becomes of what is too large.
func.func @arithmetic(%x: tensor<2xf8E5M2>) {
  // expected-error@+1 {{(C2): element type 'f8E5M2' does not go with 'f8E5M2'}}
  %y = nn.add %x, %x : (tensor<2xf8E5M2>, tensor<2xf8E5M2>) -> tensor<2xf8E5M2>
  return
}

// -----

func.func @mixed(%x: tensor<2xf16>, %y: tensor<2xf32>) {
  // expected-error@+1 {{(C2): element type 'f32' does not go with 'f16'}}
  %z = nn.add %x, %y : (tensor<2xf16>, tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @layer(%x: tensor<2x4xf16>) {
  // expected-error@+1 {{(C2)}}
  %y = nn.softmax %x {axis = 1 : i64} : (tensor<2x4xf16>) -> tensor<2x4xf16>
  return
}
