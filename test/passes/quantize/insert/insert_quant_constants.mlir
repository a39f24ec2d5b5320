// RUN: qopt %s --split-input-file --insert-quant="region=all scheme=affine" 2>%t.said | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAID --implicit-check-not=float < %t.said
// SAID-COUNT-3: 1 of 1 layers integer

// The range of a constant is its numbers', wherever a NaN stands among them (P7): steps of 2/255, NaN
// the step of zero.
// CHECK-LABEL: @last
// CHECK:       nn.constant {nn.name = "k"} {{.*}} : tensor<3x!quant.uniform<i8:f32, 0.0078431377187371254:-128>>
// CHECK:       "0x400000007F7F80"
func.func @last(%x: tensor<1x3xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<1x3xf32> {
  %k = nn.constant {nn.name = "k"} dense<[2.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %y = nn.add %x, %k {nn.name = "y", nn.range = #nn.range<-3.0, 3.0>} : (tensor<1x3xf32>, tensor<3xf32>) -> tensor<1x3xf32>
  return %y : tensor<1x3xf32>
}

// -----
// CHECK-LABEL: @first
// CHECK:       nn.constant {nn.name = "k"} {{.*}} : tensor<3x!quant.uniform<i8:f32, 0.0078431377187371254:-128>>
// CHECK:       "0x40000000807F7F"
func.func @first(%x: tensor<1x3xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<1x3xf32> {
  %k = nn.constant {nn.name = "k"} dense<[0x7FC00000, 2.0, 2.0]> : tensor<3xf32>
  %y = nn.add %x, %k {nn.name = "y", nn.range = #nn.range<-3.0, 3.0>} : (tensor<1x3xf32>, tensor<3xf32>) -> tensor<1x3xf32>
  return %y : tensor<1x3xf32>
}

// -----
// NaN alone: as zeros.
// CHECK-LABEL: @alone
// CHECK:       nn.constant {nn.name = "k"} {{.*}} : tensor<3x!quant.uniform<i8:f32, {{.*}}>>
func.func @alone(%x: tensor<1x3xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<1x3xf32> {
  %k = nn.constant {nn.name = "k"} dense<0x7FC00000> : tensor<3xf32>
  %y = nn.add %x, %k {nn.name = "y", nn.range = #nn.range<-3.0, 3.0>} : (tensor<1x3xf32>, tensor<3xf32>) -> tensor<1x3xf32>
  return %y : tensor<1x3xf32>
}
