// The input, not an array, says which dimension the mean goes along: 3 rows are no three channels.
// RUN: qopt %s --mean=1,2,3 --std=1 -o %t.mlirbc
// RUN: %python %S/../../Inputs/make_array.py %t.npy u1:1,3,1,3:10,10,10,10,10,10,10,10,10
// RUN: %python %S/../../Inputs/make_array.py %t.ready.npy f4:1,3,1,3:9,8,7,9,8,7,9,8,7
// RUN: qrun run %t.mlirbc --input=%t.ready.npy --preprocessed --output=%t.expected.npy
// RUN: qrun run %t.mlirbc --input=%t.npy --output=%t.y.npy && cmp %t.y.npy %t.expected.npy

// Bytes are no floats that somebody prepared: --preprocessed says nothing of them.
// RUN: qrun run %t.mlirbc --input=%t.npy --preprocessed --output=%t.y.npy && cmp %t.y.npy %t.expected.npy

func.func @main(%x: tensor<?x?x?x3xf32, #nn.dims<N, H, W>> {nn.name = "x"}) -> tensor<?x?x?x3xf32, #nn.dims<N, H, W>> {
  %y = nn.abs %x {nn.name = "y"} : (tensor<?x?x?x3xf32, #nn.dims<N, H, W>>) -> tensor<?x?x?x3xf32, #nn.dims<N, H, W>>
  return %y : tensor<?x?x?x3xf32, #nn.dims<N, H, W>>
}
