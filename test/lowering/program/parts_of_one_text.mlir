// RUN: qopt %s --emit=program --described=%S/Inputs/h100.device | FileCheck %s
// RUN: qopt %s --emit=program --device=opencl | FileCheck %s --check-prefixes=TEXTS,CHECK

// Layers that write parts of one concatenation are one kernel, which takes where its part begins; the first part, where
// nothing is to be added, is another. Parts that are aligned alike have one key, too, by which they are tuned.
// TEXTS-COUNT-3: kernel conv2d,
// TEXTS-NOT: kernel conv2d,
// CHECK: 'a' {{.*}} launch conv2d{{[a-z_]*}}({{[bc0-9, ]*}}, N{{(, 256[*]N)?}}) {{.*}}pixel 64, channel 1}}}
// CHECK: 'b' {{.*}} launch conv2d{{[a-z_]*}}({{[bc0-9, ]*}}, N, 16{{(, 256[*]N)?}}) {{.*}}offset 16}}
// CHECK: 'c' {{.*}} launch conv2d{{[a-z_]*}}({{[bc0-9, ]*}}, N, 32{{(, 256[*]N)?}}) {{.*}}offset 16}}
// CHECK: 'd' {{.*}} launch conv2d{{[a-z_]*}}({{[bc0-9, ]*}}, N, 48{{(, 256[*]N)?}}) {{.*}}offset 16}}
!x = tensor<?x16x8x8xf32, #nn.dims<N>>
!y = tensor<?x64x8x8xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !x {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<16x16x1x1xf32>
  %u = nn.constant {nn.name = "u"} dense<0.125> : tensor<16x64x1x1xf32>
  %a = nn.conv2d %x, %w {nn.name = "a"} : (!x, tensor<16x16x1x1xf32>) -> !x
  %b = nn.conv2d %x, %w {nn.name = "b"} : (!x, tensor<16x16x1x1xf32>) -> !x
  %c = nn.conv2d %x, %w {nn.name = "c"} : (!x, tensor<16x16x1x1xf32>) -> !x
  %d = nn.conv2d %x, %w {nn.name = "d"} : (!x, tensor<16x16x1x1xf32>) -> !x
  %all = nn.concat %a, %b, %c, %d {axis = 1 : i64, nn.name = "all"} : (!x, !x, !x, !x) -> !y
  %y = nn.conv2d %all, %u {nn.name = "y"} : (!y, tensor<16x64x1x1xf32>) -> !x
  return %y : !x
}
