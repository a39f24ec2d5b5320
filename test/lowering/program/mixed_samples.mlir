// No dimension of the result holds whole samples: one program does not serve every batch.
// RUN: not qopt %s --emit=program --device=host 2>&1 | FileCheck %s
// CHECK: error: layer 'mixed': it would mix the samples of a batch: no dimension of 2x2*N holds those of Nx4 whole; bind the batch with --shape=INPUT:SIZES
// RUN: qopt %s --shape=x:3x4 --emit=program --device=host | FileCheck %s --check-prefix=BOUND
// BOUND: output 'y'
func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<2x?xf32, #nn.dims<2*N>> {
  %m = nn.reshape %x {nn.name = "mixed"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<2x?xf32, #nn.dims<2*N>>
  %y = nn.relu %m {nn.name = "y"} : (tensor<2x?xf32, #nn.dims<2*N>>) -> tensor<2x?xf32, #nn.dims<2*N>>
  return %y : tensor<2x?xf32, #nn.dims<2*N>>
}
