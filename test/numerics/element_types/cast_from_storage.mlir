// Casts from narrow integers; values of less than a byte are constants that every reader sees whole.

func.func @ui8_to_others(
    %x: tensor<5xui8> {check.input = dense<[0, 1, 127, 128, 255]> : tensor<5xui8>})
    -> (tensor<5xi8> {check.expected = dense<[0, 1, 127, -128, -1]> : tensor<5xi8>}, tensor<5xui16> {check.expected = dense<[0, 1, 127, 128, 255]> : tensor<5xui16>}, tensor<5xi64> {check.expected = dense<[0, 1, 127, 128, 255]> : tensor<5xi64>}, tensor<5xf32> {check.expected = dense<[0.0, 1.0, 1.27e2, 1.28e2, 2.55e2]> : tensor<5xf32>}, tensor<5xi1> {check.expected = dense<[false, true, true, true, true]> : tensor<5xi1>}) {
  %y0 = nn.cast %x : (tensor<5xui8>) -> tensor<5xi8>
  %y1 = nn.cast %x : (tensor<5xui8>) -> tensor<5xui16>
  %y2 = nn.cast %x : (tensor<5xui8>) -> tensor<5xi64>
  %y3 = nn.cast %x : (tensor<5xui8>) -> tensor<5xf32>
  %y4 = nn.cast %x : (tensor<5xui8>) -> tensor<5xi1>
  return %y0, %y1, %y2, %y3, %y4 : tensor<5xi8>, tensor<5xui16>, tensor<5xi64>, tensor<5xf32>, tensor<5xi1>
}

func.func @i8_to_others(
    %x: tensor<5xi8> {check.input = dense<[0, 1, -1, 127, -128]> : tensor<5xi8>})
    -> (tensor<5xui8> {check.expected = dense<[0, 1, 255, 127, 128]> : tensor<5xui8>}, tensor<5xui16> {check.expected = dense<[0, 1, 65535, 127, 65408]> : tensor<5xui16>}, tensor<5xi64> {check.expected = dense<[0, 1, -1, 127, -128]> : tensor<5xi64>}, tensor<5xf32> {check.expected = dense<[0.0, 1.0, -1.0, 1.27e2, -1.28e2]> : tensor<5xf32>}, tensor<5xi1> {check.expected = dense<[false, true, true, true, true]> : tensor<5xi1>}) {
  %y0 = nn.cast %x : (tensor<5xi8>) -> tensor<5xui8>
  %y1 = nn.cast %x : (tensor<5xi8>) -> tensor<5xui16>
  %y2 = nn.cast %x : (tensor<5xi8>) -> tensor<5xi64>
  %y3 = nn.cast %x : (tensor<5xi8>) -> tensor<5xf32>
  %y4 = nn.cast %x : (tensor<5xi8>) -> tensor<5xi1>
  return %y0, %y1, %y2, %y3, %y4 : tensor<5xui8>, tensor<5xui16>, tensor<5xi64>, tensor<5xf32>, tensor<5xi1>
}

func.func @ui16_to_others(
    %x: tensor<5xui16> {check.input = dense<[0, 1, 32768, 65535, 300]> : tensor<5xui16>})
    -> (tensor<5xi8> {check.expected = dense<[0, 1, 0, -1, 44]> : tensor<5xi8>}, tensor<5xui8> {check.expected = dense<[0, 1, 0, 255, 44]> : tensor<5xui8>}, tensor<5xi64> {check.expected = dense<[0, 1, 32768, 65535, 300]> : tensor<5xi64>}, tensor<5xf32> {check.expected = dense<[0.0, 1.0, 3.2768e4, 6.5535e4, 3.0e2]> : tensor<5xf32>}, tensor<5xi1> {check.expected = dense<[false, true, true, true, true]> : tensor<5xi1>}) {
  %y0 = nn.cast %x : (tensor<5xui16>) -> tensor<5xi8>
  %y1 = nn.cast %x : (tensor<5xui16>) -> tensor<5xui8>
  %y2 = nn.cast %x : (tensor<5xui16>) -> tensor<5xi64>
  %y3 = nn.cast %x : (tensor<5xui16>) -> tensor<5xf32>
  %y4 = nn.cast %x : (tensor<5xui16>) -> tensor<5xi1>
  return %y0, %y1, %y2, %y3, %y4 : tensor<5xi8>, tensor<5xui8>, tensor<5xi64>, tensor<5xf32>, tensor<5xi1>
}

