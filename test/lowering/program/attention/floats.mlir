// Two products, the bodies between and a softmax are one call where a card has the kernel.
// RUN: qopt %s --emit=program --described=%S/../Inputs/h100.device | FileCheck %s
// RUN: qopt %s --emit=kernels --described=%S/../Inputs/h100.device | FileCheck %s --check-prefix=KERNELS

// A mask is read where it lies, also backwards.
// CHECK: n0 'plain' {{.*}} launch attention({{.*}} by attention.f16 {{.*}} masks [{operand b3, access {strides [4096, 0, 64, 1]}}]
// CHECK: n1 'flipped' {{.*}} launch attention({{.*}} by attention.f16 {{.*}} masks [{operand b3, access {strides [4096, 0, 64, -1], offset 63}}]
// Where a score is −∞ its weight is 0.
// CHECK: n2 'zeroed' {{.*}} launch attention({{.*}} by attention.f16 {{.*}} weighting (v3 = Equal tensor0, -inff; v5 = Select v3, 0f, acc; v5 as f32)
// CHECK-NOT: {{^}}n3
// KERNELS: mask0[((i64)63 + (i64)((n) / 2) * 4096) + (i64)p * 64 + (i64)c * -1]

!h = tensor<?x2x64x32xf16, #nn.dims<N>>
!t = tensor<?x2x32x64xf16, #nn.dims<N>>
!f = tensor<?x2x64x32xf32, #nn.dims<N>>
!s = tensor<?x2x64x64xf32, #nn.dims<N>>
!m = tensor<?x1x64x64xf32, #nn.dims<N>>
func.func @main(%q: !h {nn.name = "q"}, %k: !t {nn.name = "k"}, %v: !h {nn.name = "v"},
                %mask: !m {nn.name = "mask"}) -> (!f, !f, !f) {
  %low = nn.constant {nn.name = "low"} dense<0xFF800000> : tensor<f32>
  %zero = nn.constant {nn.name = "zero"} dense<0.0> : tensor<f32>
  %qf = nn.cast %q {nn.name = "qf"} : (!h) -> !f
  %kf = nn.cast %k {nn.name = "kf"} : (!t) -> tensor<?x2x32x64xf32, #nn.dims<N>>
  %vf = nn.cast %v {nn.name = "vf"} : (!h) -> !f

  %s1 = nn.matmul %qf, %kf {nn.name = "s1"} : (!f, tensor<?x2x32x64xf32, #nn.dims<N>>) -> !s
  %t1 = nn.add %s1, %mask {nn.name = "t1"} : (!s, !m) -> !s
  %p1 = nn.softmax %t1 {axis = 3 : i64, nn.name = "p1"} : (!s) -> !s
  %plain = nn.matmul %p1, %vf {nn.name = "plain"} : (!s, !f) -> !f

  %flip = nn.slice %mask {nn.name = "flip", starts = array<i64: 0, 0, 0, 63>, steps = array<i64: 1, 1, 1, -1>} : (!m) -> !m
  %s2 = nn.matmul %qf, %kf {nn.name = "s2"} : (!f, tensor<?x2x32x64xf32, #nn.dims<N>>) -> !s
  %t2 = nn.add %s2, %flip {nn.name = "t2"} : (!s, !m) -> !s
  %p2 = nn.softmax %t2 {axis = 3 : i64, nn.name = "p2"} : (!s) -> !s
  %flipped = nn.matmul %p2, %vf {nn.name = "flipped"} : (!s, !f) -> !f

  %s3 = nn.matmul %qf, %kf {nn.name = "s3"} : (!f, tensor<?x2x32x64xf32, #nn.dims<N>>) -> !s
  %t3 = nn.add %s3, %mask {nn.name = "t3"} : (!s, !m) -> !s
  %is = nn.equal %t3, %low {nn.name = "is"} : (!s, tensor<f32>) -> tensor<?x2x64x64xi1, #nn.dims<N>>
  %w3 = nn.softmax %t3 {axis = 3 : i64, nn.name = "w3"} : (!s) -> !s
  %p3 = nn.where %is, %zero, %w3 {nn.name = "p3"} : (tensor<?x2x64x64xi1, #nn.dims<N>>, tensor<f32>, !s) -> !s
  %zeroed = nn.matmul %p3, %vf {nn.name = "zeroed"} : (!s, !f) -> !f
  return %plain, %flipped, %zeroed : !f, !f, !f
}
