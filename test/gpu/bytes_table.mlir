// Nodes, products and bytes of a compiled program at a batch: a product reads 4 and writes 8 floats a sample and reads
// 32 weights; a softmax, which no product takes along, reads and writes 8.
// RUN: %python -B %S/bytes_table.py %tools_dir %s --batches=1,10 | FileCheck %s
// RUN: %python -B %S/bytes_table.py %tools_dir %s --described=%S/../lowering/program/Inputs/h100.device --batches=10 | FileCheck %s --check-prefix=CARD

// CHECK: | network | batch | nodes | products | MB moved | MB least | moved / least |
// CHECK-NEXT: |---
// CHECK-NEXT: | bytes_table | 10 | 2 | 1 | 0.001248 | 0.000928 | 1.34 |
// CHECK-NEXT: | bytes_table | 1 | 2 | 1 | 0.00024 | 0.000208 | 1.15 |
// CARD: | bytes_table | 10 | 2 | 1 | 0.001248 | 0.000928 | 1.34 |

!x = tensor<?x4xf32, #nn.dims<N>>
!y = tensor<?x8xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<4x8xf32>
  %y = nn.matmul %x, %w {nn.name = "y"} : (!x, tensor<4x8xf32>) -> !y
  %z = nn.softmax %y {nn.name = "z", axis = 1 : i64} : (!y) -> !y
  return %z : !y
}
