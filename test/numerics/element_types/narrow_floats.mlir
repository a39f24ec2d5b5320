// Floats of 8 and 16 bits: what codes mean, what f32 and integers are rounded to, with and without
// saturation, and rounding where such a value is stored inside a fused chain (H1, H2).

func.func @every_f8E4M3FN(
    %x: tensor<256xf8E4M3FN> {check.input = dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]> : tensor<256xf8E4M3FN>})
    -> (tensor<256xf32> {check.expected = dense<[0.0, 1.953125e-3, 3.90625e-3, 5.859375e-3, 7.8125e-3, 9.765625e-3, 1.171875e-2, 1.3671875e-2, 1.5625e-2, 1.7578125e-2, 1.953125e-2, 2.1484375e-2, 2.34375e-2, 2.5390625e-2, 2.734375e-2, 2.9296875e-2, 3.125e-2, 3.515625e-2, 3.90625e-2, 4.296875e-2, 4.6875e-2, 5.078125e-2, 5.46875e-2, 5.859375e-2, 6.25e-2, 7.03125e-2, 7.8125e-2, 8.59375e-2, 9.375e-2, 1.015625e-1, 1.09375e-1, 1.171875e-1, 1.25e-1, 1.40625e-1, 1.5625e-1, 1.71875e-1, 1.875e-1, 2.03125e-1, 2.1875e-1, 2.34375e-1, 2.5e-1, 2.8125e-1, 3.125e-1, 3.4375e-1, 3.75e-1, 4.0625e-1, 4.375e-1, 4.6875e-1, 5.0e-1, 5.625e-1, 6.25e-1, 6.875e-1, 7.5e-1, 8.125e-1, 8.75e-1, 9.375e-1, 1.0, 1.125, 1.25, 1.375, 1.5, 1.625, 1.75, 1.875, 2.0, 2.25, 2.5, 2.75, 3.0, 3.25, 3.5, 3.75, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 9.0, 1.0e1, 1.1e1, 1.2e1, 1.3e1, 1.4e1, 1.5e1, 1.6e1, 1.8e1, 2.0e1, 2.2e1, 2.4e1, 2.6e1, 2.8e1, 3.0e1, 3.2e1, 3.6e1, 4.0e1, 4.4e1, 4.8e1, 5.2e1, 5.6e1, 6.0e1, 6.4e1, 7.2e1, 8.0e1, 8.8e1, 9.6e1, 1.04e2, 1.12e2, 1.2e2, 1.28e2, 1.44e2, 1.6e2, 1.76e2, 1.92e2, 2.08e2, 2.24e2, 2.4e2, 2.56e2, 2.88e2, 3.2e2, 3.52e2, 3.84e2, 4.16e2, 4.48e2, 0x7FC00000, -0.0, -1.953125e-3, -3.90625e-3, -5.859375e-3, -7.8125e-3, -9.765625e-3, -1.171875e-2, -1.3671875e-2, -1.5625e-2, -1.7578125e-2, -1.953125e-2, -2.1484375e-2, -2.34375e-2, -2.5390625e-2, -2.734375e-2, -2.9296875e-2, -3.125e-2, -3.515625e-2, -3.90625e-2, -4.296875e-2, -4.6875e-2, -5.078125e-2, -5.46875e-2, -5.859375e-2, -6.25e-2, -7.03125e-2, -7.8125e-2, -8.59375e-2, -9.375e-2, -1.015625e-1, -1.09375e-1, -1.171875e-1, -1.25e-1, -1.40625e-1, -1.5625e-1, -1.71875e-1, -1.875e-1, -2.03125e-1, -2.1875e-1, -2.34375e-1, -2.5e-1, -2.8125e-1, -3.125e-1, -3.4375e-1, -3.75e-1, -4.0625e-1, -4.375e-1, -4.6875e-1, -5.0e-1, -5.625e-1, -6.25e-1, -6.875e-1, -7.5e-1, -8.125e-1, -8.75e-1, -9.375e-1, -1.0, -1.125, -1.25, -1.375, -1.5, -1.625, -1.75, -1.875, -2.0, -2.25, -2.5, -2.75, -3.0, -3.25, -3.5, -3.75, -4.0, -4.5, -5.0, -5.5, -6.0, -6.5, -7.0, -7.5, -8.0, -9.0, -1.0e1, -1.1e1, -1.2e1, -1.3e1, -1.4e1, -1.5e1, -1.6e1, -1.8e1, -2.0e1, -2.2e1, -2.4e1, -2.6e1, -2.8e1, -3.0e1, -3.2e1, -3.6e1, -4.0e1, -4.4e1, -4.8e1, -5.2e1, -5.6e1, -6.0e1, -6.4e1, -7.2e1, -8.0e1, -8.8e1, -9.6e1, -1.04e2, -1.12e2, -1.2e2, -1.28e2, -1.44e2, -1.6e2, -1.76e2, -1.92e2, -2.08e2, -2.24e2, -2.4e2, -2.56e2, -2.88e2, -3.2e2, -3.52e2, -3.84e2, -4.16e2, -4.48e2, 0xFFC00000]> : tensor<256xf32>}) {
  %y = nn.cast %x : (tensor<256xf8E4M3FN>) -> tensor<256xf32>
  return %y : tensor<256xf32>
}

