// Other weights in a compiled file: the file that a compilation writes, or words that name the layer.
// RUN: split-file %s %t && cd %t
// RUN: qrun compile old.mlir -o old.qart && qrun compile new.mlir -o new.qart && not cmp old.qart new.qart
// RUN: qrun refit old.qart new.mlir -o refit.qart | FileCheck %s
// RUN: cmp refit.qart new.qart
// RUN: qrun refit refit.qart old.mlir -o back.qart && cmp back.qart old.qart
// RUN: %python %S/../../Inputs/make_array.py x.npy f4:2,2:1,2,3,4
// RUN: qrun run refit.qart --input=x.npy --output=y.npy && qrun run new.mlir --input=x.npy --output=z.npy && cmp y.npy z.npy

// Two programs of two shapes: the model is read with the sizes of each.
// RUN: qrun compile open.mlir --shape=x:1x2,s:1x3 --shape=x:?x2,s:?x3 -o shapes.qart
// RUN: qrun refit shapes.qart open.mlir -o again.qart && cmp again.qart shapes.qart

// RUN: not qrun refit old.qart renamed.mlir -o none.qart 2>&1 | FileCheck %s --check-prefix=RENAMED
// RUN: not qrun refit old.qart wider.mlir -o none.qart 2>&1 | FileCheck %s --check-prefix=WIDER
// RUN: not qrun refit old.mlir new.mlir -o none.qart 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not qrun refit old.qart new.mlir -o none.mlir 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: not qrun refit old.qart new.mlir -o old.qart 2>&1 | FileCheck %s --check-prefix=OVER
// RUN: head -c 1000 old.qart > cut.qart && not qrun refit cut.qart new.mlir -o none.qart 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: qrun compile old.mlir --mean=0.5 --std=0.25 -o prepared.qart && not qrun refit prepared.qart new.mlir -o none.qart 2>&1 | FileCheck %s --check-prefix=PREPARED
// RUN: qrun refit prepared.qart old.mlir --mean=0.5 --std=0.25 -o none2.qart && cmp none2.qart prepared.qart
// RUN: not ls none.qart

// CHECK: refit.qart: {{[0-9,]+}} bytes
// CHECK-NEXT: host: x Nx2
// PREPARED: input 'x' of the model has other preprocessing than the program's: give the import options (--mean, --std
// RENAMED: old.qart: the model does not fit its program 0, host: x Nx2: layer 'fc': where layer 'fc' was, layer 'other' is now; qrun compile makes a new file of the model
// WIDER: old.qart: the model does not fit {{.*}}: layer 'fc'{{.*}}f32 2x2 before, f32 2x3 now
// NAME: qart=old.mlir: expected a name that ends in .qart
// OUTPUT: --output=none.mlir: expected a name that ends in .qart
// OVER: old.qart
// CUT: cut.qart: is cut short

//--- old.mlir
func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x2xf32, #nn.dims<N>> {nn.name = "y"}) {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = nn.constant {nn.name = "b"} dense<[0.0, 0.0]> : tensor<2xf32>
  %y = nn.matmul %x, %w bias %b {nn.name = "fc"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
//--- new.mlir
func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x2xf32, #nn.dims<N>> {nn.name = "y"}) {
  %w = nn.constant {nn.name = "w"} dense<[[-1.0, 0.5], [7.0, 0.25]]> : tensor<2x2xf32>
  %b = nn.constant {nn.name = "b"} dense<[1.0, -2.0]> : tensor<2xf32>
  %y = nn.matmul %x, %w bias %b {nn.name = "fc"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
//--- renamed.mlir
func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x2xf32, #nn.dims<N>> {nn.name = "y"}) {
  %w = nn.constant {nn.name = "w"} dense<[[-1.0, 0.5], [7.0, 0.25]]> : tensor<2x2xf32>
  %b = nn.constant {nn.name = "b"} dense<[1.0, -2.0]> : tensor<2xf32>
  %y = nn.matmul %x, %w bias %b {nn.name = "other"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
//--- wider.mlir
func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x3xf32, #nn.dims<N>> {nn.name = "y"}) {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<2x3xf32>
  %y = nn.matmul %x, %w {nn.name = "fc"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x3xf32>) -> tensor<?x3xf32, #nn.dims<N>>
  return %y : tensor<?x3xf32, #nn.dims<N>>
}
//--- open.mlir
func.func @main(%x: tensor<?x2xf32, #nn.dims<A>> {nn.name = "x"}, %s: tensor<?x3xf32, #nn.dims<A>> {nn.name = "s"}) -> (tensor<?x5xf32, #nn.dims<A>> {nn.name = "y"}) {
  %y = nn.concat %x, %s {axis = 1 : i64, nn.name = "y"} : (tensor<?x2xf32, #nn.dims<A>>, tensor<?x3xf32, #nn.dims<A>>) -> tensor<?x5xf32, #nn.dims<A>>
  return %y : tensor<?x5xf32, #nn.dims<A>>
}
