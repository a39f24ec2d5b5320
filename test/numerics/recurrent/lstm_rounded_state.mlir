// LSTM whose gates sum the state as 8 bits of its own range hold it (D4): alone, in a batch, from a first state with a NaN.
func.func @forward(
    %x: tensor<3x?x8xf32, #nn.dims<N>> {check.input = dense<[[[-0.46875, 1.375, 1.140625, -0.203125, 0.859375, -1.859375, -0.4375, 1.4375], [0.3125, 0.234375, 0.65625, 0.703125, 0.328125, -0.3125, -1.265625, -0.828125]], [[-0.828125, -0.28125, 2.0, -0.59375, -0.203125, -0.515625, 0.328125, 1.796875], [1.5625, -0.484375, -0.9375, 1.53125, -0.03125, 0.734375, -1.703125, 1.46875]], [[-0.75, -0.015625, -1.203125, -0.3125, 1.3125, 1.3125, -0.109375, 1.078125], [-0.171875, -0.5, 0.1875, -1.1875, -0.734375, 0.828125, 1.078125, -1.765625]]]> : tensor<3x2x8xf32>},
    %r: tensor<1x8x2xf32> {check.constant = dense<[[[0.46875, 0.640625], [-0.109375, -0.875], [0.359375, -0.5], [0.28125, -0.25], [0.28125, -0.484375], [-0.046875, 0.046875], [0.265625, -0.59375], [0.921875, -0.421875]]]> : tensor<1x8x2xf32>},
    %b: tensor<1x8xf32> {check.constant = dense<[[-0.390625, -0.484375, -0.859375, -0.15625, 0.546875, 0.421875, -0.609375, -0.71875]]> : tensor<1x8xf32>})
    -> (tensor<3x1x?x2xf32, #nn.dims<N>> {check.expected = dense<[[[[-1.2999275e-1, 1.6897929e-1], [-1.9268966e-1, -2.4058247e-1]]], [[[-1.6025448e-1, 1.1935341e-1], [-1.12756036e-1, -9.055947e-2]]], [[[-3.460232e-2, 1.4289585e-1], [-9.856261e-2, -7.370254e-2]]]]> : tensor<3x1x2x2xf32>}, tensor<1x?x2xf32, #nn.dims<N>> {check.expected = dense<[[[-3.460232e-2, 1.4289585e-1], [-9.856261e-2, -7.370254e-2]]]> : tensor<1x2x2xf32>}, tensor<1x?x2xf32, #nn.dims<N>> {check.expected = dense<[[[-3.5481775e-1, 4.1062582e-1], [-2.9923725e-1, -3.7551016e-1]]]> : tensor<1x2x2xf32>}) {
  %y:3 = nn.lstm %x, %r bias %b {rounds_state, activations = ["sigmoid", "tanh", "tanh"]} : (tensor<3x?x8xf32, #nn.dims<N>>, tensor<1x8x2xf32>, tensor<1x8xf32>) -> (tensor<3x1x?x2xf32, #nn.dims<N>>, tensor<1x?x2xf32, #nn.dims<N>>, tensor<1x?x2xf32, #nn.dims<N>>)
  return %y#0, %y#1, %y#2 : tensor<3x1x?x2xf32, #nn.dims<N>>, tensor<1x?x2xf32, #nn.dims<N>>, tensor<1x?x2xf32, #nn.dims<N>>
}

func.func @peepholes(
    %x: tensor<3x2x8xf32> {check.input = dense<[[[-0.71875, 1.078125, -0.046875, 1.6875, 0.625, 0.484375, 1.078125, 1.0], [-0.625, -0.96875, -0.25, -0.046875, -1.4375, -0.234375, 0.5625, -1.453125]], [[-1.453125, -1.3125, -0.859375, 1.84375, -1.890625, -1.265625, -1.34375, -0.109375], [-1.9375, -0.171875, -1.34375, -0.921875, 1.171875, -1.265625, 0.46875, -0.375]], [[-0.328125, 1.265625, -1.359375, 1.6875, 1.578125, 0.671875, -1.796875, 0.65625], [0.40625, 1.09375, -1.140625, 1.8125, 1.546875, -1.546875, -0.734375, -1.875]]]> : tensor<3x2x8xf32>},
    %r: tensor<1x8x2xf32> {check.constant = dense<[[[0.65625, 0.828125], [0.984375, 0.21875], [0.328125, 0.359375], [0.140625, 0.90625], [0.21875, -0.328125], [0.03125, -0.96875], [0.453125, 0.390625], [-0.15625, 0.703125]]]> : tensor<1x8x2xf32>},
    %b: tensor<1x8xf32> {check.constant = dense<[[0.515625, -0.328125, -0.84375, -0.734375, -0.625, -0.390625, -0.109375, 0.859375]]> : tensor<1x8xf32>},
    %n: tensor<2xi32> {check.input = dense<[3, 2]> : tensor<2xi32>},
    %h: tensor<1x2x2xf32> {check.input = dense<[[[-0.4375, 0.796875], [0.359375, 0.703125]]]> : tensor<1x2x2xf32>},
    %c: tensor<1x2x2xf32> {check.input = dense<[[[-0.1875, -1.0], [0.578125, -0.515625]]]> : tensor<1x2x2xf32>},
    %p: tensor<1x6xf32> {check.constant = dense<[[-0.71875, 0.59375, 0.375, -0.578125, -0.46875, 0.875]]> : tensor<1x6xf32>})
    -> (tensor<3x1x2x2xf32> {check.expected = dense<[[[[5.2511144e-2, 4.2201847e-1], [6.505716e-2, -7.5254105e-3]]], [[[-6.0831778e-2, 1.4330493e-1], [7.3033534e-2, 6.6481136e-2]]], [[[-5.5996824e-2, 2.4091253e-1], [0.0, 0.0]]]]> : tensor<3x1x2x2xf32>}, tensor<1x2x2xf32> {check.expected = dense<[[[5.2511144e-2, 4.2201847e-1], [6.505716e-2, -7.5254105e-3]]]> : tensor<1x2x2xf32>}, tensor<1x2x2xf32> {check.expected = dense<[[[1.7044586e-1, 7.700346e-1], [2.3878695e-1, -2.264832e-2]]]> : tensor<1x2x2xf32>}) {
  %y:3 = nn.lstm %x, %r bias %b lengths %n hidden %h cell %c peepholes %p {rounds_state, direction = "reverse", activations = ["sigmoid", "tanh", "tanh"]} : (tensor<3x2x8xf32>, tensor<1x8x2xf32>, tensor<1x8xf32>, tensor<2xi32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x6xf32>) -> (tensor<3x1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>)
  return %y#0, %y#1, %y#2 : tensor<3x1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>
}

func.func @a_state_that_is_no_number(
    %x: tensor<3x2x8xf32> {check.input = dense<[[[-0.71875, 1.078125, -0.046875, 1.6875, 0.625, 0.484375, 1.078125, 1.0], [-0.625, -0.96875, -0.25, -0.046875, -1.4375, -0.234375, 0.5625, -1.453125]], [[-1.453125, -1.3125, -0.859375, 1.84375, -1.890625, -1.265625, -1.34375, -0.109375], [-1.9375, -0.171875, -1.34375, -0.921875, 1.171875, -1.265625, 0.46875, -0.375]], [[-0.328125, 1.265625, -1.359375, 1.6875, 1.578125, 0.671875, -1.796875, 0.65625], [0.40625, 1.09375, -1.140625, 1.8125, 1.546875, -1.546875, -0.734375, -1.875]]]> : tensor<3x2x8xf32>},
    %r: tensor<1x8x2xf32> {check.constant = dense<[[[0.65625, 0.828125], [0.984375, 0.21875], [0.328125, 0.359375], [0.140625, 0.90625], [0.21875, -0.328125], [0.03125, -0.96875], [0.453125, 0.390625], [-0.15625, 0.703125]]]> : tensor<1x8x2xf32>},
    %b: tensor<1x8xf32> {check.constant = dense<[[0.515625, -0.328125, -0.84375, -0.734375, -0.625, -0.390625, -0.109375, 0.859375]]> : tensor<1x8xf32>},
    %n: tensor<2xi32> {check.input = dense<[3, 2]> : tensor<2xi32>},
    %h: tensor<1x2x2xf32> {check.input = dense<[[[0x7FC00000, 0.796875], [0.359375, 0.703125]]]> : tensor<1x2x2xf32>},
    %c: tensor<1x2x2xf32> {check.input = dense<[[[-0.1875, -1.0], [0.578125, -0.515625]]]> : tensor<1x2x2xf32>},
    %p: tensor<1x6xf32> {check.constant = dense<[[-0.71875, 0.59375, 0.375, -0.578125, -0.46875, 0.875]]> : tensor<1x6xf32>})
    -> (tensor<3x1x2x2xf32> {check.expected = dense<[[[[5.1570166e-2, 4.3487877e-1], [6.505716e-2, -7.5254105e-3]]], [[[-6.529292e-2, 1.7722172e-1], [7.3033534e-2, 6.6481136e-2]]], [[[-7.0201024e-2, 3.502355e-1], [0.0, 0.0]]]]> : tensor<3x1x2x2xf32>}, tensor<1x2x2xf32> {check.expected = dense<[[[5.1570166e-2, 4.3487877e-1], [6.505716e-2, -7.5254105e-3]]]> : tensor<1x2x2xf32>}, tensor<1x2x2xf32> {check.expected = dense<[[[1.6628784e-1, 7.9943633e-1], [2.3878695e-1, -2.264832e-2]]]> : tensor<1x2x2xf32>}) {
  %y:3 = nn.lstm %x, %r bias %b lengths %n hidden %h cell %c peepholes %p {rounds_state, direction = "reverse", activations = ["sigmoid", "tanh", "tanh"]} : (tensor<3x2x8xf32>, tensor<1x8x2xf32>, tensor<1x8xf32>, tensor<2xi32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x6xf32>) -> (tensor<3x1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>)
  return %y#0, %y#1, %y#2 : tensor<3x1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>
}
