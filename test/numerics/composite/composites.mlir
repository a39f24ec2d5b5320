// Composites: each part rounded where float, by their own rule where quantized (F5).
!i8 = !quant.uniform<i8:f32, 0.050000000745058060>
!affine = !quant.uniform<u8:f32, 0.03999999910593033:100>
!y = !quant.uniform<u8:f32, 0.019999999552965164:9>

func.func @gelu(
    %x: tensor<11xf32> {check.input = dense<[-1.0, -0.5, -0.125, -0.0, 0.0, 0.25, 0.75, 1.5, 3.0, 10.0, 3.0e38]> : tensor<11xf32>})
    -> (tensor<11xf32> {check.expected = dense<[-1.5865526e-1, -1.5426877e-1, -5.628272e-2, -0.0, 0.0, 1.4967658e-1, 5.800295e-1, 1.3997892, 2.9959502, 1.0e1, 3.0e38]> : tensor<11xf32>}) {
  %y = nn.gelu %x : (tensor<11xf32>) -> tensor<11xf32>
  return %y : tensor<11xf32>
}

func.func @gelu_by_tanh(
    %x: tensor<2x5xf32> {check.input = dense<[[-1.0, -0.5, -0.125, -0.0, 0.0], [0.25, 0.75, 1.5, 3.0, 10.0]]> : tensor<2x5xf32>})
    -> (tensor<2x5xf32> {check.expected = dense<[[-1.58808e-1, -1.54286e-1, -5.62828e-2, -0.0, 0.0], [1.4967535e-1, 5.799606e-1, 1.3995715, 2.9963627, 1.0e1]]> : tensor<2x5xf32>}) {
  %y = nn.gelu %x {approximate = "tanh"} : (tensor<2x5xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

// Tables: results below the range's end saturate.
func.func @gelu_table(
    %x: tensor<12x!i8> {check.input = dense<[-128, -100, -64, -33, -20, -10, -1, 0, 1, 10, 33, 127]> : tensor<12xi8>})
    -> (tensor<12x!y> {check.expected = dense<[9, 9, 9, 5, 1, 1, 8, 9, 10, 26, 87, 255]> : tensor<12xui8>}) {
  %y = nn.gelu %x : (tensor<12x!i8>) -> tensor<12x!y>
  return %y : tensor<12x!y>
}

func.func @gelu_table_by_tanh(
    %x: tensor<12x!affine> {check.input = dense<[0, 20, 40, 60, 80, 95, 100, 105, 120, 150, 200, 255]> : tensor<12xui8>})
    -> (tensor<12x!y> {check.expected = dense<[9, 9, 8, 5, 1, 5, 9, 15, 41, 107, 209, 255]> : tensor<12xui8>}) {
  %y = nn.gelu %x {approximate = "tanh"} : (tensor<12x!affine>) -> tensor<12x!y>
  return %y : tensor<12x!y>
}

func.func @log_softmax(
    %x: tensor<2x3x4xf32> {check.input = dense<[[[0.0, 1.0, -2.0, 88.0], [3.5, -0.25, 7.0, 100.0], [1.0, 1.0, 1.0, 1.0]], [[-1.0e4, 0.5, 2.0, 0.0], [1.0e4, 0.5, 2.5, -1.0], [0.0, 0.5, 3.0, 1.0]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x3x4xf32> {check.expected = dense<[[[-3.606414, -8.2702434e-1, -9.002599, -1.2000006e1], [-1.0641412e-1, -2.0770245, -2.5988396e-3, -6.198864e-6], [-2.606414, -8.2702434e-1, -6.002599, -9.900001e1]], [[-2.0e4, -1.0986123, -1.6802697, -1.4076059], [0.0, -1.0986123, -1.1802697, -2.407606], [-1.0e4, -1.0986123, -6.8026966e-1, -4.0760595e-1]]]> : tensor<2x3x4xf32>}) {
  %y = nn.log_softmax %x {axis = 1 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %y : tensor<2x3x4xf32>
}

// A row with a NaN is all NaN, as is one with +infinity, which less itself is none.
func.func @log_softmax_special(
    %x: tensor<3x2xf32> {check.input = dense<[[0x7FC00000, 1.0], [0xFF800000, 2.0], [0x7F800000, 2.0]]> : tensor<3x2xf32>})
    -> (tensor<3x2xf32> {check.expected = dense<[[0x7FC00000, 0x7FC00000], [0xFF800000, 0.0], [0xFFC00000, 0xFFC00000]]> : tensor<3x2xf32>}) {
  %y = nn.log_softmax %x {axis = 1 : i64} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

// Elements at −infinity have no weight, in a row of nothing else either.
func.func @masked_softmax(
    %x: tensor<4x3xf32> {check.input = dense<[[1.0, 0xFF800000, 2.0], [0xFF800000, 0xFF800000, 0xFF800000], [0.5, -3.4e38, 88.0], [0xFF800000, -3.4028235e38, 0xFF800000]]> : tensor<4x3xf32>})
    -> (tensor<4x3xf32> {check.expected = dense<[[2.6894143e-1, 0.0, 7.310586e-1], [0.0, 0.0, 0.0], [9.982351e-39, 0.0, 1.0], [0.0, 1.0, 0.0]]> : tensor<4x3xf32>}) {
  %y = nn.masked_softmax %x {axis = 1 : i64} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// A row of nothing but −infinity, and one with a NaN or +infinity, has no weights.
func.func @guarded_softmax(
    %x: tensor<4x3xf32> {check.input = dense<[[1.0, 0xFF800000, 2.0], [0xFF800000, 0xFF800000, 0xFF800000], [0.5, 0x7FC00000, 88.0], [0.5, 0x7F800000, 0.5]]> : tensor<4x3xf32>})
    -> (tensor<4x3xf32> {check.expected = dense<[[2.6894143e-1, 0.0, 7.310586e-1], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<4x3xf32>}) {
  %y = nn.guarded_softmax %x {axis = 1 : i64} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

func.func @log_sum(
    %x: tensor<2x4xf32> {check.input = dense<[[1.0, 2.0, 3.0, 8.9e1], [4.5, 1.25, 8.0, 1.01e2]]> : tensor<2x4xf32>})
    -> (tensor<2xf32> {check.expected = dense<[4.553877, 4.742756]> : tensor<2xf32>}) {
  %y = nn.reduce_log_sum %x {axes = array<i64: 1>} : (tensor<2x4xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// Neither overflows nor loses small elements.
func.func @log_sum_exp(
    %x: tensor<2x4xf32> {check.input = dense<[[0.0, 1.0, -2.0, 8.8e1], [3.5, -2.5e-1, 7.0, 1.0e2]]> : tensor<2x4xf32>})
    -> (tensor<f32> {check.expected = dense<1.0000001e2> : tensor<f32>}) {
  %y = nn.reduce_log_sum_exp %x {axes = array<i64: 0, 1>} : (tensor<2x4xf32>) -> tensor<f32>
  return %y : tensor<f32>
}

func.func @log_sum_exp_kept(
    %x: tensor<4x2xf32> {check.input = dense<[[0xFF800000, 0xFF800000], [0x7F800000, 1.0], [0x7FC00000, 1.0], [-2.0e4, -2.0e4]]> : tensor<4x2xf32>})
    -> (tensor<4x1xf32> {check.expected = dense<[[0xFF800000], [0x7F800000], [0x7FC00000], [-1.9999307e4]]> : tensor<4x1xf32>}) {
  %y = nn.reduce_log_sum_exp %x {axes = array<i64: 1>, keep_dims} : (tensor<4x2xf32>) -> tensor<4x1xf32>
  return %y : tensor<4x1xf32>
}
