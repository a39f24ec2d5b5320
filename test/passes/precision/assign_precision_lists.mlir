// Layers that are listed change, others stay f32, with casts at the border; a constant that both
// read is there twice. Between neighbours no cast is left, through copies after cancelling.
// RUN: qopt %s --assign-precision="type=bf16 layers=m,n" -o - | FileCheck %s --check-prefixes=CHECK,LISTED
// RUN: qopt %s --assign-precision="type=bf16 ops=nn.matmul" -o - | FileCheck %s --check-prefixes=CHECK,LISTED
// RUN: qopt %s --assign-precision="type=bf16 except=nn.reshape,e,i" -o - | FileCheck %s --check-prefixes=CHECK,LISTED
// RUN: qopt %s --assign-precision="type=bf16 layers=m ops=nn.matmul,nn.exp except=n" -o - | FileCheck %s --check-prefix=ONE
// RUN: qopt %s --assign-precision="type=bf16 layers=m,n" --cancel-conversions -o - | FileCheck %s --check-prefix=MOVED

// CHECK-DAG:  %[[W:.*]] = nn.constant {nn.name = "w"} {{.*}} : tensor<4x4xf32>
// CHECK-DAG:  nn.constant {nn.name = "w/bf16"} {{.*}} : tensor<4x4xbf16>
// LISTED:     nn.matmul {{.*}} {nn.name = "m/f32"}
// LISTED:     %[[M:.*]] = nn.cast {{.*}} {nn.name = "m"} : {{.*}} -> tensor<1x4xbf16>
// LISTED:     %[[MF:.*]] = nn.cast %[[M]] {nn.name = "m/widened"}
// LISTED:     %[[R:.*]] = nn.reshape %[[MF]] {nn.name = "r"} : {{.*}} -> tensor<1x1x4xf32>
// LISTED:     nn.cast %[[R]] {nn.name = "r/bf16"}
// LISTED:     nn.matmul {{.*}} {nn.name = "n/f32"}
// LISTED:     nn.cast {{.*}} {nn.name = "n"}
// LISTED:     nn.exp %{{.*}} {nn.name = "e"} : {{.*}} -> tensor<1x1x4xf32>
// LISTED:     nn.add %{{.*}}, %[[W]] {nn.name = "i"} : (tensor<1x1x4xf32>, tensor<4x4xf32>)
// ONE:        nn.matmul {{.*}} {nn.name = "m/f32"}
// ONE:        nn.matmul {{.*}} {nn.name = "n"} : {{.*}} -> tensor<1x1x4xf32>
// ONE:        nn.exp %{{.*}} {nn.name = "e"} : {{.*}} -> tensor<1x1x4xbf16>
// MOVED:      %[[M:.*]] = nn.cast {{.*}} {nn.name = "m"}
// MOVED-NEXT: %[[R:.*]] = nn.reshape %[[M]] {{.*}} -> tensor<1x1x4xbf16>
// MOVED-NEXT: nn.cast %[[R]] {nn.name = "r/bf16/widened"}
func.func @main(%x: tensor<1x4xf32> {nn.name = "x"}) -> tensor<1x4x4xf32> {
  %w = nn.constant {nn.name = "w"} dense<2.5> : tensor<4x4xf32>
  %m = nn.matmul %x, %w {nn.name = "m"} : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  %r = nn.reshape %m {nn.name = "r"} : (tensor<1x4xf32>) -> tensor<1x1x4xf32>
  %n = nn.matmul %r, %w {nn.name = "n"} : (tensor<1x1x4xf32>, tensor<4x4xf32>) -> tensor<1x1x4xf32>
  %e = nn.exp %n {nn.name = "e"} : (tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %i = nn.add %e, %w {nn.name = "i"} : (tensor<1x1x4xf32>, tensor<4x4xf32>) -> tensor<1x4x4xf32>
  return %i : tensor<1x4x4xf32>
}
