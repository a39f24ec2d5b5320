// Warp groups take attention of floats where their groups fill the card from a range's smallest batch on: those of
// 2 x 300 keys never do here, those of 12 x 300 do from batch 4 on. Where sums keep one order, one kernel takes all batches.
// RUN: qopt %s --emit=program --described=%S/../Inputs/h100.device | FileCheck %s
// RUN: qopt %s --emit=program --float-order=invariant --described=%S/../Inputs/h100.device | FileCheck %s --check-prefix=ONE
// CHECK: 'alone' {{.*}} by attention.f32 {
// CHECK-NOT: from batch
// CHECK: 'many' {{.*}} by attention.f32 {
// CHECK-NEXT: from batch 4 {{.*}} by attention.f32.wgmma {
// CHECK-NOT: from batch
// ONE: 'alone' {{.*}} by attention.f32 {
// ONE: 'many' {{.*}} by attention.f32
// ONE-NOT: from batch

!a = tensor<1x2x300x64xf32>
!m = tensor<?x12x300x64xf32, #nn.dims<N>>
func.func @main(%q: !a {nn.name = "q"}, %k: !a {nn.name = "k"}, %v: !a {nn.name = "v"},
                %qs: !m {nn.name = "qs"}, %ks: !m {nn.name = "ks"}, %vs: !m {nn.name = "vs"}) -> (!a, !m) {
  %alone = nn.attention %q, %k, %v {nn.name = "alone", scale = 0.125 : f32, softcap = 0.0 : f32} : (!a, !a, !a) -> !a
  %many = nn.attention %qs, %ks, %vs {nn.name = "many", scale = 0.125 : f32, softcap = 0.0 : f32} : (!m, !m, !m) -> !m
  return %alone, %many : !a, !m
}
