// Sizes that inputs bring: shapes, ends of slices and ranges that ONNX computes from them; what is imported
// again gives the same.
// RUN: qopt %s --emit=onnx -o %t.onnx
// RUN: qopt %t.onnx -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python %S/../Inputs/make_array.py %t.npy f4:3,5:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
// RUN: qrun run %s --device=reference --input=%t.npy --output=%t.own.npz
// RUN: qrun run %t.mlir --device=reference --input=%t.npy --output=%t.again.npz
// RUN: cmp %t.own.npz %t.again.npz

// CHECK: nn.slice {{.*}}"tail", starts = array<i64: 0, 1>
// CHECK: tensor<?x?xf32, #nn.dims<N, H-1>>
// CHECK: nn.slice {{.*}}"half"{{.*}}steps = array<i64: 1, 2>
// CHECK: nn.expand {{.*}}"wide"
// CHECK: nn.slice {{.*}}"back"{{.*}}steps = array<i64: 1, -1>
// CHECK: nn.reshape {{.*}}"other"{{.*}} -> tensor<?x?xf32, #nn.dims<H, N>>
// CHECK: nn.slice {{.*}}"first"{{.*}} -> tensor<?x?xf32, #nn.dims<N, ((H)/2)>>

func.func @main(%x: tensor<?x?xf32, #nn.dims<N, H>> {nn.name = "x"}) ->
    (tensor<?xf32, #nn.dims<H>>, tensor<?x?xf32, #nn.dims<N, H-1>>,
     tensor<?x?xf32, #nn.dims<N, (H+1)/2>>, tensor<?x?x?xf32, #nn.dims<N, H, N>>, tensor<?x?xf32, #nn.dims<N, H>>,
     tensor<?xf32, #nn.dims<N*H>>, tensor<?x?xf32, #nn.dims<H, N>>, tensor<?x?xf32, #nn.dims<N, H/2>>) {
  %i = nn.iota {nn.name = "counted", axis = 0, start = 0.5 : f32, step = 2.0 : f32} : () -> tensor<?xf32, #nn.dims<H>>
  %s = nn.slice %x {nn.name = "tail", starts = array<i64: 0, 1>, steps = array<i64: 1, 1>} : (tensor<?x?xf32, #nn.dims<N, H>>) -> tensor<?x?xf32, #nn.dims<N, H-1>>
  %h = nn.slice %x {nn.name = "half", starts = array<i64: 0, 0>, steps = array<i64: 1, 2>} : (tensor<?x?xf32, #nn.dims<N, H>>) -> tensor<?x?xf32, #nn.dims<N, (H+1)/2>>
  %r = nn.reshape %x {nn.name = "column"} : (tensor<?x?xf32, #nn.dims<N, H>>) -> tensor<?x?x1xf32, #nn.dims<N, H>>
  %e = nn.expand %r {nn.name = "wide"} : (tensor<?x?x1xf32, #nn.dims<N, H>>) -> tensor<?x?x?xf32, #nn.dims<N, H, N>>
  %b = nn.slice %x {nn.name = "back", starts = array<i64: 0, -1>, steps = array<i64: 1, -1>} : (tensor<?x?xf32, #nn.dims<N, H>>) -> tensor<?x?xf32, #nn.dims<N, H>>
  %f = nn.reshape %x {nn.name = "flat"} : (tensor<?x?xf32, #nn.dims<N, H>>) -> tensor<?xf32, #nn.dims<N*H>>
  %o = nn.reshape %f {nn.name = "other"} : (tensor<?xf32, #nn.dims<N*H>>) -> tensor<?x?xf32, #nn.dims<H, N>>
  %p = nn.slice %x {nn.name = "first", starts = array<i64: 0, 0>, steps = array<i64: 1, 1>} : (tensor<?x?xf32, #nn.dims<N, H>>) -> tensor<?x?xf32, #nn.dims<N, ((H)/2)>>
  return %i, %s, %h, %e, %b, %f, %o, %p : tensor<?xf32, #nn.dims<H>>, tensor<?x?xf32, #nn.dims<N, H-1>>, tensor<?x?xf32, #nn.dims<N, (H+1)/2>>, tensor<?x?x?xf32, #nn.dims<N, H, N>>, tensor<?x?xf32, #nn.dims<N, H>>, tensor<?xf32, #nn.dims<N*H>>, tensor<?x?xf32, #nn.dims<H, N>>, tensor<?x?xf32, #nn.dims<N, ((H)/2)>>
}