func.func @every_f8E5M2(
    %x: tensor<256xf8E5M2> {check.input = dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]> : tensor<256xf8E5M2>})
    -> (tensor<256xf32> {check.expected = dense<[0.0, 1.5258789e-5, 3.0517578e-5, 4.5776367e-5, 6.1035156e-5, 7.6293945e-5, 9.1552734e-5, 1.0681152e-4, 1.2207031e-4, 1.5258789e-4, 1.8310547e-4, 2.1362305e-4, 2.4414062e-4, 3.0517578e-4, 3.6621094e-4, 4.272461e-4, 4.8828125e-4, 6.1035156e-4, 7.324219e-4, 8.544922e-4, 9.765625e-4, 1.2207031e-3, 1.4648438e-3, 1.7089844e-3, 1.953125e-3, 2.4414062e-3, 2.9296875e-3, 3.4179688e-3, 3.90625e-3, 4.8828125e-3, 5.859375e-3, 6.8359375e-3, 7.8125e-3, 9.765625e-3, 1.171875e-2, 1.3671875e-2, 1.5625e-2, 1.953125e-2, 2.34375e-2, 2.734375e-2, 3.125e-2, 3.90625e-2, 4.6875e-2, 5.46875e-2, 6.25e-2, 7.8125e-2, 9.375e-2, 1.09375e-1, 1.25e-1, 1.5625e-1, 1.875e-1, 2.1875e-1, 2.5e-1, 3.125e-1, 3.75e-1, 4.375e-1, 5.0e-1, 6.25e-1, 7.5e-1, 8.75e-1, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 7.0, 8.0, 1.0e1, 1.2e1, 1.4e1, 1.6e1, 2.0e1, 2.4e1, 2.8e1, 3.2e1, 4.0e1, 4.8e1, 5.6e1, 6.4e1, 8.0e1, 9.6e1, 1.12e2, 1.28e2, 1.6e2, 1.92e2, 2.24e2, 2.56e2, 3.2e2, 3.84e2, 4.48e2, 5.12e2, 6.4e2, 7.68e2, 8.96e2, 1.024e3, 1.28e3, 1.536e3, 1.792e3, 2.048e3, 2.56e3, 3.072e3, 3.584e3, 4.096e3, 5.12e3, 6.144e3, 7.168e3, 8.192e3, 1.024e4, 1.2288e4, 1.4336e4, 1.6384e4, 2.048e4, 2.4576e4, 2.8672e4, 3.2768e4, 4.096e4, 4.9152e4, 5.7344e4, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, -0.0, -1.5258789e-5, -3.0517578e-5, -4.5776367e-5, -6.1035156e-5, -7.6293945e-5, -9.1552734e-5, -1.0681152e-4, -1.2207031e-4, -1.5258789e-4, -1.8310547e-4, -2.1362305e-4, -2.4414062e-4, -3.0517578e-4, -3.6621094e-4, -4.272461e-4, -4.8828125e-4, -6.1035156e-4, -7.324219e-4, -8.544922e-4, -9.765625e-4, -1.2207031e-3, -1.4648438e-3, -1.7089844e-3, -1.953125e-3, -2.4414062e-3, -2.9296875e-3, -3.4179688e-3, -3.90625e-3, -4.8828125e-3, -5.859375e-3, -6.8359375e-3, -7.8125e-3, -9.765625e-3, -1.171875e-2, -1.3671875e-2, -1.5625e-2, -1.953125e-2, -2.34375e-2, -2.734375e-2, -3.125e-2, -3.90625e-2, -4.6875e-2, -5.46875e-2, -6.25e-2, -7.8125e-2, -9.375e-2, -1.09375e-1, -1.25e-1, -1.5625e-1, -1.875e-1, -2.1875e-1, -2.5e-1, -3.125e-1, -3.75e-1, -4.375e-1, -5.0e-1, -6.25e-1, -7.5e-1, -8.75e-1, -1.0, -1.25, -1.5, -1.75, -2.0, -2.5, -3.0, -3.5, -4.0, -5.0, -6.0, -7.0, -8.0, -1.0e1, -1.2e1, -1.4e1, -1.6e1, -2.0e1, -2.4e1, -2.8e1, -3.2e1, -4.0e1, -4.8e1, -5.6e1, -6.4e1, -8.0e1, -9.6e1, -1.12e2, -1.28e2, -1.6e2, -1.92e2, -2.24e2, -2.56e2, -3.2e2, -3.84e2, -4.48e2, -5.12e2, -6.4e2, -7.68e2, -8.96e2, -1.024e3, -1.28e3, -1.536e3, -1.792e3, -2.048e3, -2.56e3, -3.072e3, -3.584e3, -4.096e3, -5.12e3, -6.144e3, -7.168e3, -8.192e3, -1.024e4, -1.2288e4, -1.4336e4, -1.6384e4, -2.048e4, -2.4576e4, -2.8672e4, -3.2768e4, -4.096e4, -4.9152e4, -5.7344e4, 0xFF800000, 0xFFC00000, 0xFFC00000, 0xFFC00000]> : tensor<256xf32>}) {
  %y = nn.cast %x : (tensor<256xf8E5M2>) -> tensor<256xf32>
  return %y : tensor<256xf32>
}

