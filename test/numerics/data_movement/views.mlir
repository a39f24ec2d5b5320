// Views of constants and of arguments where a kernel packs or an epilogue reads.

func.func @products_of_two_parts_of_a_constant(
    %x: tensor<3x4xf32> {check.input = dense<[[-1.5, -1.5, 1.25, 0.0], [3.75e-01, 3.75e-01, 8.75e-01, -2.0], [0.0, -1.5, -3.75e-01, 1.75]]> : tensor<3x4xf32>},
    %w: tensor<4x8xf32> {check.constant = dense<[[2.5e-01, -1.75, 1.25e-01, -1.5, 1.0, 1.875, 2.0, 5.0e-01], [1.5, -5.0e-01, -1.5, 0.0, -2.5e-01, 6.25e-01, 2.0, -8.75e-01], [1.5, -1.5, -6.25e-01, 1.25, -1.0, 7.5e-01, -1.25e-01, 0.0], [1.875, 1.25, 1.375, 2.5e-01, 2.0, 2.0, -1.5, -1.25]]> : tensor<4x8xf32>})
    -> (tensor<3x5xf32> {check.expected = dense<[[-7.5e-1, 1.5, 1.28125, 3.8125, -2.375], [-1.78125, -4.65625, -3.8125, 3.125e-2, -4.59375], [4.6875e-1, 3.5, 4.890625, -3.125e-2, 4.25]]> : tensor<3x5xf32>}, tensor<3x6xf32> {check.expected = dense<[[-7.5e-1, 1.5, 1.28125, 3.8125, -2.375, -2.8125], [-1.78125, -4.65625, -3.8125, 3.125e-2, -4.59375, -2.40625], [4.6875e-1, 3.5, 4.890625, -3.125e-2, 4.25, 2.28125]]> : tensor<3x6xf32>}) {
  %s5 = nn.slice %w {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>} : (tensor<4x8xf32>) -> tensor<4x5xf32>
  %s6 = nn.slice %w {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>} : (tensor<4x8xf32>) -> tensor<4x6xf32>
  %a = nn.matmul %x, %s5 : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %b = nn.matmul %x, %s6 : (tensor<3x4xf32>, tensor<4x6xf32>) -> tensor<3x6xf32>
  return %a, %b : tensor<3x5xf32>, tensor<3x6xf32>
}

func.func @convolutions_of_two_parts_of_a_constant(
    %x: tensor<1x3x3x3xui8> {check.input = dense<[[[[1, 255, 22], [117, 209, 176], [255, 0, 127]], [[8, 0, 255], [18, 0, 5], [79, 255, 81]], [[0, 22, 198], [44, 255, 6], [5, 0, 2]]]]> : tensor<1x3x3x3xui8>},
    %w: tensor<8x3x1x1xi8> {check.constant = dense<[[[[-128]], [[96]], [[-118]]], [[[-128]], [[-111]], [[127]]], [[[-128]], [[122]], [[-66]]], [[[-128]], [[-128]], [[-51]]], [[[61]], [[-54]], [[127]]], [[[-108]], [[41]], [[106]]], [[[127]], [[127]], [[71]]], [[[17]], [[109]], [[-6]]]]> : tensor<8x3x1x1xi8>})
    -> (tensor<1x5x3x3xi32> {check.expected = dense<[[[[640, -35236, -1700], [-18440, -56842, -22756], [-25646, 24480, -8716]], [[-1016, -29846, -5975], [-11386, 5633, -22321], [-40774, -28305, -24993]], [[848, -34092, 15226], [-15684, -43582, -22314], [-23332, 31110, -6506]], [[-1152, -33762, -45554], [-19524, -39757, -23474], [-43007, -32640, -26726]], [[-371, 18349, 12718], [11753, 45134, 11228], [11924, -13770, 3627]]]]> : tensor<1x5x3x3xi32>}, tensor<1x6x3x3xi32> {check.expected = dense<[[[[640, -35236, -1700], [-18440, -56842, -22756], [-25646, 24480, -8716]], [[-1016, -29846, -5975], [-11386, 5633, -22321], [-40774, -28305, -24993]], [[848, -34092, 15226], [-15684, -43582, -22314], [-23332, 31110, -6506]], [[-1152, -33762, -45554], [-19524, -39757, -23474], [-43007, -32640, -26726]], [[-371, 18349, 12718], [11753, 45134, 11228], [11924, -13770, 3627]], [[220, -25208, 29067], [-7234, 4458, -18167], [-23771, 10455, -10183]]]]> : tensor<1x6x3x3xi32>}) {
  %s5 = nn.slice %w {starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 1, 1>} : (tensor<8x3x1x1xi8>) -> tensor<5x3x1x1xi8>
  %s6 = nn.slice %w {starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 1, 1>} : (tensor<8x3x1x1xi8>) -> tensor<6x3x1x1xi8>
  %a = nn.conv2d %x, %s5 : (tensor<1x3x3x3xui8>, tensor<5x3x1x1xi8>) -> tensor<1x5x3x3xi32>
  %b = nn.conv2d %x, %s6 : (tensor<1x3x3x3xui8>, tensor<6x3x1x1xi8>) -> tensor<1x6x3x3xi32>
  return %a, %b : tensor<1x5x3x3xi32>, tensor<1x6x3x3xi32>
}

