// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @too_few(%x: tensor<3x2x9xf32>, %r: tensor<1x9x3xf32>) {
  // expected-error@+1 {{(C5): 1 activations, needs 2}}
  %y:2 = nn.gru %x, %r {activations = ["sigmoid"]} : (tensor<3x2x9xf32>, tensor<1x9x3xf32>) -> (tensor<3x1x2x3xf32>, tensor<1x2x3xf32>)
  return
}

// -----

func.func @unknown(%x: tensor<3x2x3xf32>, %r: tensor<1x3x3xf32>) {
  // expected-error@+1 {{(C5): activation 'Tanh'}}
  %y:2 = nn.rnn %x, %r {activations = ["Tanh"]} : (tensor<3x2x3xf32>, tensor<1x3x3xf32>) -> (tensor<3x1x2x3xf32>, tensor<1x2x3xf32>)
  return
}

// -----

func.func @no_alphas(%x: tensor<3x2x3xf32>, %r: tensor<1x3x3xf32>) {
  // expected-error@+1 {{(C5): activation 'elu' needs alphas, one for each activation}}
  %y:2 = nn.rnn %x, %r {activations = ["elu"]} : (tensor<3x2x3xf32>, tensor<1x3x3xf32>) -> (tensor<3x1x2x3xf32>, tensor<1x2x3xf32>)
  return
}

// -----

func.func @too_many_betas(%x: tensor<3x2x3xf32>, %r: tensor<1x3x3xf32>) {
  // expected-error@+1 {{(C5): activation 'affine' needs betas, one for each activation}}
  %y:2 = nn.rnn %x, %r {activations = ["affine"], alphas = array<f32: 1.0>, betas = array<f32: 1.0, 2.0>} : (tensor<3x2x3xf32>, tensor<1x3x3xf32>) -> (tensor<3x1x2x3xf32>, tensor<1x2x3xf32>)
  return
}

// -----

func.func @clip(%x: tensor<3x2x3xf32>, %r: tensor<1x3x3xf32>) {
  // expected-error@+1 {{(C6): clip -1}}
  %y:2 = nn.rnn %x, %r {activations = ["tanh"], clip = -1.0 : f32} : (tensor<3x2x3xf32>, tensor<1x3x3xf32>) -> (tensor<3x1x2x3xf32>, tensor<1x2x3xf32>)
  return
}
