// Names what keeps one program from every batch: a layer, or an input whose sizes grow together.
// RUN: not qrun compile %s -o %t.qart 2>&1 | FileCheck %s
// RUN: sed 's/?x4xf32, #nn.dims<N>/1x4xf32/g; s/main(/main(%%u: tensor<?x?xf32, #nn.dims<N, N>> {nn.name = "u"}, /; s/nn.slice\(.*\){starts.*steps = array<i64: 1, 1>, /nn.relu\1{/' %s > %t.mlir
// RUN: not qopt %t.mlir --emit=program --device=host 2>&1 | FileCheck %s --check-prefix=SQUARE

// CHECK: compile_uneven.mlir: error: one program does not serve every size of x of Nx4: layer 'first' cannot grow with them; give --shape=x:SIZES
// SQUARE: error: more than one size of input 'u' grows with the batch; bind it with --shape=INPUT:SIZES

func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<1x4xf32> {
  %y = nn.slice %x {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>, nn.name = "first"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}
