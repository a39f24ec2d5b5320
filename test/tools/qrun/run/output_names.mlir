// One value returned twice, and one without a name: each output has a name of its own.
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:1,2:1,-2
// RUN: qrun run %s --input=input0=%t.x.npy --output=%t.o.npz
// RUN: %python -c "import sys,zipfile; print(zipfile.ZipFile(sys.argv[1]).namelist())" %t.o.npz | FileCheck %s

// CHECK: ['y.npy', 'y_1.npy', 'output2.npy']
func.func @main(%x: tensor<?x2xf32, #nn.dims<N>>) -> (tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  %z = nn.neg %x : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y, %y, %z : tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>
}
