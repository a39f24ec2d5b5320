// RUN: qopt %s --insert-quant=attention=integer | FileCheck %s
// The function returns what attention gives. That has no range: no part behind it hands one down, and the return has no
// result that could have one.
// CHECK:      %[[P:.*]] = nn.softmax {{.*}}"att/probabilities"
// CHECK:      %[[C:.*]] = nn.matmul {{.*}}"att"
// CHECK:      return

func.func @main(%q: tensor<1x2x3x4xf32> {nn.name = "q", nn.range = #nn.range<-1.0, 1.0>}, %k: tensor<1x2x3x4xf32> {nn.name = "k", nn.range = #nn.range<-1.0, 1.0>}, %v: tensor<1x2x3x4xf32> {nn.name = "v", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<1x2x3x4xf32> {
  %y = nn.attention %q, %k, %v {nn.name = "att", scale = 0.5 : f32, softcap = 0.0 : f32} : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32>
  return %y : tensor<1x2x3x4xf32>
}
