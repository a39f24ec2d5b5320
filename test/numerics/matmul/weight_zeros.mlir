// Products with constant weights that have zero points (R5), of one or of each column (A6).
!u8 = !quant.uniform<u8:f32, 0.02500000037252903:77>
!i8 = !quant.uniform<i8:f32, 0.05000000074505806:-9>
!x16 = !quant.uniform<i16:f32, 0.00030517578125>
!y16 = !quant.uniform<i16:f32, 0.0024414062500>
!y = !quant.uniform<i8:f32, 0.5:4>
!wu = !quant.uniform<u8:f32, 0.0078125:113>
!wi = !quant.uniform<i8:f32, 0.0078125:-100>
!c1 = !quant.uniform<u8:f32:1, {0.019999999552965164:3, 0.05000000074505806:250, 0.0099999997764825821:128}>
!c0 = !quant.uniform<i8:f32:0, {0.019999999552965164:90, 0.05000000074505806:-128, 0.0099999997764825821}>
!c2 = !quant.uniform<u8:f32:2, {0.019999999552965164:3, 0.05000000074505806:250, 0.0099999997764825821:128}>
!n1 = !quant.uniform<u8:f32:1, {0.019999999552965164:40, 0.05000000074505806:100, 0.0099999997764825821:200}>
!q = !quant.uniform<i8:f32, 0.10000000149011612>

