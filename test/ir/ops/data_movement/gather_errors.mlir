// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @c1(%x: tensor<2x3xf32>, %i: tensor<1xi64>) {
  // expected-error@+1 {{(C1): axis 2 is out of range}}
  %y = nn.gather %x, %i {axis = 2 : i64} : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @c2(%x: tensor<2x3xf32>, %i: tensor<1xf32>) {
  // expected-error@+1 {{(C2): indices are 'f32'}}
  %y = nn.gather %x, %i {axis = 0 : i64} : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<1x3xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5>
func.func @c3(%x: tensor<2x3xf32>, %i: tensor<1xi64>) {
  // expected-error@+1 {{(C3): from 'f32' to}}
  %y = nn.gather %x, %i {axis = 0 : i64} : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<1x3x!q>
  return
}

// -----

!w = !quant.uniform<i8:f32:0, {0.5, 0.25}>
func.func @c3_axis(%x: tensor<2x3x!w>, %i: tensor<2xi64>) {
  // expected-error@+1 {{(C3)}}
  %y = nn.gather %x, %i {axis = 0 : i64} : (tensor<2x3x!w>, tensor<2xi64>) -> tensor<2x3x!w>
  return
}

// -----

func.func @shape(%x: tensor<?x3xf32, #nn.dims<N>>, %i: tensor<2x2xi32>) {
  // expected-error@+1 {{result has shape Nx2x2, but 2x2x3 follows}}
  %y = nn.gather %x, %i {axis = 0 : i64} : (tensor<?x3xf32, #nn.dims<N>>, tensor<2x2xi32>) -> tensor<?x2x2xf32, #nn.dims<N>>
  return
}

// -----

func.func @c4(%x: tensor<0x2xf32>, %i: tensor<1xi32>) {
  // expected-error@+1 {{(C4): dimension 0 has no element to choose}}
  %y = nn.gather %x, %i {axis = 0 : i64} : (tensor<0x2xf32>, tensor<1xi32>) -> tensor<1x2xf32>
  return
}