func.func @bias_and_addend_from_parts(
    %x: tensor<1x2x2x2xf32> {check.input = dense<[[[[-1.5, 2.5e-01], [5.0e-01, -1.375]], [[-1.5, 6.25e-01], [-2.5e-01, -1.25e-01]]]]> : tensor<1x2x2x2xf32>},
    %w: tensor<4x2x1x1xf32> {check.constant = dense<[[[[1.125]], [[7.5e-01]]], [[[1.625]], [[-1.375]]], [[[1.125]], [[1.25e-01]]], [[[-1.875]], [[-1.75]]]]> : tensor<4x2x1x1xf32>},
    %b: tensor<8xf32> {check.input = dense<[-6.25e-01, 6.25e-01, -1.375, 1.25e-01, 2.0, -1.5, -1.5, 1.875]> : tensor<8xf32>},
    %p: tensor<8x1x1xf32> {check.input = dense<[[[-1.0]], [[1.5]], [[-6.25e-01]], [[1.0]], [[-1.75]], [[5.0e-01]], [[1.5]], [[-6.25e-01]]]> : tensor<8x1x1xf32>})
    -> (tensor<1x4x2x2xf32> {check.expected = dense<[[[[-2.5625, 1.0], [6.25e-1, -1.390625]], [[-1.375, -1.453125], [1.5625e-1, -3.0625]], [[-1.875, 3.59375e-1], [5.3125e-1, -1.5625]], [[6.6875, -3.125e-1], [7.5e-1, 4.046875]]]]> : tensor<1x4x2x2xf32>}) {
  %s = nn.slice %b {starts = array<i64: 4>, steps = array<i64: 1>} : (tensor<8xf32>) -> tensor<4xf32>
  %h:2 = nn.split %p {axis = 0 : i64, sizes = array<i64: 4, 4>} : (tensor<8x1x1xf32>) -> (tensor<4x1x1xf32>, tensor<4x1x1xf32>)
  %c = nn.conv2d %x, %w bias %s : (tensor<1x2x2x2xf32>, tensor<4x2x1x1xf32>, tensor<4xf32>) -> tensor<1x4x2x2xf32>
  %y = nn.add %c, %h#1 : (tensor<1x4x2x2xf32>, tensor<4x1x1xf32>) -> tensor<1x4x2x2xf32>
  return %y : tensor<1x4x2x2xf32>
}

