// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @cum_sum_c1(%x: tensor<3xf32>) {
  // expected-error@+1 {{(C1): axis 1 is out of range}}
  %y = nn.cum_sum %x {axis = 1 : i64} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5>
func.func @cum_prod_c2(%x: tensor<3x!q>) {
  // expected-error@+1 {{(C2): of}}
  %y = nn.cum_prod %x {axis = 0 : i64} : (tensor<3x!q>) -> tensor<3x!q>
  return
}

// -----

func.func @arg_top_k_c1(%x: tensor<3xf32>) {
  // expected-error@+1 {{(C1): 4 of 3 along axis 0}}
  %y = nn.arg_top_k %x {axis = 0 : i64} : (tensor<3xf32>) -> tensor<4xi64>
  return
}

// -----

func.func @arg_top_k_c2(%x: tensor<3xf32>) {
  // expected-error@+1 {{(C2): from 'f32' to 'f32'}}
  %y = nn.arg_top_k %x {axis = 0 : i64} : (tensor<3xf32>) -> tensor<2xf32>
  return
}
