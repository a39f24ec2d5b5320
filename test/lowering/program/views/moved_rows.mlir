// A shift of windows, their partition and the way back are a gather by a table each, which a residual
// behind them joins; what quantizes between them goes on in the norm's kernel. No index is guarded.
// RUN: qopt %s --emit=program --described=%S/../Inputs/h100.device | FileCheck %s
// RUN: qopt %s --emit=program --device=host | FileCheck %s --check-prefix=HOST

// CHECK-NOT: launch copy
// CHECK: n0 'q' {{.*}} launch standardize
// CHECK-NEXT: from batch 1024 launch standardize_lanes
// CHECK-NEXT: n1 'rows/rows' {{.*}} launch elementwise{{.*}} program (v2 = Load indexed0 at i1; v4 = MaxI v2, 0; v6 = MinI v4, 63; v8 = Load indexed1 at i0, v6, i2; v8 as i8)
// CHECK-NEXT: from batch 4096 launch elementwise
// CHECK-NEXT: from batch 16384 launch elementwise
// CHECK-NEXT: n2 'p' {{.*}} of matmul
// CHECK-NEXT: n3 'y' {{.*}} launch elementwise{{.*}} program (v3 = Load indexed0 at i1, i2; {{.*}} AddF {{.*}}, tensor0
// CHECK-NOT: n4

// The host copies what is shifted.
// HOST-COUNT-2: 'shifted' {{.*}} copy
// HOST-COUNT-2: 'back' {{.*}} copy
!i = tensor<?x8x8x32xf32, #nn.dims<N>>
!q = !quant.uniform<i8:f32, 0.03125>
!qi = tensor<?x8x8x32x!q, #nn.dims<N>>
!w = tensor<?x16x32x!q, #nn.dims<4*N>>
func.func @main(%x: !i {nn.name = "x"}, %m: tensor<32x32x!q> {nn.name = "m"}) -> !i {
  %n = nn.standardize %x {axis = 3 : i64, epsilon = 1.0e-05 : f32, centered, nn.name = "n"} : (!i) -> !i
  %t = nn.slice %n {starts = array<i64: 0, 2, 0, 0>, steps = array<i64: 1, 1, 1, 1>, nn.name = "t"} : (!i) -> tensor<?x6x8x32xf32, #nn.dims<N>>
  %b = nn.slice %n {starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 1, 1>, nn.name = "b"} : (!i) -> tensor<?x2x8x32xf32, #nn.dims<N>>
  %s = nn.concat %t, %b {axis = 1 : i64, nn.name = "shifted"} : (tensor<?x6x8x32xf32, #nn.dims<N>>, tensor<?x2x8x32xf32, #nn.dims<N>>) -> !i
  %q = nn.quantize %s {nn.name = "q"} : (!i) -> !qi
  %w6 = nn.reshape %q {nn.name = "w6"} : (!qi) -> tensor<?x2x4x2x4x32x!q, #nn.dims<N>>
  %wt = nn.transpose %w6 {permutation = array<i64: 0, 1, 3, 2, 4, 5>, nn.name = "wt"} : (tensor<?x2x4x2x4x32x!q, #nn.dims<N>>) -> tensor<?x2x2x4x4x32x!q, #nn.dims<N>>
  %rows = nn.reshape %wt {nn.name = "rows"} : (tensor<?x2x2x4x4x32x!q, #nn.dims<N>>) -> !w
  %p = nn.matmul %rows, %m {nn.name = "p"} : (!w, tensor<32x32x!q>) -> tensor<?x16x32xf32, #nn.dims<4*N>>
  %r6 = nn.reshape %p {nn.name = "r6"} : (tensor<?x16x32xf32, #nn.dims<4*N>>) -> tensor<?x2x2x4x4x32xf32, #nn.dims<N>>
  %rt = nn.transpose %r6 {permutation = array<i64: 0, 1, 3, 2, 4, 5>, nn.name = "rt"} : (tensor<?x2x2x4x4x32xf32, #nn.dims<N>>) -> tensor<?x2x4x2x4x32xf32, #nn.dims<N>>
  %r = nn.reshape %rt {nn.name = "r"} : (tensor<?x2x4x2x4x32xf32, #nn.dims<N>>) -> !i
  %u = nn.slice %r {starts = array<i64: 0, 6, 0, 0>, steps = array<i64: 1, 1, 1, 1>, nn.name = "u"} : (!i) -> tensor<?x2x8x32xf32, #nn.dims<N>>
  %d = nn.slice %r {starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 1, 1>, nn.name = "d"} : (!i) -> tensor<?x6x8x32xf32, #nn.dims<N>>
  %back = nn.concat %u, %d {axis = 1 : i64, nn.name = "back"} : (tensor<?x2x8x32xf32, #nn.dims<N>>, tensor<?x6x8x32xf32, #nn.dims<N>>) -> !i
  %y = nn.add %back, %x {nn.name = "y"} : (!i, !i) -> !i
  return %y : !i
}
