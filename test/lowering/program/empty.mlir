// RUN: not qopt %s --emit=program --device=host 2>&1 | FileCheck %s

// A sum of nothing has no kernel.
// CHECK: error: layer 'y': it reads or gives a tensor without elements
func.func @main(%a: tensor<2x0xf32>, %b: tensor<0x3xf32>) -> tensor<2x3xf32> {
  %y = nn.matmul %a, %b {nn.name = "y"} : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}
