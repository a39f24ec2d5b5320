// Positions before samples in what is given back: no program has its rows so at every batch.
// RUN: not qopt %s --emit=program --device=host 2>&1 | FileCheck %s
// CHECK: error: output 'y': it has the samples of a batch behind 3 other rows of one dimension; bind the batch with --shape=INPUT:SIZES
func.func @main(%x: tensor<?x3x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<3*N>> {
  %t = nn.transpose %x {nn.name = "t", permutation = array<i64: 1, 0, 2>} : (tensor<?x3x2xf32, #nn.dims<N>>) -> tensor<3x?x2xf32, #nn.dims<N>>
  %j = nn.reshape %t {nn.name = "j"} : (tensor<3x?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<3*N>>
  %y = nn.relu %j {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<3*N>>) -> tensor<?x2xf32, #nn.dims<3*N>>
  return %y : tensor<?x2xf32, #nn.dims<3*N>>
}