func.func @codes_of_f16(
    %x: tensor<13xf16> {check.input = dense<[0x0000, 0x0001, 0x03FF, 0x0400, 0x3C00, 0x3555, 0x7BFF, 0x7C00, 0x8000, 0x8001, 0xFBFF, 0xFC00, 0xB266]> : tensor<13xf16>})
    -> (tensor<13xf32> {check.expected = dense<[0.0, 5.9604645e-8, 6.097555e-5, 6.1035156e-5, 1.0, 3.3325195e-1, 6.5504e4, 0x7F800000, -0.0, -5.9604645e-8, -6.5504e4, 0xFF800000, -1.9995117e-1]> : tensor<13xf32>}) {
  %y = nn.cast %x : (tensor<13xf16>) -> tensor<13xf32>
  return %y : tensor<13xf32>
}

func.func @codes_of_bf16(
    %x: tensor<13xbf16> {check.input = dense<[0x0000, 0x0001, 0x007F, 0x0080, 0x3F80, 0x4049, 0x7F7F, 0x7F80, 0x8000, 0x8001, 0xFF7F, 0xFF80, 0xC2F7]> : tensor<13xbf16>})
    -> (tensor<13xf32> {check.expected = dense<[0.0, 9.1835e-41, 1.1663108e-38, 1.1754944e-38, 1.0, 3.140625, 3.3895314e38, 0x7F800000, -0.0, -9.1835e-41, -3.3895314e38, 0xFF800000, -1.235e2]> : tensor<13xf32>}) {
  %y = nn.cast %x : (tensor<13xbf16>) -> tensor<13xf32>
  return %y : tensor<13xf32>
}

