// RUN: qopt %s --emit=program --described=%S/Inputs/clblast.device --libraries=clblast | FileCheck %s
// RUN: qopt %s --emit=kernels --described=%S/Inputs/clblast.device --libraries=clblast | FileCheck %s --check-prefix=TEXT
// RUN: qopt %s --emit=program --described=%S/Inputs/clblast.device | FileCheck %s --check-prefix=UNASKED
// RUN: qopt %s --emit=program --described=%S/Inputs/clblast.device --libraries=clblast --float-order=invariant | FileCheck %s --check-prefix=UNASKED
// RUN: qopt %s --emit=program --device=host --libraries=clblast 2>&1 | FileCheck %s --check-prefix=HOST

// If it is allowed, a library computes what kernels of ours would read item by item: the product, and a kernel what follows in
// place, if anything does. Where a kernel has tiles it goes first; measurements may say otherwise.
// Not in invariant order: the library chooses among its kernels by how many rows there are.
// CHECK: 'sums' {{.*}}: call clblast gemm.batched(b{{[0-9]+}}, b{{[0-9]+}}, b{{[0-9]+}}; 8, 64, 32, 2*N, 1, {{.*}}) by matmul.clblast of matmul
// CHECK: 'scaled' {{.*}}: call clblast gemm.batched.transposed({{.*}}) then launch clblast_epilogue({{.*}} by matmul.clblast of matmul
// CHECK: 'constant' {{.*}}: launch matmul({{.*}} by matmul.cpu.4x32
// TEXT: ---- kernel clblast_epilogue ----
// UNASKED-NOT: clblast gemm
// HOST: remark: --libraries=clblast: 'host' finds no such library here; no layer runs as one of its functions
!a = tensor<?x2x8x32xf32, #nn.dims<N>>
!b = tensor<?x2x32x64xf32, #nn.dims<N>>
!t = tensor<?x2x64x32xf32, #nn.dims<N>>
!y = tensor<?x2x8x64xf32, #nn.dims<N>>
func.func @main(%a: !a {nn.name = "a"}, %b: !b {nn.name = "b"}, %t: !t {nn.name = "t"}) -> (!y, !y, !y) {
  %w = nn.constant {nn.name = "w"} dense<0.3> : tensor<32x64xf32>
  %s = nn.matmul %a, %b {nn.name = "sums"} : (!a, !b) -> !y
  %p = nn.matmul %a, %t {transpose_b, nn.name = "product"} : (!a, !t) -> !y
  %r = nn.relu %p {nn.name = "scaled"} : (!y) -> !y
  %c = nn.matmul %a, %w {nn.name = "constant"} : (!a, tensor<32x64xf32>) -> !y
  return %s, %r, %c : !y, !y, !y
}
