// Products of one value whose results are read head by head: on devices with kernels they are columns of one (E1, E3, E4), each with
// the scale of its own result.
!x = !quant.uniform<i8:f32, 0.0625:-7>
!w = !quant.uniform<i8<-127:127>:f32:1, {0.0078125, 0.0048828125, 0.0099999997764825821, 0.0029296875, 0.00439453125, 0.00390625, 0.0068359375, 0.001953125}>
!u = !quant.uniform<i8<-127:127>:f32, 0.0078125>
!q = !quant.uniform<i8:f32, 0.10000000149011612>
!k = !quant.uniform<i8:f32, 0.070000000298023224>
!v = !quant.uniform<i8:f32, 0.050000000745058060>
!s = !quant.uniform<i8:f32, 0.75>

// Scales a column beside one for all; biases of integers (E1).
func.func @bytes(
    %x: tensor<?x4x8x!x, #nn.dims<N>> {check.input = dense<[[[43, 78, -123, 78, -8, 3, 33, -55], [122, -115, -57, -30, 18, -24, -95, -117], [-128, -116, -90, 127, -80, 39, 64, -68], [-56, -17, -61, 121, -83, 101, 76, 88]], [[-99, -28, 32, -2, 42, 45, 41, -113], [117, 14, 103, -59, -36, 97, -81, -112], [-33, 45, -97, 94, -41, -70, 11, 101], [98, 95, -50, -124, 71, 53, 69, -128]]]> : tensor<2x4x8xi8>},
    %wq: tensor<8x8x!w> {check.constant = dense<[[-118, 1, -42, -16, 110, -76, 7, -45], [-52, 78, -88, -47, -97, -89, -56, 51], [20, -13, -84, 76, 76, -67, -112, -46], [-90, 76, 5, 2, -53, 2, 119, -67], [68, -124, -47, 110, 95, -106, 87, 88], [-12, -34, 122, 115, 45, -26, -74, 111], [-59, 14, 45, -66, -47, 62, -77, 44], [113, 47, 37, -9, 119, -71, -37, 36]]> : tensor<8x8xi8>},
    %wk: tensor<8x8x!u> {check.constant = dense<[[39, -100, -86, 49, 87, 35, 111, -31], [-43, 76, -117, -78, -78, -28, -87, 76], [88, -30, -120, 54, -100, 29, -84, 112], [45, 125, 30, 57, -32, 79, -99, -89], [-36, 54, -4, 89, 113, -25, -19, 14], [37, -5, 26, 117, 60, -47, -19, -25], [-89, -127, 74, -20, -38, 34, 16, 111], [29, 108, 20, -44, -45, 125, 22, -80]]> : tensor<8x8xi8>},
    %wv: tensor<8x8x!w> {check.constant = dense<[[84, 82, -125, -87, 49, -24, -41, -109], [-79, 91, 85, 84, 18, -92, -45, 7], [126, -62, 12, -2, 1, 14, 52, -100], [123, 93, 68, -56, -15, -13, -49, -113], [62, -127, 67, -78, 36, -40, -67, 109], [-6, 99, -79, -5, -39, -12, -124, 43], [-40, 91, -73, -41, -116, 75, 9, -26], [106, 24, 118, 61, 22, 0, -76, 49]]> : tensor<8x8xi8>},
    %bq: tensor<8xi32> {check.constant = dense<[174, 118, -53, -297, 140, -277, 182, -211]> : tensor<8xi32>},
    %bk: tensor<8xi32> {check.constant = dense<[-117, -172, 24, -179, -145, -271, 288, -170]> : tensor<8xi32>},
    %bv: tensor<8xi32> {check.constant = dense<[-186, 60, -216, 231, 169, -91, -60, -81]> : tensor<8xi32>})
    -> (tensor<?x2x4x4x!s, #nn.dims<N>> {check.expected = dense<[[[[-128, 127, 127, 127], [-128, -128, -128, -128], [-128, 127, 120, 127], [-128, 127, 127, 127]], [[127, -46, 127, 44], [127, -128, 127, -75], [-128, 127, -128, 65], [-128, 127, -128, 66]]], [[[-128, -128, -128, -128], [-128, -128, -128, -128], [127, 127, 127, 127], [-128, -119, -128, -128]], [[-50, 127, 60, 19], [-128, 62, 127, -9], [127, -94, -128, -9], [-128, 110, 127, 17]]]]> : tensor<2x2x4x4xi8>}) {
  %q = nn.matmul %x, %wq bias %bq : (tensor<?x4x8x!x, #nn.dims<N>>, tensor<8x8x!w>, tensor<8xi32>) -> tensor<?x4x8x!q, #nn.dims<N>>
  %qr = nn.reshape %q : (tensor<?x4x8x!q, #nn.dims<N>>) -> tensor<?x4x2x4x!q, #nn.dims<N>>
  %qt = nn.transpose %qr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4x!q, #nn.dims<N>>) -> tensor<?x2x4x4x!q, #nn.dims<N>>
  %k = nn.matmul %x, %wk bias %bk : (tensor<?x4x8x!x, #nn.dims<N>>, tensor<8x8x!u>, tensor<8xi32>) -> tensor<?x4x8x!k, #nn.dims<N>>
  %kr = nn.reshape %k : (tensor<?x4x8x!k, #nn.dims<N>>) -> tensor<?x4x2x4x!k, #nn.dims<N>>
  %kt = nn.transpose %kr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4x!k, #nn.dims<N>>) -> tensor<?x2x4x4x!k, #nn.dims<N>>
  %v = nn.matmul %x, %wv bias %bv : (tensor<?x4x8x!x, #nn.dims<N>>, tensor<8x8x!w>, tensor<8xi32>) -> tensor<?x4x8x!v, #nn.dims<N>>
  %vr = nn.reshape %v : (tensor<?x4x8x!v, #nn.dims<N>>) -> tensor<?x4x2x4x!v, #nn.dims<N>>
  %vt = nn.transpose %vr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4x!v, #nn.dims<N>>) -> tensor<?x2x4x4x!v, #nn.dims<N>>
  %s = nn.matmul %qt, %kt {transpose_b} : (tensor<?x2x4x4x!q, #nn.dims<N>>, tensor<?x2x4x4x!k, #nn.dims<N>>) -> tensor<?x2x4x4x!s, #nn.dims<N>>
  %c = nn.matmul %s, %vt : (tensor<?x2x4x4x!s, #nn.dims<N>>, tensor<?x2x4x4x!v, #nn.dims<N>>) -> tensor<?x2x4x4x!s, #nn.dims<N>>
  return %c : tensor<?x2x4x4x!s, #nn.dims<N>>
}

// Biases of floats, divided by each result's scale (E3).
func.func @bytes_and_floats(
    %x: tensor<?x4x8x!x, #nn.dims<N>> {check.input = dense<[[[43, 78, -123, 78, -8, 3, 33, -55], [122, -115, -57, -30, 18, -24, -95, -117], [-128, -116, -90, 127, -80, 39, 64, -68], [-56, -17, -61, 121, -83, 101, 76, 88]], [[-99, -28, 32, -2, 42, 45, 41, -113], [117, 14, 103, -59, -36, 97, -81, -112], [-33, 45, -97, 94, -41, -70, 11, 101], [98, 95, -50, -124, 71, 53, 69, -128]]]> : tensor<2x4x8xi8>},
    %wq: tensor<8x8x!w> {check.constant = dense<[[60, -21, -55, 46, -92, 73, -19, 112], [-61, -32, 95, 53, -117, -40, -123, 83], [-21, -69, 58, 95, -101, 1, -34, 57], [110, 9, 64, -47, 20, -1, 59, -115], [-67, -117, 122, 8, -3, -6, -119, 85], [88, -122, 31, 15, -30, -2, 97, 25], [-3, 59, 49, 6, 84, 16, 30, -2], [23, 29, 102, -64, -35, 13, -41, 44]]> : tensor<8x8xi8>},
    %wk: tensor<8x8x!w> {check.constant = dense<[[83, -79, -113, 125, 2, 63, 66, 116], [-119, -53, 123, -14, -26, -61, -122, -116], [121, -123, -92, -65, -55, 92, -45, -86], [-27, 48, -13, -64, -97, -111, -2, -78], [22, 45, -30, 0, -113, 13, -82, -12], [-100, -58, -21, -3, -120, 108, -20, -76], [-77, 59, -16, -63, -13, -78, -86, -45], [118, -104, 12, 111, -10, -34, 15, -83]]> : tensor<8x8xi8>},
    %wv: tensor<8x8x!u> {check.constant = dense<[[50, -127, 17, -112, -122, -73, 56, -21], [-20, 26, -110, 123, -4, 100, 65, -66], [-50, 28, 87, 107, -3, -102, 126, 90], [55, -27, -93, 72, -75, -45, 94, 32], [-51, 2, 29, -101, -58, 66, 33, 82], [60, -4, -51, -29, -76, 114, -120, -32], [-110, 97, 39, -21, 74, -32, -9, -35], [66, -112, 12, -57, 121, -69, -26, -112]]> : tensor<8x8xi8>},
    %bq: tensor<8xf32> {check.constant = dense<[-0.01, 0.24, 1.51, -0.35, -1.51, -2.85, 2.48, -2.07]> : tensor<8xf32>},
    %bk: tensor<8xf32> {check.constant = dense<[1.63, 2.51, -1.06, -2.2, 1.16, -0.77, -2.79, 2.7]> : tensor<8xf32>},
    %bv: tensor<8xf32> {check.constant = dense<[2.44, -2.32, 1.36, -0.55, -2.61, 1.8, 2.11, -2.89]> : tensor<8xf32>})
    -> (tensor<?x2x4x4x!s, #nn.dims<N>> {check.expected = dense<[[[[-52, -128, 127, -128], [-128, -128, 127, -128], [-128, -128, 127, -128], [-128, -128, 127, -128]], [[127, 10, -128, -93], [-32, -128, 64, 127], [-105, -128, 124, 127], [-114, -128, 13, 127]]], [[[42, -73, -128, -128], [127, -128, 127, -128], [-109, 127, -128, 127], [-128, 127, 127, -128]], [[127, -128, -128, -128], [127, -128, -61, 127], [127, -128, -128, -128], [-128, 127, 73, 29]]]]> : tensor<2x2x4x4xi8>}) {
  %q = nn.matmul %x, %wq bias %bq : (tensor<?x4x8x!x, #nn.dims<N>>, tensor<8x8x!w>, tensor<8xf32>) -> tensor<?x4x8x!q, #nn.dims<N>>
  %qr = nn.reshape %q : (tensor<?x4x8x!q, #nn.dims<N>>) -> tensor<?x4x2x4x!q, #nn.dims<N>>
  %qt = nn.transpose %qr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4x!q, #nn.dims<N>>) -> tensor<?x2x4x4x!q, #nn.dims<N>>
  %k = nn.matmul %x, %wk bias %bk : (tensor<?x4x8x!x, #nn.dims<N>>, tensor<8x8x!w>, tensor<8xf32>) -> tensor<?x4x8x!k, #nn.dims<N>>
  %kr = nn.reshape %k : (tensor<?x4x8x!k, #nn.dims<N>>) -> tensor<?x4x2x4x!k, #nn.dims<N>>
  %kt = nn.transpose %kr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4x!k, #nn.dims<N>>) -> tensor<?x2x4x4x!k, #nn.dims<N>>
  %v = nn.matmul %x, %wv bias %bv : (tensor<?x4x8x!x, #nn.dims<N>>, tensor<8x8x!u>, tensor<8xf32>) -> tensor<?x4x8x!v, #nn.dims<N>>
  %vr = nn.reshape %v : (tensor<?x4x8x!v, #nn.dims<N>>) -> tensor<?x4x2x4x!v, #nn.dims<N>>
  %vt = nn.transpose %vr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4x!v, #nn.dims<N>>) -> tensor<?x2x4x4x!v, #nn.dims<N>>
  %s = nn.matmul %qt, %kt {transpose_b} : (tensor<?x2x4x4x!q, #nn.dims<N>>, tensor<?x2x4x4x!k, #nn.dims<N>>) -> tensor<?x2x4x4x!s, #nn.dims<N>>
  %c = nn.matmul %s, %vt : (tensor<?x2x4x4x!s, #nn.dims<N>>, tensor<?x2x4x4x!v, #nn.dims<N>>) -> tensor<?x2x4x4x!s, #nn.dims<N>>
  return %c : tensor<?x2x4x4x!s, #nn.dims<N>>
}

func.func @floats(
    %x: tensor<?x4x8xf32, #nn.dims<N>> {check.input = dense<[[[-1.0, 0.0, -0.5, 0.0, 1.0, -0.5, 0.0, -0.5], [-0.5, 1.0, -1.0, -0.5, -1.0, -1.0, -0.5, 0.5], [0.0, 0.0, -1.0, 0.5, 0.5, -0.5, -1.0, -0.5], [-1.0, 0.5, 0.0, 0.0, -0.5, 0.0, 1.0, -0.5]], [[0.5, -1.0, -0.5, 1.0, 1.0, -1.0, 1.0, 1.0], [0.0, -0.5, 1.0, 1.0, 0.5, -0.5, -0.5, 1.0], [-0.5, 0.0, 0.5, -0.5, -0.5, 0.5, -1.0, 0.5], [1.0, 0.5, 0.5, 0.0, 1.0, -0.5, -0.5, 0.5]]]> : tensor<2x4x8xf32>},
    %wq: tensor<8x8xf32> {check.constant = dense<[[0.0, -0.5, -0.5, 0.5, 0.5, 0.0, 0.5, 0.0], [-0.5, 0.5, -0.5, -0.5, -0.5, 0.0, -0.5, 0.5], [0.5, 0.0, -0.5, 0.5, -0.5, 0.0, -0.5, 0.5], [0.5, 0.5, 0.0, 0.5, 0.0, 0.5, -0.5, -0.5], [0.0, 0.5, 0.0, 0.5, 0.5, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.5, 0.5, -0.5, 0.0, 0.0], [-0.5, -0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 0.5], [0.0, 0.5, 0.0, -0.5, -0.5, 0.5, 0.0, -0.5]]> : tensor<8x8xf32>},
    %wk: tensor<8x8xf32> {check.constant = dense<[[0.5, 0.5, -0.5, -0.5, 0.5, 0.0, 0.0, -0.5], [-0.5, 0.5, 0.5, 0.5, 0.0, -0.5, -0.5, 0.0], [0.5, -0.5, 0.0, 0.0, 0.0, 0.0, 0.5, -0.5], [0.5, 0.5, 0.5, -0.5, 0.0, 0.0, -0.5, -0.5], [0.5, -0.5, 0.5, -0.5, 0.0, 0.0, -0.5, 0.5], [0.0, 0.5, -0.5, 0.0, 0.0, 0.0, -0.5, 0.5], [0.0, 0.5, -0.5, 0.0, -0.5, 0.5, 0.0, 0.0], [0.5, 0.0, 0.5, 0.5, 0.0, 0.0, -0.5, 0.5]]> : tensor<8x8xf32>},
    %wv: tensor<8x8xf32> {check.constant = dense<[[0.5, 0.5, 0.0, -0.5, 0.5, -0.5, 0.5, -0.5], [-0.5, -0.5, 0.0, -0.5, -0.5, -0.5, 0.5, -0.5], [-0.5, 0.0, -0.5, 0.5, 0.5, 0.0, 0.0, 0.0], [0.5, 0.0, -0.5, 0.5, -0.5, 0.5, 0.0, 0.5], [-0.5, 0.0, 0.5, 0.5, -0.5, 0.0, -0.5, 0.5], [0.0, -0.5, 0.5, 0.5, -0.5, 0.0, 0.0, 0.5], [0.5, 0.0, 0.5, -0.5, 0.0, 0.0, 0.5, -0.5], [-0.5, -0.5, 0.5, 0.0, 0.0, 0.0, -0.5, 0.5]]> : tensor<8x8xf32>},
    %bq: tensor<8xf32> {check.constant = dense<[1.0, -1.0, 0.5, 0.0, -0.5, 0.0, 1.0, 0.0]> : tensor<8xf32>},
    %bk: tensor<8xf32> {check.constant = dense<[0.0, 0.5, 0.5, 0.0, 1.0, 0.0, 0.5, 0.0]> : tensor<8xf32>},
    %bv: tensor<8xf32> {check.constant = dense<[0.0, 0.5, 1.0, -0.5, -0.5, 0.0, -0.5, 0.5]> : tensor<8xf32>})
    -> (tensor<?x2x4x4xf32, #nn.dims<N>> {check.expected = dense<[[[[-0.625, 2.65625, 1.90625, 0.75], [1.4375, 3.53125, -2.3125, 11.75], [0.359375, 0.5, -2.40625, 5.25], [-0.8125, 3.34375, 1.8125, 3.125]], [[-0.25, 0.015625, 0.40625, -0.515625], [5.5625, -0.09375, 5.125, -3.4375], [-1.0625, -0.0625, 0.28125, -0.53125], [2.125, 0.03125, 1.71875, -1.25]]], [[[-6.28125, 9.328125, 12.0, 2.53125], [-2.015625, 9.53125, 11.25, 1.046875], [-0.4375, 7.75, 8.34375, 0.5625], [0.359375, 1.671875, 1.59375, 0.296875]], [[-0.640625, 1.921875, -2.515625, 2.875], [1.390625, 1.359375, 6.484375, -6.09375], [1.75, -0.46875, 6.65625, -6.46875], [0.46875, 0.46875, 1.8125, -1.625]]]]> : tensor<2x2x4x4xf32>}) {
  %q = nn.matmul %x, %wq bias %bq : (tensor<?x4x8xf32, #nn.dims<N>>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<?x4x8xf32, #nn.dims<N>>
  %qr = nn.reshape %q : (tensor<?x4x8xf32, #nn.dims<N>>) -> tensor<?x4x2x4xf32, #nn.dims<N>>
  %qt = nn.transpose %qr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4xf32, #nn.dims<N>>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
  %k = nn.matmul %x, %wk bias %bk : (tensor<?x4x8xf32, #nn.dims<N>>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<?x4x8xf32, #nn.dims<N>>
  %kr = nn.reshape %k : (tensor<?x4x8xf32, #nn.dims<N>>) -> tensor<?x4x2x4xf32, #nn.dims<N>>
  %kt = nn.transpose %kr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4xf32, #nn.dims<N>>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
  %v = nn.matmul %x, %wv bias %bv : (tensor<?x4x8xf32, #nn.dims<N>>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<?x4x8xf32, #nn.dims<N>>
  %vr = nn.reshape %v : (tensor<?x4x8xf32, #nn.dims<N>>) -> tensor<?x4x2x4xf32, #nn.dims<N>>
  %vt = nn.transpose %vr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4xf32, #nn.dims<N>>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
  %s = nn.matmul %qt, %kt {transpose_b} : (tensor<?x2x4x4xf32, #nn.dims<N>>, tensor<?x2x4x4xf32, #nn.dims<N>>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
  %c = nn.matmul %s, %vt : (tensor<?x2x4x4xf32, #nn.dims<N>>, tensor<?x2x4x4xf32, #nn.dims<N>>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
  return %c : tensor<?x2x4x4xf32, #nn.dims<N>>
}