func.func @f32_to_f16(
    %x: tensor<17xf32> {check.input = dense<[0.1, -0.1, 65504.0, 65519.996, 65520.0, -65536.0, 1.00048828125, 1.0014648, 5.9604645e-8, 2.9802322e-8, 2.9802326e-8, 6.097555e-5, 3.0e38, 0x7F800000, 0xFF800000, 0x7FC00000, -0.0]> : tensor<17xf32>})
    -> (tensor<17xf16> {check.expected = dense<[0x2E66, 0xAE66, 0x7BFF, 0x7BFF, 0x7C00, 0xFC00, 0x3C00, 0x3C02, 0x0001, 0x0000, 0x0001, 0x03FF, 0x7C00, 0x7C00, 0xFC00, 0x7E00, 0x8000]> : tensor<17xf16>}, tensor<17xf16> {check.expected = dense<[0x2E66, 0xAE66, 0x7BFF, 0x7BFF, 0x7BFF, 0xFBFF, 0x3C00, 0x3C02, 0x0001, 0x0000, 0x0001, 0x03FF, 0x7BFF, 0x7BFF, 0xFBFF, 0x7E00, 0x8000]> : tensor<17xf16>}, tensor<17xf16> {check.expected = dense<[0x2E66, 0xAE66, 0x7BFF, 0x7BFF, 0x7C00, 0xFC00, 0x3C00, 0x3C02, 0x0001, 0x0000, 0x0001, 0x03FF, 0x7C00, 0x7C00, 0xFC00, 0x7E00, 0x8000]> : tensor<17xf16>}) {
  %y = nn.cast %x : (tensor<17xf32>) -> tensor<17xf16>
  %s = nn.cast %x {saturate = true} : (tensor<17xf32>) -> tensor<17xf16>
  %o = nn.cast %x {saturate = false} : (tensor<17xf32>) -> tensor<17xf16>
  return %y, %s, %o : tensor<17xf16>, tensor<17xf16>, tensor<17xf16>
}

func.func @f32_to_bf16(
    %x: tensor<17xf32> {check.input = dense<[0.1, -0.1, 3.3895314e38, 3.3961775e38, 3.4e38, 1.00390625, 1.01171875, 1.0039063, 9.18355e-41, 4.591775e-41, -1.0e-45, 3.1415927, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, -0.0]> : tensor<17xf32>})
    -> (tensor<17xbf16> {check.expected = dense<[0x3DCD, 0xBDCD, 0x7F7F, 0x7F80, 0x7F80, 0x3F80, 0x3F82, 0x3F80, 0x0001, 0x0000, 0x8000, 0x4049, 0x7F80, 0x7F80, 0xFF80, 0x7FC0, 0x8000]> : tensor<17xbf16>}, tensor<17xbf16> {check.expected = dense<[0x3DCD, 0xBDCD, 0x7F7F, 0x7F7F, 0x7F7F, 0x3F80, 0x3F82, 0x3F80, 0x0001, 0x0000, 0x8000, 0x4049, 0x7F7F, 0x7F7F, 0xFF7F, 0x7FC0, 0x8000]> : tensor<17xbf16>}, tensor<17xbf16> {check.expected = dense<[0x3DCD, 0xBDCD, 0x7F7F, 0x7F80, 0x7F80, 0x3F80, 0x3F82, 0x3F80, 0x0001, 0x0000, 0x8000, 0x4049, 0x7F80, 0x7F80, 0xFF80, 0x7FC0, 0x8000]> : tensor<17xbf16>}) {
  %y = nn.cast %x : (tensor<17xf32>) -> tensor<17xbf16>
  %s = nn.cast %x {saturate = true} : (tensor<17xf32>) -> tensor<17xbf16>
  %o = nn.cast %x {saturate = false} : (tensor<17xf32>) -> tensor<17xbf16>
  return %y, %s, %o : tensor<17xbf16>, tensor<17xbf16>, tensor<17xbf16>
}