func.func @i16_to_others(
    %x: tensor<5xi16> {check.input = dense<[0, -1, 32767, -32768, 300]> : tensor<5xi16>})
    -> (tensor<5xi8> {check.expected = dense<[0, -1, -1, 0, 44]> : tensor<5xi8>}, tensor<5xui8> {check.expected = dense<[0, 255, 255, 0, 44]> : tensor<5xui8>}, tensor<5xui16> {check.expected = dense<[0, 65535, 32767, 32768, 300]> : tensor<5xui16>}, tensor<5xi64> {check.expected = dense<[0, -1, 32767, -32768, 300]> : tensor<5xi64>}, tensor<5xf32> {check.expected = dense<[0.0, -1.0, 3.2767e4, -3.2768e4, 3.0e2]> : tensor<5xf32>}, tensor<5xi1> {check.expected = dense<[false, true, true, true, true]> : tensor<5xi1>}) {
  %y0 = nn.cast %x : (tensor<5xi16>) -> tensor<5xi8>
  %y1 = nn.cast %x : (tensor<5xi16>) -> tensor<5xui8>
  %y2 = nn.cast %x : (tensor<5xi16>) -> tensor<5xui16>
  %y3 = nn.cast %x : (tensor<5xi16>) -> tensor<5xi64>
  %y4 = nn.cast %x : (tensor<5xi16>) -> tensor<5xf32>
  %y5 = nn.cast %x : (tensor<5xi16>) -> tensor<5xi1>
  return %y0, %y1, %y2, %y3, %y4, %y5 : tensor<5xi8>, tensor<5xui8>, tensor<5xui16>, tensor<5xi64>, tensor<5xf32>, tensor<5xi1>
}

func.func @i1_to_others(
    %x: tensor<2xi1> {check.input = dense<[true, false]> : tensor<2xi1>})
    -> (tensor<2xi8> {check.expected = dense<[1, 0]> : tensor<2xi8>}, tensor<2xui8> {check.expected = dense<[1, 0]> : tensor<2xui8>}, tensor<2xui16> {check.expected = dense<[1, 0]> : tensor<2xui16>}, tensor<2xi64> {check.expected = dense<[1, 0]> : tensor<2xi64>}, tensor<2xf32> {check.expected = dense<[1.0, 0.0]> : tensor<2xf32>}) {
  %y0 = nn.cast %x : (tensor<2xi1>) -> tensor<2xi8>
  %y1 = nn.cast %x : (tensor<2xi1>) -> tensor<2xui8>
  %y2 = nn.cast %x : (tensor<2xi1>) -> tensor<2xui16>
  %y3 = nn.cast %x : (tensor<2xi1>) -> tensor<2xi64>
  %y4 = nn.cast %x : (tensor<2xi1>) -> tensor<2xf32>
  return %y0, %y1, %y2, %y3, %y4 : tensor<2xi8>, tensor<2xui8>, tensor<2xui16>, tensor<2xi64>, tensor<2xf32>
}

func.func @four_bits(
    %c: tensor<5xi4> {check.constant = dense<[-8, 7, 0, -1, 3]> : tensor<5xi4>},
    %d: tensor<5xui4> {check.constant = dense<[15, 0, 9, 8, 1]> : tensor<5xui4>})
    -> (tensor<5xf32> {check.expected = dense<[-8.0, 7.0, 0.0, -1.0, 3.0]> : tensor<5xf32>}, tensor<5xi32> {check.expected = dense<[15, 0, 9, 8, 1]> : tensor<5xi32>}, tensor<5xi8> {check.expected = dense<[-8, 7, 0, -1, 3]> : tensor<5xi8>}, tensor<5xf16> {check.expected = dense<[0x4B80, 0x0000, 0x4880, 0x4800, 0x3C00]> : tensor<5xf16>}) {
  %y0 = nn.cast %c : (tensor<5xi4>) -> tensor<5xf32>
  %y1 = nn.cast %d : (tensor<5xui4>) -> tensor<5xi32>
  %y2 = nn.cast %c : (tensor<5xi4>) -> tensor<5xi8>
  %y3 = nn.cast %d : (tensor<5xui4>) -> tensor<5xf16>
  return %y0, %y1, %y2, %y3 : tensor<5xf32>, tensor<5xi32>, tensor<5xi8>, tensor<5xf16>
}