func.func @scales_from_one_tensor(
    %a: tensor<3x5xui8> {check.input = dense<[[162, 27, 0, 145, 29], [0, 0, 233, 143, 174], [246, 102, 0, 103, 179]]> : tensor<3x5xui8>},
    %b: tensor<5x4xi8> {check.constant = dense<[[-128, 31, -53, -128], [109, -128, -33, -54], [-95, 76, 33, -22], [49, -128, 8, 44], [67, 4, -23, -63]]> : tensor<5x4xi8>},
    %s: tensor<2xf32> {check.input = dense<[2.125, 5.0]> : tensor<2xf32>})
    -> (tensor<3x4xf32> {check.expected = dense<[[-9.2915625e4, -1.7932875e5, -9.5455e4, -1.8743562e5], [-3.686875e4, 1.0625e3, 5.1329375e4, -1.040825e5], [-3.538125e4, -1.9016625e5, -2.0928062e5, -4.6474812e5]]> : tensor<3x4xf32>}) {
  %s0 = nn.slice %s {starts = array<i64: 0>, steps = array<i64: 1>} : (tensor<2xf32>) -> tensor<1xf32>
  %s1 = nn.slice %s {starts = array<i64: 1>, steps = array<i64: 1>} : (tensor<2xf32>) -> tensor<1xf32>
  %y = nn.matmul %a, %b input_scale %s0 weights_scale %s1 : (tensor<3x5xui8>, tensor<5x4xi8>, tensor<1xf32>, tensor<1xf32>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

func.func @constant_matrices_beside_a_transpose(
    %x: tensor<3x2x4xf32> {check.input = dense<[[[-1.25, -1.625, 5.0e-01, -7.5e-01], [-1.625, 2.5e-01, 1.0, -2.0]], [[0.0, -1.375, 2.5e-01, 1.25], [1.25, 1.125, -8.75e-01, 6.25e-01]], [[6.25e-01, 1.625, 7.5e-01, 1.0], [-1.625, -8.75e-01, -5.0e-01, 6.25e-01]]]> : tensor<3x2x4xf32>},
    %w: tensor<2x4x5xf32> {check.constant = dense<[[[1.5, -6.25e-01, 0.0, 1.0, -1.25], [-5.0e-01, -1.25, -1.375, 7.5e-01, 1.5], [-1.5, 7.5e-01, 7.5e-01, 1.0, 8.75e-01], [2.5e-01, -1.625, 1.125, -1.25, -2.5e-01]], [[1.875, 2.5e-01, -8.75e-01, -1.75, -1.0], [2.5e-01, 1.5, 1.25, -1.125, 8.75e-01], [6.25e-01, 1.25, 0.0, 0.0, -3.75e-01], [1.625, 1.25e-01, -1.625, 0.0, 1.5]]]> : tensor<2x4x5xf32>})
    -> (tensor<2x3x5xf32> {check.expected = dense<[[[-2.0, 4.40625, 1.765625, -1.03125, -2.5e-1], [6.25e-1, -1.25e-1, 3.484375, -2.34375, -2.15625], [-7.5e-1, -3.484375, -5.46875e-1, 1.34375, 2.0625]], [[-5.609375, 9.6875e-1, 4.984375, 2.5625, -1.53125], [3.09375, 9.84375e-1, -7.03125e-1, -3.453125, 1.0], [-2.5625, -2.265625, -6.875e-1, 3.828125, 1.984375]]]> : tensor<2x3x5xf32>}) {
  %t = nn.transpose %x {permutation = array<i64: 1, 0, 2>} : (tensor<3x2x4xf32>) -> tensor<2x3x4xf32>
  %y = nn.matmul %t, %w : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %y : tensor<2x3x5xf32>
}

func.func @one_column_read_as_an_image(
    %x: tensor<1x3x2x2xf32> {check.input = dense<[[[[1.375, -5.0e-01], [1.625, -1.625]], [[1.0, 5.0e-01], [-2.0, -1.25e-01]], [[-5.0e-01, -2.5e-01], [-1.0, 1.5]]]]> : tensor<1x3x2x2xf32>},
    %w: tensor<2x1xf32> {check.constant = dense<[[1.375], [-1.5]]> : tensor<2x1xf32>})
    -> (tensor<1x3x2x1xf32> {check.expected = dense<[[[[2.640625], [4.671875]], [[6.25e-1], [6.25e-1]], [[-3.125e-1], [-3.125e-1]]]]> : tensor<1x3x2x1xf32>}) {
  %m = nn.matmul %x, %w : (tensor<1x3x2x2xf32>, tensor<2x1xf32>) -> tensor<1x3x2x1xf32>
  %y = nn.max_pool2d %m {kernel = array<i64: 2, 1>, pads = array<i64: 1, 0, 0, 0>} : (tensor<1x3x2x1xf32>) -> tensor<1x3x2x1xf32>
  return %y : tensor<1x3x2x1xf32>
}

func.func @single_products_and_a_part(
    %a: tensor<3x1x6xf32> {check.input = dense<[[[1.125, 5.0e-01, -1.25, -3.75e-01, -8.75e-01, 1.25e-01]], [[-1.5, 0.0, -1.625, -1.5, 1.5, 0.0]], [[-8.75e-01, 1.5, -6.25e-01, -1.375, 1.625, -2.0]]]> : tensor<3x1x6xf32>},
    %b: tensor<3x1x6xf32> {check.input = dense<[[[1.875, -1.75, 1.25, -1.25e-01, -1.5, 2.0]], [[-2.5e-01, -1.875, 8.75e-01, 2.0, -1.375, 1.25e-01]], [[1.75, -1.625, 1.25, -3.75e-01, -1.875, -1.25]]]> : tensor<3x1x6xf32>},
    %p: tensor<1x2xf32> {check.input = dense<[[1.5, 8.75e-01]]> : tensor<1x2xf32>})
    -> (tensor<3x1x1xf32> {check.expected = dense<[[[2.15625]], [[-5.234375]], [[-3.90625]]]> : tensor<3x1x1xf32>}) {
  %m = nn.matmul %a, %b {transpose_b} : (tensor<3x1x6xf32>, tensor<3x1x6xf32>) -> tensor<3x1x1xf32>
  %s = nn.slice %p {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : (tensor<1x2xf32>) -> tensor<1x1xf32>
  %y = nn.add %m, %s : (tensor<3x1x1xf32>, tensor<1x1xf32>) -> tensor<3x1x1xf32>
  return %y : tensor<3x1x1xf32>
}
