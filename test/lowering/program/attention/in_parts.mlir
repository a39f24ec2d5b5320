// Attention that stays in parts on a card that has the kernel.
// RUN: qopt %s --emit=program --described=%S/../Inputs/h100.device | FileCheck %s

// CHECK-NOT: launch attention
// A score that becomes a weight may be any number; the kernel takes weights of at most 1.
// CHECK: 'scored' {{.*}} launch matmul
// CHECK-NOT: launch attention
// Somebody else reads the weights.
// CHECK: 'shown' {{.*}} launch matmul
// CHECK-NOT: launch attention
// A product counts 64 heads in a row, a body two by two, differently masked: seven dimensions of matrices, and
// those of rows and keys, are more than a walk has.
// CHECK: 'counted' {{.*}} launch matmul
// CHECK-NOT: launch attention

!q = tensor<2x64x16x16xf32>
!r = tensor<2x16x64x16xf32>
!s = tensor<2x64x16x16xf32>
!b = tensor<2x64x16x16xi1>
!w = tensor<4x2x2x2x2x2x16x16xf32>
!m = tensor<2x1x2x1x2x1x16xf32>
func.func @main(%q: !q {nn.name = "q"}, %k: !q {nn.name = "k"}, %v: !q {nn.name = "v"},
                %rows: !r {nn.name = "rows"}, %mask: !m {nn.name = "mask"}) -> (!q, !q, !s, !q) {
  %low = nn.constant {nn.name = "low"} dense<0.5> : tensor<f32>
  %s1 = nn.matmul %q, %k {nn.name = "s1"} : (!q, !q) -> !s
  %is = nn.less %s1, %low {nn.name = "is"} : (!s, tensor<f32>) -> !b
  %w1 = nn.softmax %s1 {axis = 3 : i64, nn.name = "w1"} : (!s) -> !s
  %p1 = nn.where %is, %s1, %w1 {nn.name = "p1"} : (!b, !s, !s) -> !s
  %scored = nn.matmul %p1, %v {nn.name = "scored"} : (!s, !q) -> !q

  %s2 = nn.matmul %q, %k {nn.name = "s2"} : (!q, !q) -> !s
  %p2 = nn.softmax %s2 {axis = 3 : i64, nn.name = "weights"} : (!s) -> !s
  %shown = nn.matmul %p2, %v {nn.name = "shown"} : (!s, !q) -> !q

  %heads = nn.transpose %rows {nn.name = "heads", permutation = array<i64: 0, 2, 1, 3>} : (!r) -> !q
  %s3 = nn.matmul %heads, %k {nn.name = "s3"} : (!q, !q) -> !s
  %r3 = nn.reshape %s3 {nn.name = "r3"} : (!s) -> !w
  %m3 = nn.reshape %mask {nn.name = "m3"} : (!m) -> tensor<1x2x1x2x1x2x1x16xf32>
  %t3 = nn.add %r3, %m3 {nn.name = "t3"} : (!w, tensor<1x2x1x2x1x2x1x16xf32>) -> !w
  %w3 = nn.softmax %t3 {axis = 7 : i64, nn.name = "w3"} : (!w) -> !w
  %p3 = nn.reshape %w3 {nn.name = "p3"} : (!w) -> !s
  %counted = nn.matmul %p3, %v {nn.name = "counted"} : (!s, !q) -> !q
  return %scored, %shown, %p2, %counted : !q, !q, !s, !q
}
