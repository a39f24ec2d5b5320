// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @rnn_c1(%x: tensor<3x2x4xf32>, %r: tensor<1x3x3xf32>) {
  // expected-error@+1 {{(C1): input 3x2x4 and weights 1x3x3 do not go together with 1 gates}}
  %y:2 = nn.rnn %x, %r {activations = ["tanh"]} : (tensor<3x2x4xf32>, tensor<1x3x3xf32>) -> (tensor<3x1x2x3xf32>, tensor<1x2x3xf32>)
  return
}

// -----

func.func @lstm_c1(%x: tensor<3x2x9xf32>, %r: tensor<1x9x3xf32>) {
  // expected-error@+1 {{(C1): input 3x2x9 and weights 1x9x3 do not go together with 4 gates}}
  %y:3 = nn.lstm %x, %r {activations = ["sigmoid", "tanh", "tanh"]} : (tensor<3x2x9xf32>, tensor<1x9x3xf32>) -> (tensor<3x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return
}

// -----

func.func @lstm_c2(%x: tensor<3x2x12xf32>, %r: tensor<1x12x3xf32>, %p: tensor<1x3xf32>) {
  // expected-error@+1 {{(C2): peepholes is 1x3, needs 1x9}}
  %y:3 = nn.lstm %x, %r peepholes %p {activations = ["sigmoid", "tanh", "tanh"]} : (tensor<3x2x12xf32>, tensor<1x12x3xf32>, tensor<1x3xf32>) -> (tensor<3x1x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  return
}

// -----

func.func @rnn_c2(%x: tensor<3x2x3xf32>, %r: tensor<1x3x3xf32>, %h: tensor<2x1x3xf32>) {
  // expected-error@+1 {{(C2): hidden is 2x1x3, needs 1x2x3}}
  %y:2 = nn.rnn %x, %r hidden %h {activations = ["tanh"]} : (tensor<3x2x3xf32>, tensor<1x3x3xf32>, tensor<2x1x3xf32>) -> (tensor<3x1x2x3xf32>, tensor<1x2x3xf32>)
  return
}

// -----

func.func @rnn_c3(%x: tensor<3x2x3xf32>, %r: tensor<1x3x3xf32>, %n: tensor<2xf32>) {
  // expected-error@+1 {{(C3): operand 2 is of 'f32'}}
  %y:2 = nn.rnn %x, %r lengths %n {activations = ["tanh"]} : (tensor<3x2x3xf32>, tensor<1x3x3xf32>, tensor<2xf32>) -> (tensor<3x1x2x3xf32>, tensor<1x2x3xf32>)
  return
}

// -----

func.func @rnn_c4(%x: tensor<3x2x3xf32>, %r: tensor<1x3x3xf32>) {
  // expected-error@+1 {{(C4): direction 'both'}}
  %y:2 = nn.rnn %x, %r {activations = ["tanh"], direction = "both"} : (tensor<3x2x3xf32>, tensor<1x3x3xf32>) -> (tensor<3x1x2x3xf32>, tensor<1x2x3xf32>)
  return
}

// -----

func.func @gru_c4(%x: tensor<3x2x9xf32>, %r: tensor<1x9x3xf32>) {
  // expected-error@+1 {{(C4): direction 'bidirectional' with weights of 1 direction}}
  %y:2 = nn.gru %x, %r {activations = ["sigmoid", "tanh"], direction = "bidirectional"} : (tensor<3x2x9xf32>, tensor<1x9x3xf32>) -> (tensor<3x1x2x3xf32>, tensor<1x2x3xf32>)
  return
}

// -----

func.func @rnn_results(%x: tensor<3x2x3xf32>, %r: tensor<1x3x3xf32>) {
  // expected-error@+1 {{has 1 results, but 2 follow from the operands}}
  %y = nn.rnn %x, %r {activations = ["tanh"]} : (tensor<3x2x3xf32>, tensor<1x3x3xf32>) -> tensor<3x1x2x3xf32>
  return
}
