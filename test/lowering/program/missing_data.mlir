// RUN: not qopt %s --emit=program --device=host 2>&1 | FileCheck %s

// CHECK: error: constant's data is missing or does not fit its type
func.func @main(%a: tensor<2x4xf32>) -> tensor<2x3xf32> {
  %b = nn.constant {nn.name = "b"} dense_resource<__elided__> : tensor<4x3xf32>
  %y = nn.matmul %a, %b {nn.name = "y"} : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}
