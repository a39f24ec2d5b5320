// RUN: qopt %s --emit=program --described=%S/Inputs/h100.device | FileCheck %s

// Rows of a slice lie apart, and those of the result as wished in another order: the rows are copied,
// and the product of one matrix writes them in theirs.
// CHECK: 'product' {{.*}}launch copy
// CHECK: 'product' {{.*}} by matmul.
!x = tensor<?x3x5x64xf32, #nn.dims<N>>
!s = tensor<?x3x5x32xf32, #nn.dims<N>>
!t = tensor<?x5x3x32xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !s {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<32x32xf32>
  %s = nn.slice %x {starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 1, 1>, nn.name = "slice"} : (!x) -> !s
  %t = nn.transpose %s {permutation = array<i64: 0, 2, 1, 3>, nn.name = "there"} : (!s) -> !t
  %m = nn.matmul %t, %w {nn.name = "product"} : (!t, tensor<32x32xf32>) -> !t
  %u = nn.transpose %m {permutation = array<i64: 0, 2, 1, 3>, nn.name = "back"} : (!t) -> !s
  return %u : !s
}
