// mode=dynamic: the range of the run, its steps (D3), and a product whose parameters are operands (D2).

func.func @both_signs(
    %x: tensor<3x6xf32> {check.input = dense<[[0.261898, 0.798862, 2.621053, 0.328250, 0.539206, 0.936924], [-1.076698, 0.559543, 1.149414, 1.964884, -1.529383, -0.482994], [-1.546647, 2.048223, 1.467192, -1.790598, 2.910967, 2.823789]]> : tensor<3x6xf32>},
    %w: tensor<6x4xi8> {check.constant = dense<[[40, 62, 30, 39], [-87, 32, -124, 85], [8, -111, -112, -118], [-79, 98, -66, 26], [-120, 72, -9, -44], [-15, 24, 88, -77]]> : tensor<6x4xi8>},
    %sw: tensor<4xf32> {check.constant = dense<[0.01, 0.0125, 0.003, 0.5]> : tensor<4xf32>},
    %b: tensor<4xf32> {check.constant = dense<[0.5, -1.25, 0.0, 3.0]> : tensor<4xf32>},
    %nil: tensor<f32> {check.constant = dense<0.0> : tensor<f32>},
    %one: tensor<f32> {check.constant = dense<1.0> : tensor<f32>},
    %highest: tensor<f32> {check.constant = dense<255.0> : tensor<f32>},
    %tiny: tensor<f32> {check.constant = dense<1.1754943508222875e-38> : tensor<f32>},
    %huge: tensor<f32> {check.constant = dense<3.4028234663852886e+38> : tensor<f32>})
    -> (tensor<3x4xf32> {check.expected = dense<[[-9.2190075e-1, -3.1956184, -9.8329085e-1, -1.5639227e2], [3.2240387e-2, -2.5480008, -1.1619503, 1.5980007e1], [-4.288037, -2.4009616, -3.7612522e-1, -2.2319138e2]]> : tensor<3x4xf32>}) {
  %least = nn.reduce_min %x {axes = array<i64: 0, 1>} : (tensor<3x6xf32>) -> tensor<f32>
  %low = nn.min %least, %nil : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %most = nn.reduce_max %x {axes = array<i64: 0, 1>} : (tensor<3x6xf32>) -> tensor<f32>
  %high = nn.max %most, %nil : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %range = nn.sub %high, %low : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %share = nn.div %range, %highest : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %above = nn.less_equal %tiny, %share : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %below = nn.less_equal %share, %huge : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %normal = nn.and %above, %below : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %s = nn.where %normal, %share, %one : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %moved = nn.div %low, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %place = nn.sub %nil, %moved : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %inside = nn.clip %place {min = 0.0 : f32, max = 255.0 : f32} : (tensor<f32>) -> tensor<f32>
  %whole = nn.round %inside : (tensor<f32>) -> tensor<f32>
  %z = nn.cast %whole : (tensor<f32>) -> tensor<ui8>
  %t = nn.div %x, %s : (tensor<3x6xf32>, tensor<f32>) -> tensor<3x6xf32>
  %nan = nn.is_nan %t : (tensor<3x6xf32>) -> tensor<3x6xi1>
  %number = nn.where %nan, %nil, %t : (tensor<3x6xi1>, tensor<f32>, tensor<3x6xf32>) -> tensor<3x6xf32>
  %rounded = nn.round %number : (tensor<3x6xf32>) -> tensor<3x6xf32>
  %zf = nn.cast %z : (tensor<ui8>) -> tensor<f32>
  %sum = nn.add %rounded, %zf : (tensor<3x6xf32>, tensor<f32>) -> tensor<3x6xf32>
  %q = nn.cast %sum : (tensor<3x6xf32>) -> tensor<3x6xui8>
  %y = nn.matmul %q, %w bias %b input_zero %z input_scale %s weights_scale %sw : (tensor<3x6xui8>, tensor<6x4xi8>, tensor<4xf32>, tensor<ui8>, tensor<f32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

func.func @positive(
    %x: tensor<3x6xf32> {check.input = dense<[[5.152993, 6.122334, 4.998185, 6.299596, 4.658639, 3.225303], [8.981250, 8.965533, 7.721724, 6.662477, 3.522218, 2.837327], [3.312320, 1.561788, 7.130303, 4.203198, 7.772669, 4.092108]]> : tensor<3x6xf32>},
    %w: tensor<6x4xi8> {check.constant = dense<[[118, -123, 89, 48], [-127, -73, -74, 110], [106, -114, -7, -31], [123, 54, -26, -20], [-109, 17, 34, -77], [72, 45, -58, -41]]> : tensor<6x4xi8>},
    %sw: tensor<4xf32> {check.constant = dense<[0.01, 0.0125, 0.003, 0.5]> : tensor<4xf32>},
    %b: tensor<4xf32> {check.constant = dense<[0.5, -1.25, 0.0, 3.0]> : tensor<4xf32>},
    %nil: tensor<f32> {check.constant = dense<0.0> : tensor<f32>},
    %one: tensor<f32> {check.constant = dense<1.0> : tensor<f32>},
    %highest: tensor<f32> {check.constant = dense<255.0> : tensor<f32>},
    %tiny: tensor<f32> {check.constant = dense<1.1754943508222875e-38> : tensor<f32>},
    %huge: tensor<f32> {check.constant = dense<3.4028234663852886e+38> : tensor<f32>})
    -> (tensor<3x4xf32> {check.expected = dense<[[9.10615, -1.4809046e1, -6.739107e-1, 7.749154e1], [1.4270544e1, -2.7399084e1, -4.1419408e-1, 3.3231247e2], [9.592546, -1.1111324e1, 1.4665851e-1, -3.679256e2]]> : tensor<3x4xf32>}) {
  %least = nn.reduce_min %x {axes = array<i64: 0, 1>} : (tensor<3x6xf32>) -> tensor<f32>
  %low = nn.min %least, %nil : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %most = nn.reduce_max %x {axes = array<i64: 0, 1>} : (tensor<3x6xf32>) -> tensor<f32>
  %high = nn.max %most, %nil : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %range = nn.sub %high, %low : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %share = nn.div %range, %highest : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %above = nn.less_equal %tiny, %share : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %below = nn.less_equal %share, %huge : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %normal = nn.and %above, %below : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %s = nn.where %normal, %share, %one : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %moved = nn.div %low, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %place = nn.sub %nil, %moved : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %inside = nn.clip %place {min = 0.0 : f32, max = 255.0 : f32} : (tensor<f32>) -> tensor<f32>
  %whole = nn.round %inside : (tensor<f32>) -> tensor<f32>
  %z = nn.cast %whole : (tensor<f32>) -> tensor<ui8>
  %t = nn.div %x, %s : (tensor<3x6xf32>, tensor<f32>) -> tensor<3x6xf32>
  %nan = nn.is_nan %t : (tensor<3x6xf32>) -> tensor<3x6xi1>
  %number = nn.where %nan, %nil, %t : (tensor<3x6xi1>, tensor<f32>, tensor<3x6xf32>) -> tensor<3x6xf32>
  %rounded = nn.round %number : (tensor<3x6xf32>) -> tensor<3x6xf32>
  %zf = nn.cast %z : (tensor<ui8>) -> tensor<f32>
  %sum = nn.add %rounded, %zf : (tensor<3x6xf32>, tensor<f32>) -> tensor<3x6xf32>
  %q = nn.cast %sum : (tensor<3x6xf32>) -> tensor<3x6xui8>
  %y = nn.matmul %q, %w bias %b input_zero %z input_scale %s weights_scale %sw : (tensor<3x6xui8>, tensor<6x4xi8>, tensor<4xf32>, tensor<ui8>, tensor<f32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

func.func @nothing_but_zeros(
    %x: tensor<3x6xf32> {check.input = dense<0.0> : tensor<3x6xf32>},
    %w: tensor<6x4xi8> {check.constant = dense<[[-105, -48, -42, -124], [119, -23, 67, 109], [-97, -93, -64, 53], [-102, -125, -112, -8], [77, -3, -82, 47], [16, -79, -13, 3]]> : tensor<6x4xi8>},
    %sw: tensor<4xf32> {check.constant = dense<[0.01, 0.0125, 0.003, 0.5]> : tensor<4xf32>},
    %b: tensor<4xf32> {check.constant = dense<[0.5, -1.25, 0.0, 3.0]> : tensor<4xf32>},
    %nil: tensor<f32> {check.constant = dense<0.0> : tensor<f32>},
    %one: tensor<f32> {check.constant = dense<1.0> : tensor<f32>},
    %highest: tensor<f32> {check.constant = dense<255.0> : tensor<f32>},
    %tiny: tensor<f32> {check.constant = dense<1.1754943508222875e-38> : tensor<f32>},
    %huge: tensor<f32> {check.constant = dense<3.4028234663852886e+38> : tensor<f32>})
    -> (tensor<3x4xf32> {check.expected = dense<[[5.0e-1, -1.25, 0.0, 3.0], [5.0e-1, -1.25, 0.0, 3.0], [5.0e-1, -1.25, 0.0, 3.0]]> : tensor<3x4xf32>}) {
  %least = nn.reduce_min %x {axes = array<i64: 0, 1>} : (tensor<3x6xf32>) -> tensor<f32>
  %low = nn.min %least, %nil : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %most = nn.reduce_max %x {axes = array<i64: 0, 1>} : (tensor<3x6xf32>) -> tensor<f32>
  %high = nn.max %most, %nil : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %range = nn.sub %high, %low : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %share = nn.div %range, %highest : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %above = nn.less_equal %tiny, %share : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %below = nn.less_equal %share, %huge : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %normal = nn.and %above, %below : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %s = nn.where %normal, %share, %one : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %moved = nn.div %low, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %place = nn.sub %nil, %moved : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %inside = nn.clip %place {min = 0.0 : f32, max = 255.0 : f32} : (tensor<f32>) -> tensor<f32>
  %whole = nn.round %inside : (tensor<f32>) -> tensor<f32>
  %z = nn.cast %whole : (tensor<f32>) -> tensor<ui8>
  %t = nn.div %x, %s : (tensor<3x6xf32>, tensor<f32>) -> tensor<3x6xf32>
  %nan = nn.is_nan %t : (tensor<3x6xf32>) -> tensor<3x6xi1>
  %number = nn.where %nan, %nil, %t : (tensor<3x6xi1>, tensor<f32>, tensor<3x6xf32>) -> tensor<3x6xf32>
  %rounded = nn.round %number : (tensor<3x6xf32>) -> tensor<3x6xf32>
  %zf = nn.cast %z : (tensor<ui8>) -> tensor<f32>
  %sum = nn.add %rounded, %zf : (tensor<3x6xf32>, tensor<f32>) -> tensor<3x6xf32>
  %q = nn.cast %sum : (tensor<3x6xf32>) -> tensor<3x6xui8>
  %y = nn.matmul %q, %w bias %b input_zero %z input_scale %s weights_scale %sw : (tensor<3x6xui8>, tensor<6x4xi8>, tensor<4xf32>, tensor<ui8>, tensor<f32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

func.func @convolution(
    %x: tensor<2x2x3x4xf32> {check.input = dense<[[[[-3.855894, -0.608635, -4.214197, -1.137709], [-4.300952, -2.475466, -3.722806, -3.381230], [0.825574, -0.179531, -3.175129, 0.309191]], [[-3.735739, -2.634352, 0.126261, -1.148986], [-4.398003, 0.935810, -3.720540, -3.450335], [-0.363862, -3.026267, -3.222051, -4.559609]]], [[[-4.459297, -1.503591, -3.541922, -1.392297], [-2.769776, -2.280751, 0.754808, -2.097653], [-1.552573, 0.199154, -3.903034, -4.075188]], [[0.450542, -0.093188, -3.503009, -3.861196], [-0.563454, 0.642429, -3.820461, 0.700815], [0.293139, -1.378795, -2.471257, -4.376962]]]]> : tensor<2x2x3x4xf32>},
    %w: tensor<3x2x2x2xi8> {check.constant = dense<[[[[-118, 4], [119, -62]], [[-66, 62], [53, -27]]], [[[-62, -20], [83, 104]], [[25, -2], [-52, 6]]], [[[-83, 110], [57, 123]], [[-110, -95], [-69, -5]]]]> : tensor<3x2x2x2xi8>},
    %sw: tensor<3xf32> {check.constant = dense<[0.01, 0.0125, 0.003]> : tensor<3xf32>},
    %nil: tensor<f32> {check.constant = dense<0.0> : tensor<f32>},
    %one: tensor<f32> {check.constant = dense<1.0> : tensor<f32>},
    %highest: tensor<f32> {check.constant = dense<255.0> : tensor<f32>},
    %tiny: tensor<f32> {check.constant = dense<1.1754943508222875e-38> : tensor<f32>},
    %huge: tensor<f32> {check.constant = dense<3.4028234663852886e+38> : tensor<f32>})
    -> (tensor<2x3x3x4xf32> {check.expected = dense<[[[[1.3934658, -8.143995e-1, 3.2185915, 7.611694e-1], [-3.3069491, 1.0164801e1, 8.848702e-1, 1.5020812e-1], [-1.9438697e-1, -2.602027, 6.3789956e-2, 3.0511427]], [[-4.8752985, -2.7253506, -7.601188, -2.4737465], [2.2245672, 3.2002733, 6.570258e-1, 1.5203992], [-1.9557226e-1, -6.3062626e-1, 6.3574456e-2, 1.4837631]], [[-1.7349362, 1.9856566, -2.3482897, -1.0486553e-1], [1.3829061e-1, 1.6395745, -3.818993e-1, 2.3321266], [3.746583e-1, 7.1996456e-1, 9.144378e-1, 3.257232]]], [[[1.9770577, 2.488024, -2.295792, 4.021138], [4.2196196e-1, 2.5253065, 2.5214274, -2.6399562e-1], [1.2499384e-1, 7.844441e-1, -1.011157, 3.3631964]], [[-2.5521371, -1.46329, 1.7779296e-2, 2.6857512], [-1.285497, 8.77112e-1, -2.2797906, -9.330898], [3.803692e-1, 1.2828032, 4.557965e-1, 3.3761806]], [[-2.618535, -7.238437e-1, 4.9975988e-2, 2.8129435], [-1.334805, -2.9649404e-1, 6.0798734e-1, -1.4129046], [-5.980309e-1, 7.438858e-1, -1.7404316e-1, 1.6918133]]]]> : tensor<2x3x3x4xf32>}) {
  %least = nn.reduce_min %x {axes = array<i64: 0, 1, 2, 3>} : (tensor<2x2x3x4xf32>) -> tensor<f32>
  %low = nn.min %least, %nil : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %most = nn.reduce_max %x {axes = array<i64: 0, 1, 2, 3>} : (tensor<2x2x3x4xf32>) -> tensor<f32>
  %high = nn.max %most, %nil : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %range = nn.sub %high, %low : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %share = nn.div %range, %highest : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %above = nn.less_equal %tiny, %share : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %below = nn.less_equal %share, %huge : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %normal = nn.and %above, %below : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %s = nn.where %normal, %share, %one : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %moved = nn.div %low, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %place = nn.sub %nil, %moved : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %inside = nn.clip %place {min = 0.0 : f32, max = 255.0 : f32} : (tensor<f32>) -> tensor<f32>
  %whole = nn.round %inside : (tensor<f32>) -> tensor<f32>
  %z = nn.cast %whole : (tensor<f32>) -> tensor<ui8>
  %t = nn.div %x, %s : (tensor<2x2x3x4xf32>, tensor<f32>) -> tensor<2x2x3x4xf32>
  %nan = nn.is_nan %t : (tensor<2x2x3x4xf32>) -> tensor<2x2x3x4xi1>
  %number = nn.where %nan, %nil, %t : (tensor<2x2x3x4xi1>, tensor<f32>, tensor<2x2x3x4xf32>) -> tensor<2x2x3x4xf32>
  %rounded = nn.round %number : (tensor<2x2x3x4xf32>) -> tensor<2x2x3x4xf32>
  %zf = nn.cast %z : (tensor<ui8>) -> tensor<f32>
  %sum = nn.add %rounded, %zf : (tensor<2x2x3x4xf32>, tensor<f32>) -> tensor<2x2x3x4xf32>
  %q = nn.cast %sum : (tensor<2x2x3x4xf32>) -> tensor<2x2x3x4xui8>
  %y = nn.conv2d %q, %w input_zero %z input_scale %s weights_scale %sw {pads = array<i64: 0, 1, 1, 0>} : (tensor<2x2x3x4xui8>, tensor<3x2x2x2xi8>, tensor<ui8>, tensor<f32>, tensor<3xf32>) -> tensor<2x3x3x4xf32>
  return %y : tensor<2x3x3x4xf32>
}
