// Plain recurrent layers; what is exact in f32 is compared so on every device.
func.func @forward(
    %x: tensor<3x?x3xf32, #nn.dims<N>> {check.input = dense<[[[0.5, 1.59375, 1.109375], [-1.09375, -0.796875, 1.5]], [[-1.984375, 1.28125, 1.1875], [-0.125, -0.78125, -0.890625]], [[-0.984375, -0.21875, 0.015625], [0.21875, 1.984375, 1.171875]]]> : tensor<3x2x3xf32>},
    %r: tensor<1x3x3xf32> {check.constant = dense<[[[0.25, 0.984375, -0.5625], [-0.671875, 0.21875, -0.90625], [-0.921875, 0.03125, -0.0625]]]> : tensor<1x3x3xf32>},
    %b: tensor<1x3xf32> {check.constant = dense<[[0.828125, 0.265625, 0.03125]]> : tensor<1x3xf32>})
    -> (tensor<3x1x?x3xf32, #nn.dims<N>> {check.expected = dense<[[[[1.328125, 1.859375, 1.140625], [0.0, 0.0, 1.53125]]], [[[3.6450195e-1, 2.758789e-2, 0.0], [0.0, 0.0, 0.0]]], [[[0.0, 0.0, 0.0], [1.046875, 2.25, 1.203125]]]]> : tensor<3x1x2x3xf32>}, tensor<1x?x3xf32, #nn.dims<N>> {check.expected = dense<[[[0.0, 0.0, 0.0], [1.046875, 2.25, 1.203125]]]> : tensor<1x2x3xf32>}) {
  %y:2 = nn.rnn %x, %r bias %b {activations = ["relu"]} : (tensor<3x?x3xf32, #nn.dims<N>>, tensor<1x3x3xf32>, tensor<1x3xf32>) -> (tensor<3x1x?x3xf32, #nn.dims<N>>, tensor<1x?x3xf32, #nn.dims<N>>)
  return %y#0, %y#1 : tensor<3x1x?x3xf32, #nn.dims<N>>, tensor<1x?x3xf32, #nn.dims<N>>
}

// Samples of other lengths, each direction with a function of its own.
func.func @both_ways(
    %x: tensor<4x?x4xf32, #nn.dims<N>> {check.input = dense<[[[-0.015625, -1.015625, -1.953125, -1.234375], [0.765625, -1.203125, -0.515625, -1.984375], [1.3125, -1.375, -0.921875, 1.515625]], [[0.046875, 1.390625, 0.5625, 0.96875], [-1.640625, 0.171875, 0.03125, 1.484375], [-0.5625, 0.390625, -1.765625, -0.453125]], [[-0.703125, -1.40625, 1.265625, -0.484375], [1.921875, 0.359375, 0.421875, 0.546875], [0.703125, -1.390625, -0.234375, -1.046875]], [[-0.390625, -1.609375, 1.875, -1.140625], [0.6875, -0.796875, 1.5, 0.65625], [-1.46875, 1.375, 1.78125, 1.609375]]]> : tensor<4x3x4xf32>},
    %r: tensor<2x2x2xf32> {check.constant = dense<[[[0.140625, -0.703125], [-0.609375, 0.859375]], [[0.109375, -0.640625], [0.765625, 0.28125]]]> : tensor<2x2x2xf32>},
    %n: tensor<?xi64, #nn.dims<N>> {check.input = dense<[4, 2, 0]> : tensor<3xi64>},
    %h: tensor<2x?x2xf32, #nn.dims<N>> {check.input = dense<[[[0.140625, -0.25], [-0.171875, -0.515625], [-0.921875, 0.75]], [[-0.0625, 0.09375], [-0.359375, 0.5], [-0.953125, -0.25]]]> : tensor<2x3x2xf32>})
    -> (tensor<4x2x?x2xf32, #nn.dims<N>> {check.expected = dense<[[[[2.1496582e-1, -5.3308105e-1], [6.7700195e-1, -6.25e-1], [0.0, 0.0]], [[-3.75e-1, -1.3546415e-1], [-3.4733844e-1, -3.75e-1], [0.0, 0.0]]], [[[3.509636e-1, 5.2575684e-1], [-4.2798424e-1, -2.6389122e-1], [0.0, 0.0]], [[3.5349345e-1, 1.5], [-8.2092285e-2, 1.3498535], [0.0, 0.0]]], [[[-3.8672173e-1, -4.5914805e-1], [0.0, 0.0], [0.0, 0.0]], [[1.5, 5.823517e-1], [0.0, 0.0], [0.0, 0.0]]], [[[6.391537e-2, -6.25e-1], [0.0, 0.0], [0.0, 0.0]], [[1.5, -2.9052734e-1], [0.0, 0.0], [0.0, 0.0]]]]> : tensor<4x2x3x2xf32>}, tensor<2x?x2xf32, #nn.dims<N>> {check.expected = dense<[[[6.391537e-2, -6.25e-1], [-4.2798424e-1, -2.6389122e-1], [-9.21875e-1, 7.5e-1]], [[-3.75e-1, -1.3546415e-1], [-3.4733844e-1, -3.75e-1], [-9.53125e-1, -2.5e-1]]]> : tensor<2x3x2xf32>}) {
  %y:2 = nn.rnn %x, %r lengths %n hidden %h {direction = "bidirectional", activations = ["affine", "leaky_relu"], alphas = array<f32: 0.5, 0.25>, betas = array<f32: 0.125, 0.0>, clip = 1.5 : f32} : (tensor<4x?x4xf32, #nn.dims<N>>, tensor<2x2x2xf32>, tensor<?xi64, #nn.dims<N>>, tensor<2x?x2xf32, #nn.dims<N>>) -> (tensor<4x2x?x2xf32, #nn.dims<N>>, tensor<2x?x2xf32, #nn.dims<N>>)
  return %y#0, %y#1 : tensor<4x2x?x2xf32, #nn.dims<N>>, tensor<2x?x2xf32, #nn.dims<N>>
}

// Steps that grow; weights that are computed.
func.func @more_steps(
    %x: tensor<?x2x2xf32, #nn.dims<N>> {check.input = dense<[[[-1.875, -1.515625], [1.875, 0.625]], [[-0.28125, 0.09375], [1.484375, -0.625]], [[0.359375, 0.734375], [-0.578125, 0.078125]]]> : tensor<3x2x2xf32>},
    %r: tensor<1x2x2xf32> {check.input = dense<[[[0.53125, 0.8125], [-0.703125, 0.859375]]]> : tensor<1x2x2xf32>})
    -> (tensor<?x1x2x2xf32, #nn.dims<N>> {check.expected = dense<[[[[0.0, 0.0], [2.6635742, 0.0]]], [[[5.0634766e-1, 4.7216797e-1], [1.484375, 0.0]]], [[[3.59375e-1, 7.34375e-1], [0.0, 0.0]]]]> : tensor<3x1x2x2xf32>}, tensor<1x2x2xf32> {check.expected = dense<[[[0.0, 0.0], [2.6635742, 0.0]]]> : tensor<1x2x2xf32>}) {
  %y:2 = nn.rnn %x, %r {direction = "reverse", activations = ["thresholded_relu"], alphas = array<f32: 0.25>} : (tensor<?x2x2xf32, #nn.dims<N>>, tensor<1x2x2xf32>) -> (tensor<?x1x2x2xf32, #nn.dims<N>>, tensor<1x2x2xf32>)
  return %y#0, %y#1 : tensor<?x1x2x2xf32, #nn.dims<N>>, tensor<1x2x2xf32>
}

// The input is a transpose's view.
func.func @batch_first(
    %x: tensor<2x3x2xf32> {check.input = dense<[[[-1.984375, 1.015625], [-0.328125, 1.265625], [1.171875, 0.046875]], [[1.234375, -1.453125], [-1.9375, 0.515625], [0.90625, -1.09375]]]> : tensor<2x3x2xf32>},
    %r: tensor<1x2x2xf32> {check.constant = dense<[[[-0.609375, -0.28125], [-0.640625, -0.3125]]]> : tensor<1x2x2xf32>},
    %n: tensor<2xi32> {check.input = dense<[1, 3]> : tensor<2xi32>},
    %h: tensor<1x2x2xf32> {check.input = dense<[[[0.890625, 0.140625], [-0.3125, -0.453125]]]> : tensor<1x2x2xf32>})
    -> (tensor<3x1x2x2xf32> {check.expected = dense<[[[[0.0, 6.0028076e-1], [8.880615e-1, 2.2216797e-1]]], [[[0.0, 0.0], [0.0, 4.6932077e-1]]], [[[0.0, 0.0], [6.935634e-1, 1.8989682e-1]]]]> : tensor<3x1x2x2xf32>}, tensor<1x2x2xf32> {check.expected = dense<[[[0.0, 6.0028076e-1], [6.935634e-1, 1.8989682e-1]]]> : tensor<1x2x2xf32>}) {
  %xt = nn.transpose %x {permutation = array<i64: 1, 0, 2>} : (tensor<2x3x2xf32>) -> tensor<3x2x2xf32>
  %y:2 = nn.rnn %xt, %r lengths %n hidden %h {activations = ["hard_sigmoid"], alphas = array<f32: 0.25>, betas = array<f32: 0.5>} : (tensor<3x2x2xf32>, tensor<1x2x2xf32>, tensor<2xi32>, tensor<1x2x2xf32>) -> (tensor<3x1x2x2xf32>, tensor<1x2x2xf32>)
  return %y#0, %y#1 : tensor<3x1x2x2xf32>, tensor<1x2x2xf32>
}

func.func @tanh(
    %x: tensor<2x1x2xf32> {check.input = dense<[[[1.8125, -0.21875]], [[1.921875, 0.0625]]]> : tensor<2x1x2xf32>},
    %r: tensor<1x2x2xf32> {check.constant = dense<[[[0.046875, 0.796875], [0.484375, 0.15625]]]> : tensor<1x2x2xf32>})
    -> (tensor<2x1x1x2xf32> {check.expected = dense<[[[[9.480853e-1, -2.1532634e-1]]], [[[9.4625735e-1, 4.5269448e-1]]]]> : tensor<2x1x1x2xf32>}, tensor<1x1x2xf32> {check.expected = dense<[[[9.4625735e-1, 4.5269448e-1]]]> : tensor<1x1x2xf32>}) {
  %y:2 = nn.rnn %x, %r {activations = ["tanh"]} : (tensor<2x1x2xf32>, tensor<1x2x2xf32>) -> (tensor<2x1x1x2xf32>, tensor<1x1x2xf32>)
  return %y#0, %y#1 : tensor<2x1x1x2xf32>, tensor<1x1x2xf32>
}

func.func @sigmoid(
    %x: tensor<2x1x2xf32> {check.input = dense<[[[-0.296875, 1.515625]], [[-0.359375, 1.6875]]]> : tensor<2x1x2xf32>},
    %r: tensor<1x2x2xf32> {check.constant = dense<[[[-0.859375, -0.140625], [0.03125, 0.90625]]]> : tensor<1x2x2xf32>})
    -> (tensor<2x1x1x2xf32> {check.expected = dense<[[[[4.263216e-1, 8.1989336e-1]]], [[[3.0131525e-1, 9.2011064e-1]]]]> : tensor<2x1x1x2xf32>}, tensor<1x1x2xf32> {check.expected = dense<[[[3.0131525e-1, 9.2011064e-1]]]> : tensor<1x1x2xf32>}) {
  %y:2 = nn.rnn %x, %r {activations = ["sigmoid"]} : (tensor<2x1x2xf32>, tensor<1x2x2xf32>) -> (tensor<2x1x1x2xf32>, tensor<1x1x2xf32>)
  return %y#0, %y#1 : tensor<2x1x1x2xf32>, tensor<1x1x2xf32>
}

func.func @softsign(
    %x: tensor<2x1x2xf32> {check.input = dense<[[[-1.0, 1.21875]], [[0.703125, 0.875]]]> : tensor<2x1x2xf32>},
    %r: tensor<1x2x2xf32> {check.constant = dense<[[[0.265625, 0.9375], [-0.328125, -0.203125]]]> : tensor<1x2x2xf32>})
    -> (tensor<2x1x1x2xf32> {check.expected = dense<[[[[-5.0e-1, 5.492958e-1]]], [[[5.204475e-1, 4.811897e-1]]]]> : tensor<2x1x1x2xf32>}, tensor<1x1x2xf32> {check.expected = dense<[[[5.204475e-1, 4.811897e-1]]]> : tensor<1x1x2xf32>}) {
  %y:2 = nn.rnn %x, %r {activations = ["softsign"]} : (tensor<2x1x2xf32>, tensor<1x2x2xf32>) -> (tensor<2x1x1x2xf32>, tensor<1x1x2xf32>)
  return %y#0, %y#1 : tensor<2x1x1x2xf32>, tensor<1x1x2xf32>
}

func.func @softplus(
    %x: tensor<2x1x2xf32> {check.input = dense<[[[-1.1875, -1.796875]], [[-1.140625, 1.65625]]]> : tensor<2x1x2xf32>},
    %r: tensor<1x2x2xf32> {check.constant = dense<[[[0.6875, -0.78125], [0.203125, -0.046875]]]> : tensor<1x2x2xf32>})
    -> (tensor<2x1x1x2xf32> {check.expected = dense<[[[[2.6618984e-1, 1.5342149e-1]]], [[[2.9300714e-1, 1.8704317]]]]> : tensor<2x1x1x2xf32>}, tensor<1x1x2xf32> {check.expected = dense<[[[2.9300714e-1, 1.8704317]]]> : tensor<1x1x2xf32>}) {
  %y:2 = nn.rnn %x, %r {activations = ["softplus"]} : (tensor<2x1x2xf32>, tensor<1x2x2xf32>) -> (tensor<2x1x1x2xf32>, tensor<1x1x2xf32>)
  return %y#0, %y#1 : tensor<2x1x1x2xf32>, tensor<1x1x2xf32>
}

func.func @elu(
    %x: tensor<2x1x2xf32> {check.input = dense<[[[0.375, 0.640625]], [[-0.765625, 1.84375]]]> : tensor<2x1x2xf32>},
    %r: tensor<1x2x2xf32> {check.constant = dense<[[[-0.0625, 0.25], [0.265625, -0.625]]]> : tensor<1x2x2xf32>})
    -> (tensor<2x1x1x2xf32> {check.expected = dense<[[[[3.75e-1, 6.40625e-1]]], [[[-3.5011902e-1, 1.5429688]]]]> : tensor<2x1x1x2xf32>}, tensor<1x1x2xf32> {check.expected = dense<[[[-3.5011902e-1, 1.5429688]]]> : tensor<1x1x2xf32>}) {
  %y:2 = nn.rnn %x, %r {activations = ["elu"], alphas = array<f32: 0.75>} : (tensor<2x1x2xf32>, tensor<1x2x2xf32>) -> (tensor<2x1x1x2xf32>, tensor<1x1x2xf32>)
  return %y#0, %y#1 : tensor<2x1x1x2xf32>, tensor<1x1x2xf32>
}

func.func @scaled_tanh(
    %x: tensor<2x1x2xf32> {check.input = dense<[[[-1.75, -0.359375]], [[1.0625, 1.265625]]]> : tensor<2x1x2xf32>},
    %r: tensor<1x2x2xf32> {check.constant = dense<[[[0.453125, -0.78125], [0.828125, 0.609375]]]> : tensor<1x2x2xf32>})
    -> (tensor<2x1x1x2xf32> {check.expected = dense<[[[[-1.0558584, -2.666674e-1]]], [[[5.65038e-1, 1.7081228e-1]]]]> : tensor<2x1x1x2xf32>}, tensor<1x1x2xf32> {check.expected = dense<[[[5.65038e-1, 1.7081228e-1]]]> : tensor<1x1x2xf32>}) {
  %y:2 = nn.rnn %x, %r {activations = ["scaled_tanh"], alphas = array<f32: 1.5>, betas = array<f32: 0.5>} : (tensor<2x1x2xf32>, tensor<1x2x2xf32>) -> (tensor<2x1x1x2xf32>, tensor<1x1x2xf32>)
  return %y#0, %y#1 : tensor<2x1x1x2xf32>, tensor<1x1x2xf32>
}

func.func @a_length_too_many(
    %x: tensor<2x2x1xf32> {check.input = dense<[[[1.515625], [0.09375]], [[1.65625], [-1.8125]]]> : tensor<2x2x1xf32>},
    %r: tensor<1x1x1xf32> {check.constant = dense<[[[-0.9375]]]> : tensor<1x1x1xf32>},
    %n: tensor<2xi32> {check.input = dense<[2, 3]> : tensor<2xi32>})
    -> (tensor<2x1x2x1xf32> {check.expected = dense<0.0> : tensor<2x1x2x1xf32>}, tensor<1x2x1xf32> {check.expected = dense<0.0> : tensor<1x2x1xf32>}) attributes {check.fails = "lies outside"} {
  %y:2 = nn.rnn %x, %r lengths %n {activations = ["relu"]} : (tensor<2x2x1xf32>, tensor<1x1x1xf32>, tensor<2xi32>) -> (tensor<2x1x2x1xf32>, tensor<1x2x1xf32>)
  return %y#0, %y#1 : tensor<2x1x2x1xf32>, tensor<1x2x1xf32>
}

// More units than partial sums: all of one value, of a sum that its order decides.
func.func @order_of_sums(
    %x: tensor<1x1x130xf32> {check.input = dense<0.0> : tensor<1x1x130xf32>},
    %r: tensor<1x130x130xf32> {check.constant = dense<0.1> : tensor<1x130x130xf32>},
    %h: tensor<1x1x130xf32> {check.input = dense<[[[100000000.0, 1.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, -100000000.0, 3.0, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, -0.25, 0.25, -0.5, 0.0, 0.5, 1.0, 0.25]]]> : tensor<1x1x130xf32>})
    -> (tensor<1x1x1x130xf32> {check.expected = dense<[[[[6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1]]]]> : tensor<1x1x1x130xf32>}, tensor<1x1x130xf32> {check.expected = dense<[[[6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1, 6.0e-1]]]> : tensor<1x1x130xf32>}) {
  %y:2 = nn.rnn %x, %r hidden %h {activations = ["relu"]} : (tensor<1x1x130xf32>, tensor<1x130x130xf32>, tensor<1x1x130xf32>) -> (tensor<1x1x1x130xf32>, tensor<1x1x130xf32>)
  return %y#0, %y#1 : tensor<1x1x1x130xf32>, tensor<1x1x130xf32>
}
