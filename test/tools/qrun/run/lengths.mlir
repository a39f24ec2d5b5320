// An output is as long as the data make it: cut where the tools write or compare it.
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:2,2:0,5,0,7
// RUN: qrun run %s --input=%t.x.npy --output=y=%t.y.npy --output=y.count=%t.n.npy
// RUN: od -A n -t d8 -j 128 %t.y.npy | FileCheck %s
// RUN: od -A n -t d8 -j 128 %t.n.npy | FileCheck %s --check-prefix=COUNT
// RUN: qrun run %s --input=%t.x.npy --output=%t.only.npy --output=%t.all.npz
// RUN: cmp %t.y.npy %t.only.npy
// RUN: %python -c "import sys,zipfile; print(zipfile.ZipFile(sys.argv[1]).namelist())" %t.all.npz | FileCheck %s --check-prefix=ALL
// RUN: qrun run %s --device=reference --input=%t.x.npy | FileCheck %s --check-prefix=SUMMARY
// RUN: qrun compare %s --other-device=reference --input=%t.x.npy --exact
// RUN: %python %S/../../Inputs/make_array.py %t.zero.npy f4:2,2:0,0,0,0
// RUN: qrun run %s --input=%t.zero.npy | FileCheck %s --check-prefix=EMPTY
// RUN: %python %S/../../Inputs/make_array.py %t.d.npz x=f4:2,2:0,5,0,7 labels=i8:2:0,1
// RUN: not qrun eval %s --data=%t.d.npz 2>&1 | FileCheck %s --check-prefix=EVAL

// CHECK: 0 1
// CHECK-NEXT: 1 1
// CHECK-NOT: -1
// COUNT: 2
// SUMMARY: y: i64 2x2
// SUMMARY: y.count: i64 1
// ALL: {{^}}['y.npy']
// EMPTY: y: i64 2x0, empty
// EVAL: the data decide how long output 'y' is, so that it is no row of scores for each sample; name another with --output-name
func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<2x?xi64, #nn.dims<2*N>> {nn.name = "y", nn.length = #nn.length<1, "y.count">}, tensor<1xi64> {nn.name = "y.count"}) {
  %y:2 = nn.non_zero %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> (tensor<2x?xi64, #nn.dims<2*N>>, tensor<1xi64>)
  return %y#0, %y#1 : tensor<2x?xi64, #nn.dims<2*N>>, tensor<1xi64>
}
