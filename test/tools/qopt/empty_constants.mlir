// Constants without elements, as a model's past of length 0 is: their text and their bytecode are the same module.
// RUN: qopt --verify-roundtrip %s -o %t.mlir
// RUN: qopt --verify-roundtrip %t.mlir | FileCheck %s
// RUN: qopt %t.mlir -o %t.mlirbc
// RUN: qopt --verify-roundtrip %t.mlirbc | FileCheck %s

// CHECK: nn.constant {{.*}} : tensor<0xf32>
// CHECK: nn.constant {{.*}} : tensor<0x3x!quant.uniform<u8:f32, 5.000000e-01>>
// CHECK: k: "0x40000000"

func.func @main(%x: tensor<2xf32> {nn.name = "x"}, %z: tensor<2x3x!quant.uniform<u8:f32, 0.5>> {nn.name = "z"})
    -> (tensor<2xf32> {nn.name = "y"}, tensor<2x3x!quant.uniform<u8:f32, 0.5>>) attributes {nn.entry} {
  %k = nn.constant {nn.name = "k"} dense_resource<k> : tensor<0xf32>
  %l = nn.constant {nn.name = "l"} dense_resource<k> : tensor<0x3x!quant.uniform<u8:f32, 0.5>>
  %y = nn.concat %x, %k {nn.name = "y", axis = 0 : i64} : (tensor<2xf32>, tensor<0xf32>) -> tensor<2xf32>
  %w = nn.concat %z, %l {nn.name = "w", axis = 0 : i64} : (tensor<2x3x!quant.uniform<u8:f32, 0.5>>, tensor<0x3x!quant.uniform<u8:f32, 0.5>>) -> tensor<2x3x!quant.uniform<u8:f32, 0.5>>
  return %y, %w : tensor<2xf32>, tensor<2x3x!quant.uniform<u8:f32, 0.5>>
}
{-# dialect_resources: { builtin: { k: "0x40000000" } } #-}
