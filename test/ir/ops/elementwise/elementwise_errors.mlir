// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @binary_c1(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{(C1): 2x3 and 2 do not broadcast}}
  %y = nn.add %a, %b : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

// A batch and a constant size agree at no other batch.
func.func @binary_c1_batch(%a: tensor<?xf32, #nn.dims<N>>, %b: tensor<?xf32, #nn.dims<2*N>>) {
  // expected-error@+1 {{(C1): N and 2*N do not broadcast}}
  %y = nn.div %a, %b : (tensor<?xf32, #nn.dims<N>>, tensor<?xf32, #nn.dims<2*N>>) -> tensor<?xf32, #nn.dims<N>>
  return
}

// -----

func.func @binary_c2(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{(C2): element type 'i32' does not go with 'f32'}}
  %y = nn.sub %a, %b : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5>
func.func @float_only_c2(%a: tensor<2x!q>) {
  // expected-error@+1 {{(C2): element type}}
  %y = nn.max %a, %a : (tensor<2x!q>, tensor<2x!q>) -> tensor<2x!q>
  return
}

// -----

func.func @div_c2(%a: tensor<2xi1>) {
  // expected-error@+1 {{(C2): element type 'i1' does not go with 'i1'}}
  %y = nn.div %a, %a : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @binary_c3(%a: tensor<2x!quant.uniform<i8:f32, 1.0141204801825835e+31>>) {
  // expected-error@+1 {{(C3): the multiplier}}
  %y = nn.mul %a, %a : (tensor<2x!quant.uniform<i8:f32, 1.0141204801825835e+31>>, tensor<2x!quant.uniform<i8:f32, 1.0141204801825835e+31>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}
