// RUN: qopt %s --emit=program --described=%S/../Inputs/h100.device | FileCheck %s
// RUN: qopt %s --insert-quant="attention=integer" --fold-dequant -o %t.mlir && qopt %t.mlir --emit=program --described=%S/../Inputs/h100.device | FileCheck %s --check-prefix=BYTES
// Each attention is one launch whatever its masks are: one that chooses, behind a guard of NaN; a bias of heads and a mask for each
// window of a picture; a mask that is added to queries that may see no key, of an input. No mask has a launch of its own.
// CHECK:     n0 'causal' {{.*}} launch attention
// CHECK:     n1 'windows' {{.*}} launch attention
// CHECK:     n2 'padded' {{.*}} launch attention
// CHECK-NOT: n3
// BYTES:         'causal' {{.*}} launch attention
// BYTES:         'windows' {{.*}} launch attention
// BYTES:         'padded' {{.*}} launch attention
// BYTES-NOT: launch {{matmul|softmax}}

!q = tensor<?x4x16x32xf32, #nn.dims<4*N>>
func.func @main(%q: !q {nn.name = "q", nn.range = #nn.range<-2.0, 2.0>}, %k: !q {nn.name = "k", nn.range = #nn.range<-2.0, 2.0>},
                %v: !q {nn.name = "v", nn.range = #nn.range<-2.0, 2.0>}, %seen: tensor<?x1x1x16xf32, #nn.dims<4*N>> {nn.name = "seen"}) -> (!q, !q, !q) {
  %keep = nn.constant {nn.name = "keep"} dense<true> : tensor<16x16xi1>
  %bias = nn.constant {nn.name = "bias"} dense<0.5> : tensor<4x16x16xf32>
  %mask = nn.constant {nn.name = "mask"} dense<-100.0> : tensor<4x1x16x16xf32>
  %a = nn.attention %q, %k, %v, %keep {nn.name = "causal", nn.range = #nn.range<-2.0, 2.0>, fill = 0xFF800000 : f32, nan_as_zero, scale = 0.5 : f32, softcap = 0.0 : f32} : (!q, !q, !q, tensor<16x16xi1>) -> !q
  %b = nn.attention %q, %k, %v, %bias, %mask {nn.name = "windows", nn.range = #nn.range<-2.0, 2.0>, scale = 0.5 : f32, softcap = 0.0 : f32} : (!q, !q, !q, tensor<4x16x16xf32>, tensor<4x1x16x16xf32>) -> !q
  %c = nn.attention %q, %k, %v, %seen {nn.name = "padded", nn.range = #nn.range<-2.0, 2.0>, nan_as_zero, scale = 0.5 : f32, softcap = 0.0 : f32} : (!q, !q, !q, tensor<?x1x1x16xf32, #nn.dims<4*N>>) -> !q
  return %a, %b, %c : !q, !q, !q
}
