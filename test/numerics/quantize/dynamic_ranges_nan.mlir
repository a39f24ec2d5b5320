// A NaN in the run (D3): s is 1, z is 0, and the NaN itself the quantized value 0; the others are quantized so.

func.func @not_a_number(
    %x: tensor<1x5xf32> {check.input = dense<[[1.5, 0x7FC00000, -3.0, 300.0, 2.5]]> : tensor<1x5xf32>},
    %nil: tensor<f32> {check.constant = dense<0.0> : tensor<f32>},
    %one: tensor<f32> {check.constant = dense<1.0> : tensor<f32>},
    %highest: tensor<f32> {check.constant = dense<255.0> : tensor<f32>},
    %tiny: tensor<f32> {check.constant = dense<1.1754943508222875e-38> : tensor<f32>},
    %huge: tensor<f32> {check.constant = dense<3.4028234663852886e+38> : tensor<f32>})
    -> (tensor<1x5xui8> {check.expected = dense<[[2, 0, 0, 255, 2]]> : tensor<1x5xui8>}, tensor<f32> {check.expected = dense<1.0> : tensor<f32>}, tensor<ui8> {check.expected = dense<0> : tensor<ui8>}) {
  %least = nn.reduce_min %x {axes = array<i64: 0, 1>} : (tensor<1x5xf32>) -> tensor<f32>
  %low = nn.min %least, %nil : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %most = nn.reduce_max %x {axes = array<i64: 0, 1>} : (tensor<1x5xf32>) -> tensor<f32>
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
  %t = nn.div %x, %s : (tensor<1x5xf32>, tensor<f32>) -> tensor<1x5xf32>
  %nan = nn.is_nan %t : (tensor<1x5xf32>) -> tensor<1x5xi1>
  %number = nn.where %nan, %nil, %t : (tensor<1x5xi1>, tensor<f32>, tensor<1x5xf32>) -> tensor<1x5xf32>
  %rounded = nn.round %number : (tensor<1x5xf32>) -> tensor<1x5xf32>
  %zf = nn.cast %z : (tensor<ui8>) -> tensor<f32>
  %sum = nn.add %rounded, %zf : (tensor<1x5xf32>, tensor<f32>) -> tensor<1x5xf32>
  %q = nn.cast %sum : (tensor<1x5xf32>) -> tensor<1x5xui8>
  return %q, %s, %z : tensor<1x5xui8>, tensor<f32>, tensor<ui8>
}