func.func @f32_to_f8E4M3FN(
    %x: tensor<17xf32> {check.input = dense<[0.1, -0.1, 448.0, 464.0, 464.00003, 480.0, -1.0e9, 1.0625, 1.1875, 0.001953125, 9.765625e-4, 9.765626e-4, 0.0029296875, 240.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<17xf32>})
    -> (tensor<17xf8E4M3FN> {check.expected = dense<[0x1D, 0x9D, 0x7E, 0x7E, 0x7E, 0x7E, 0xFE, 0x38, 0x3A, 0x01, 0x00, 0x01, 0x02, 0x77, 0x7E, 0xFE, 0x7F]> : tensor<17xf8E4M3FN>}, tensor<17xf8E4M3FN> {check.expected = dense<[0x1D, 0x9D, 0x7E, 0x7E, 0x7E, 0x7E, 0xFE, 0x38, 0x3A, 0x01, 0x00, 0x01, 0x02, 0x77, 0x7E, 0xFE, 0x7F]> : tensor<17xf8E4M3FN>}, tensor<17xf8E4M3FN> {check.expected = dense<[0x1D, 0x9D, 0x7E, 0x7E, 0x7F, 0x7F, 0xFF, 0x38, 0x3A, 0x01, 0x00, 0x01, 0x02, 0x77, 0x7F, 0xFF, 0x7F]> : tensor<17xf8E4M3FN>}) {
  %y = nn.cast %x : (tensor<17xf32>) -> tensor<17xf8E4M3FN>
  %s = nn.cast %x {saturate = true} : (tensor<17xf32>) -> tensor<17xf8E4M3FN>
  %o = nn.cast %x {saturate = false} : (tensor<17xf32>) -> tensor<17xf8E4M3FN>
  return %y, %s, %o : tensor<17xf8E4M3FN>, tensor<17xf8E4M3FN>, tensor<17xf8E4M3FN>
}

func.func @f32_to_f8E5M2(
    %x: tensor<17xf32> {check.input = dense<[0.1, -0.1, 57344.0, 61439.996, 61440.0, 65536.0, -1.0e9, 1.125, 1.375, 1.5258789e-5, 7.6293945e-6, 7.62939545e-6, 2.2888184e-5, 49152.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<17xf32>})
    -> (tensor<17xf8E5M2> {check.expected = dense<[0x2E, 0xAE, 0x7B, 0x7B, 0x7B, 0x7B, 0xFB, 0x3C, 0x3E, 0x01, 0x00, 0x01, 0x02, 0x7A, 0x7B, 0xFB, 0x7E]> : tensor<17xf8E5M2>}, tensor<17xf8E5M2> {check.expected = dense<[0x2E, 0xAE, 0x7B, 0x7B, 0x7B, 0x7B, 0xFB, 0x3C, 0x3E, 0x01, 0x00, 0x01, 0x02, 0x7A, 0x7B, 0xFB, 0x7E]> : tensor<17xf8E5M2>}, tensor<17xf8E5M2> {check.expected = dense<[0x2E, 0xAE, 0x7B, 0x7B, 0x7C, 0x7C, 0xFC, 0x3C, 0x3E, 0x01, 0x00, 0x01, 0x02, 0x7A, 0x7C, 0xFC, 0x7E]> : tensor<17xf8E5M2>}) {
  %y = nn.cast %x : (tensor<17xf32>) -> tensor<17xf8E5M2>
  %s = nn.cast %x {saturate = true} : (tensor<17xf32>) -> tensor<17xf8E5M2>
  %o = nn.cast %x {saturate = false} : (tensor<17xf32>) -> tensor<17xf8E5M2>
  return %y, %s, %o : tensor<17xf8E5M2>, tensor<17xf8E5M2>, tensor<17xf8E5M2>
}

func.func @i32_to_f16(
    %x: tensor<13xi32> {check.input = dense<[0, 1, -1, 2049, 2051, 65519, 65520, -70000, 16777217, 2147483647, 449, 465, -8]> : tensor<13xi32>})
    -> (tensor<13xf16> {check.expected = dense<[0x0000, 0x3C00, 0xBC00, 0x6800, 0x6802, 0x7BFF, 0x7C00, 0xFC00, 0x7C00, 0x7C00, 0x5F04, 0x5F44, 0xC800]> : tensor<13xf16>}) {
  %y = nn.cast %x : (tensor<13xi32>) -> tensor<13xf16>
  return %y : tensor<13xf16>
}

func.func @i32_to_bf16(
    %x: tensor<13xi32> {check.input = dense<[0, 1, -1, 2049, 2051, 65519, 65520, -70000, 16777217, 2147483647, 449, 465, -8]> : tensor<13xi32>})
    -> (tensor<13xbf16> {check.expected = dense<[0x0000, 0x3F80, 0xBF80, 0x4500, 0x4500, 0x4780, 0x4780, 0xC789, 0x4B80, 0x4F00, 0x43E0, 0x43E8, 0xC100]> : tensor<13xbf16>}) {
  %y = nn.cast %x : (tensor<13xi32>) -> tensor<13xbf16>
  return %y : tensor<13xbf16>
}

func.func @i32_to_f8E4M3FN(
    %x: tensor<13xi32> {check.input = dense<[0, 1, -1, 2049, 2051, 65519, 65520, -70000, 16777217, 2147483647, 449, 465, -8]> : tensor<13xi32>})
    -> (tensor<13xf8E4M3FN> {check.expected = dense<[0x00, 0x38, 0xB8, 0x7E, 0x7E, 0x7E, 0x7E, 0xFE, 0x7E, 0x7E, 0x7E, 0x7E, 0xD0]> : tensor<13xf8E4M3FN>}) {
  %y = nn.cast %x : (tensor<13xi32>) -> tensor<13xf8E4M3FN>
  return %y : tensor<13xf8E4M3FN>
}

func.func @i32_to_f8E5M2(
    %x: tensor<13xi32> {check.input = dense<[0, 1, -1, 2049, 2051, 65519, 65520, -70000, 16777217, 2147483647, 449, 465, -8]> : tensor<13xi32>})
    -> (tensor<13xf8E5M2> {check.expected = dense<[0x00, 0x3C, 0xBC, 0x68, 0x68, 0x7B, 0x7B, 0xFB, 0x7B, 0x7B, 0x5F, 0x5F, 0xC8]> : tensor<13xf8E5M2>}) {
  %y = nn.cast %x : (tensor<13xi32>) -> tensor<13xf8E5M2>
  return %y : tensor<13xf8E5M2>
}

func.func @chain_in_f16(
    %x: tensor<8xf32> {check.input = dense<[0.1, 1.0009766, 333.3, -7.77, 1.0e-7, 60000.0, -0.3, 2.5]> : tensor<8xf32>},
    %w: tensor<8xf32> {check.input = dense<[3.0, -1.7, 0.01, 5.5, 9.0, 2.0, 0.25, 1.0]> : tensor<8xf32>})
    -> (tensor<8xf32> {check.expected = dense<[3.9990234e-1, 0.0, 3.365e2, 0.0, 1.1920929e-6, 0x7F800000, 0.0, 5.0]> : tensor<8xf32>}, tensor<8xf16> {check.expected = dense<[0x3666, 0xB99C, 0x5D42, 0xD250, 0x0014, 0x7C00, 0xB600, 0x4500]> : tensor<8xf16>}) {
  %h = nn.cast %x : (tensor<8xf32>) -> tensor<8xf16>
  %v = nn.cast %w : (tensor<8xf32>) -> tensor<8xf16>
  %m = nn.mul %h, %v : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  %a = nn.add %m, %h : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  %r = nn.relu %a : (tensor<8xf16>) -> tensor<8xf16>
  %y = nn.cast %r : (tensor<8xf16>) -> tensor<8xf32>
  return %y, %a : tensor<8xf32>, tensor<8xf16>
}

func.func @chain_in_bf16(
    %x: tensor<8xf32> {check.input = dense<[0.1, 1.0009766, 333.3, -7.77, 1.0e-7, 60000.0, -0.3, 2.5]> : tensor<8xf32>},
    %w: tensor<8xf32> {check.input = dense<[3.0, -1.7, 0.01, 5.5, 9.0, 2.0, 0.25, 1.0]> : tensor<8xf32>})
    -> (tensor<8xf32> {check.expected = dense<[4.0039062e-1, 0.0, 3.38e2, 0.0, 9.983778e-7, 1.80224e5, 0.0, 5.0]> : tensor<8xf32>}, tensor<8xbf16> {check.expected = dense<[0x3ECD, 0xBF34, 0x43A9, 0xC24A, 0x3586, 0x4830, 0xBEC0, 0x40A0]> : tensor<8xbf16>}) {
  %h = nn.cast %x : (tensor<8xf32>) -> tensor<8xbf16>
  %v = nn.cast %w : (tensor<8xf32>) -> tensor<8xbf16>
  %m = nn.mul %h, %v : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xbf16>
  %a = nn.add %m, %h : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xbf16>
  %r = nn.relu %a : (tensor<8xbf16>) -> tensor<8xbf16>
  %y = nn.cast %r : (tensor<8xbf16>) -> tensor<8xf32>
  return %y, %a : tensor<8xf32>, tensor<8xbf16>
}

func.func @chain_through_f8E4M3FN(
    %x: tensor<8xf32> {check.input = dense<[0.1, 1.0009766, 333.3, -7.77, 1.0e-7, 60000.0, -0.3, 2.5]> : tensor<8xf32>},
    %w: tensor<8xf32> {check.input = dense<[3.0, -1.7, 0.01, 5.5, 9.0, 2.0, 0.25, 1.0]> : tensor<8xf32>})
    -> (tensor<8xf32> {check.expected = dense<[4.125e-1, -7.4902344e-1, 3.3655e2, -5.177e1, 1.0e-7, 6.0448e4, -3.78125e-1, 5.0]> : tensor<8xf32>}) {
  %m = nn.mul %x, %w : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %h = nn.cast %m : (tensor<8xf32>) -> tensor<8xf8E4M3FN>
  %g = nn.cast %h : (tensor<8xf8E4M3FN>) -> tensor<8xf32>
  %y = nn.add %g, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

func.func @chain_through_f8E5M2(
    %x: tensor<8xf32> {check.input = dense<[0.1, 1.0009766, 333.3, -7.77, 1.0e-7, 60000.0, -0.3, 2.5]> : tensor<8xf32>},
    %w: tensor<8xf32> {check.input = dense<[3.0, -1.7, 0.01, 5.5, 9.0, 2.0, 0.25, 1.0]> : tensor<8xf32>})
    -> (tensor<8xf32> {check.expected = dense<[4.125e-1, -7.4902344e-1, 3.368e2, -4.777e1, 1.0e-7, 1.17344e5, -3.78125e-1, 5.0]> : tensor<8xf32>}) {
  %m = nn.mul %x, %w : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %h = nn.cast %m : (tensor<8xf32>) -> tensor<8xf8E5M2>
  %g = nn.cast %h : (tensor<8xf8E5M2>) -> tensor<8xf32>
  %y = nn.add %g, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

func.func @quantize_of_f16(
    %x: tensor<6xf16> {check.input = dense<[0x3C00, 0xBC00, 0x3555, 0x7C00, 0x7E00, 0x5640]> : tensor<6xf16>})
    -> (tensor<6x!quant.uniform<i8:f32, 0.5:3>> {check.expected = dense<[5, 1, 4, 127, 3, 127]> : tensor<6xi8>}) {
  %y = nn.quantize %x : (tensor<6xf16>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  return %y : tensor<6x!quant.uniform<i8:f32, 0.5:3>>
}