// Any number of rows; u8 around 113.
func.func @per_tensor(
    %a: tensor<?x5x!u8, #nn.dims<N>> {check.input = dense<[[174, 37, 107, 182, 210], [121, 218, 33, 87, 249], [50, 178, 54, 32, 40]]> : tensor<3x5xui8>},
    %b: tensor<5x3x!wu> {check.constant = dense<[[231, 250, 26], [181, 23, 209], [84, 12, 240], [235, 8, 99], [235, 89, 156]]> : tensor<5x3xui8>},
    %c: tensor<3xi32> {check.constant = dense<[3697, -4330, -84]> : tensor<3xi32>})
    -> (tensor<?x3x!y, #nn.dims<N>> {check.expected = dense<[[20, 2, 2], [20, -1, 8], [3, 0, 7]]> : tensor<3x3xi8>}) {
  %y = nn.matmul %a, %b bias %c : (tensor<?x5x!u8, #nn.dims<N>>, tensor<5x3x!wu>, tensor<3xi32>) -> tensor<?x3x!y, #nn.dims<N>>
  return %y : tensor<?x3x!y, #nn.dims<N>>
}

// Matrices with several rows; each column has its own zero point.
func.func @per_column(
    %a: tensor<?x2x5x!i8, #nn.dims<N>> {check.input = dense<[[[17, 108, -11, 86, 16], [-18, 60, 88, 45, 30]], [[127, 26, -88, 107, 80], [-34, -23, 42, 72, 52]]]> : tensor<2x2x5xi8>},
    %b: tensor<5x3x!c1> {check.constant = dense<[[228, 18, 253], [124, 68, 55], [115, 77, 241], [127, 242, 172], [95, 102, 240]]> : tensor<5x3xui8>},
    %c: tensor<3xi32> {check.constant = dense<[1580, -942, 2484]> : tensor<3xi32>})
    -> (tensor<?x2x3x!y, #nn.dims<N>> {check.expected = dense<[[[75, -128, 8], [62, -128, 18]], [[104, -128, 27], [35, -51, 21]]]> : tensor<2x2x3xi8>}) {
  %y = nn.matmul %a, %b bias %c : (tensor<?x2x5x!i8, #nn.dims<N>>, tensor<5x3x!c1>, tensor<3xi32>) -> tensor<?x2x3x!y, #nn.dims<N>>
  return %y : tensor<?x2x3x!y, #nn.dims<N>>
}

// Stored as [n, k]; a float bias (E3).
func.func @transposed(
    %a: tensor<2x5x!u8> {check.input = dense<[[95, 55, 193, 21, 120], [105, 114, 54, 98, 31]]> : tensor<2x5xui8>},
    %b: tensor<3x5x!c0> {check.constant = dense<[[-18, 60, -93, -90, -113], [85, 65, -117, 16, -9], [44, -33, 77, 1, -70]]> : tensor<3x5xi8>},
    %c: tensor<3xf32> {check.constant = dense<[0.0, -2.75, 0.0]> : tensor<3xf32>})
    -> (tensor<2x3x!y> {check.expected = dense<[[-17, -7, 8], [10, 25, 5]]> : tensor<2x3xi8>}) {
  %y = nn.matmul %a, %b bias %c {transpose_b} : (tensor<2x5x!u8>, tensor<3x5x!c0>, tensor<3xf32>) -> tensor<2x3x!y>
  return %y : tensor<2x3x!y>
}

// A float result (E4).
func.func @float_result(
    %a: tensor<2x4x!u8> {check.input = dense<[[71, 110, 77, 133], [194, 176, 95, 127]]> : tensor<2x4xui8>},
    %b: tensor<4x3x!wi> {check.constant = dense<[[-46, -49, 34], [72, -81, -63], [-101, 125, 50], [-88, 65, -50]]> : tensor<4x3xi8>})
    -> (tensor<2x3xf32> {check.expected = dense<[[1.1765625, 1.8673829, 6.2832034e-1], [4.6734376, 3.9351563, 4.7931643]]> : tensor<2x3xf32>}) {
  %y = nn.matmul %a, %b : (tensor<2x4x!u8>, tensor<4x3x!wi>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// A matrix each.
func.func @matrices(
    %a: tensor<2x3x4x!u8> {check.input = dense<[[[75, 125, 162, 168], [8, 189, 103, 234], [147, 239, 64, 169]], [[89, 219, 156, 192], [151, 195, 39, 58], [180, 47, 20, 143]]]> : tensor<2x3x4xui8>},
    %b: tensor<2x4x3x!c2> {check.constant = dense<[[[248, 79, 51], [185, 64, 198], [51, 48, 253], [153, 73, 115]], [[154, 11, 253], [122, 243, 202], [10, 204, 133], [225, 153, 71]]]> : tensor<2x4x3xui8>})
    -> (tensor<2x3x3x!y> {check.expected = dense<[[[30, -101, 10], [32, -101, 11], [64, -128, 6]], [[49, -43, 7], [25, -33, 13], [30, -66, 7]]]> : tensor<2x3x3xi8>}) {
  %y = nn.matmul %a, %b : (tensor<2x3x4x!u8>, tensor<2x4x3x!c2>) -> tensor<2x3x3x!y>
  return %y : tensor<2x3x3x!y>
}

// Weights minus their zero point in −128 … 127, both ends included.
func.func @centered(
    %a: tensor<2x4x!i8> {check.input = dense<[[51, -55, -43, 22], [-45, 111, -127, -30]]> : tensor<2x4xi8>},
    %b: tensor<4x3x!n1> {check.constant = dense<[[167, 141, 124], [86, 79, 143], [91, 152, 103], [124, 78, 72]]> : tensor<4x3xui8>},
    %c: tensor<3xi32> {check.constant = dense<[-4692, -2768, 4269]> : tensor<3xi32>})
    -> (tensor<2x3x!y> {check.expected = dense<[[7, -5, 6], [-19, -58, 18]]> : tensor<2x3xi8>}) {
  %y = nn.matmul %a, %b bias %c : (tensor<2x4x!i8>, tensor<4x3x!n1>, tensor<3xi32>) -> tensor<2x3x!y>
  return %y : tensor<2x3x!y>
}

// Multiplied in fixed point (G2).
func.func @fixed_point(
    %a: tensor<2x4x!i8> {check.input = dense<[[122, -17, 104, -76], [22, 53, 99, -126]]> : tensor<2x4xi8>},
    %b: tensor<4x3x!c1> {check.constant = dense<[[152, 62, 99], [245, 167, 229], [48, 162, 237], [23, 223, 81]]> : tensor<4x3xui8>})
    -> (tensor<2x3x!y> {check.expected = dense<[[47, -128, 15], [48, -83, 27]]> : tensor<2x3xi8>}) attributes {nn.fixed_point} {
  %y = nn.matmul %a, %b : (tensor<2x4x!i8>, tensor<4x3x!c1>) -> tensor<2x3x!y>
  return %y : tensor<2x3x!y>
}

// Beside 16 bits (X1).
func.func @sixteen(
    %a: tensor<2x4x!x16> {check.input = dense<[[-5166, -30938, 22170, -18404], [32204, -31102, -25596, -24500]]> : tensor<2x4xi16>},
    %b: tensor<4x3x!c1> {check.constant = dense<[[173, 162, 52], [25, 67, 39], [183, 231, 109], [85, 133, 85]]> : tensor<4x3xui8>},
    %c: tensor<3xi64> {check.constant = dense<[-3186, -4135, 1512]> : tensor<3xi64>})
    -> (tensor<2x3x!y16> {check.expected = dense<[[2299, 32767, 4397], [-4573, 32767, 2327]]> : tensor<2x3xi16>}) {
  %y = nn.matmul %a, %b bias %c : (tensor<2x4x!x16>, tensor<4x3x!c1>, tensor<3xi64>) -> tensor<2x3x!y16>
  return %y : tensor<2x3x!y16>
}

// Products of one value that are read head by head.
func.func @heads(
    %x: tensor<?x4x6x!i8, #nn.dims<N>> {check.input = dense<[[[75, 5, 45, -99, 12, 44], [30, -122, -103, 124, -62, -69], [21, 59, 115, 62, 81, 106], [36, 26, 4, -76, -125, -97]]]> : tensor<1x4x6xi8>},
    %wq: tensor<6x8x!wu> {check.constant = dense<[[228, 78, 17, 35, 33, 96, 177, 206], [207, 245, 201, 67, 115, 165, 45, 175], [9, 57, 217, 81, 250, 214, 62, 235], [221, 251, 103, 232, 79, 91, 129, 92], [2, 183, 113, 209, 51, 58, 182, 178], [128, 154, 222, 225, 229, 254, 81, 204]]> : tensor<6x8xui8>},
    %wk: tensor<6x8x!wu> {check.constant = dense<[[71, 222, 240, 112, 129, 30, 24, 50], [11, 102, 253, 181, 148, 186, 13, 167], [130, 29, 129, 170, 111, 236, 243, 92], [242, 62, 31, 166, 38, 81, 104, 175], [213, 228, 159, 246, 186, 223, 147, 30], [53, 105, 209, 106, 3, 110, 178, 253]]> : tensor<6x8xui8>},
    %wv: tensor<6x8x!wi> {check.constant = dense<[[-79, -49, -8, -3, 121, -26, 9, -64], [-114, -28, -19, -84, 41, -44, -114, 9], [-64, 58, -124, 68, 10, 58, -31, 97], [0, 127, -53, 91, 40, 108, -84, 3], [104, -66, 117, 119, -2, 58, -9, 40], [92, 61, -54, 20, 77, 20, -55, 64]]> : tensor<6x8xi8>})
    -> (tensor<?x2x4x4x!y, #nn.dims<N>> {check.expected = dense<[[[[-128, -128, -128, -128], [-128, -106, -128, -128], [127, 127, 127, 127], [-128, -128, -128, -128]], [[127, 127, 127, 127], [-128, -128, -128, -128], [127, 127, 127, 127], [-128, -128, -128, -128]]]]> : tensor<1x2x4x4xi8>}) {
  %q = nn.matmul %x, %wq : (tensor<?x4x6x!i8, #nn.dims<N>>, tensor<6x8x!wu>) -> tensor<?x4x8x!q, #nn.dims<N>>
  %qr = nn.reshape %q : (tensor<?x4x8x!q, #nn.dims<N>>) -> tensor<?x4x2x4x!q, #nn.dims<N>>
  %qt = nn.transpose %qr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4x!q, #nn.dims<N>>) -> tensor<?x2x4x4x!q, #nn.dims<N>>
  %k = nn.matmul %x, %wk : (tensor<?x4x6x!i8, #nn.dims<N>>, tensor<6x8x!wu>) -> tensor<?x4x8x!q, #nn.dims<N>>
  %kr = nn.reshape %k : (tensor<?x4x8x!q, #nn.dims<N>>) -> tensor<?x4x2x4x!q, #nn.dims<N>>
  %kt = nn.transpose %kr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4x!q, #nn.dims<N>>) -> tensor<?x2x4x4x!q, #nn.dims<N>>
  %v = nn.matmul %x, %wv : (tensor<?x4x6x!i8, #nn.dims<N>>, tensor<6x8x!wi>) -> tensor<?x4x8x!q, #nn.dims<N>>
  %vr = nn.reshape %v : (tensor<?x4x8x!q, #nn.dims<N>>) -> tensor<?x4x2x4x!q, #nn.dims<N>>
  %vt = nn.transpose %vr {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x4x2x4x!q, #nn.dims<N>>) -> tensor<?x2x4x4x!q, #nn.dims<N>>
  %s = nn.matmul %qt, %kt {transpose_b} : (tensor<?x2x4x4x!q, #nn.dims<N>>, tensor<?x2x4x4x!q, #nn.dims<N>>) -> tensor<?x2x4x4x!q, #nn.dims<N>>
  %y = nn.matmul %s, %vt : (tensor<?x2x4x4x!q, #nn.dims<N>>, tensor<?x2x4x4x!q, #nn.dims<N>>) -> tensor<?x2x4x4x!y, #nn.dims<N>>
  return %y : tensor<?x2x4x4x!y, #nn.dims<N>>
}
