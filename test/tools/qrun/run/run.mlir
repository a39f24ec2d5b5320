// Raw bytes go through nn.preprocess, (x - mean)/std; --preprocessed f32 does not.
// RUN: %python %S/../../Inputs/make_array.py %t.u.npy u1:2,2:10,20,30,40
// RUN: %python %S/../../Inputs/make_array.py %t.f.npz x=f4:2,2:10,20,30,40 other=f4:1:0
// RUN: qrun run %s --device=reference --input=%t.u.npy --output=%t.y.npy
// RUN: od -A n -t f4 -j 128 %t.y.npy | FileCheck %s
// RUN: qrun run %s --device=host:1 --input=x=%t.f.npz:x --output=y=%t.y2.npy
// RUN: cmp %t.y.npy %t.y2.npy
// RUN: qrun run %s --input=%t.f.npz:x --preprocessed --output=%t.all.npz
// RUN: qrun compare %s --device=host --other-device=reference --input=%t.u.npy --exact | FileCheck %s --check-prefix=SAME
// RUN: %python -c "import sys,zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read('y.npy'))" %t.all.npz > %t.y3.npy
// RUN: od -A n -t f4 -j 128 %t.y3.npy | FileCheck %s --check-prefix=PLAIN
// RUN: qrun run %s --input=%t.u.npy | FileCheck %s --check-prefix=SUMMARY
// RUN: mkdir -p %t.a=b && cp %t.u.npy %t.a=b/u.npy
// RUN: qrun run %s --input=%t.a=b/u.npy --output=%t.a=b/y.npy --device=reference
// RUN: cmp %t.y.npy %t.a=b/y.npy

// CHECK: 0 2.5 5 7.5
// PLAIN: 10 20 30 40
// SAME: 1 values in both, 0 not equal
// SUMMARY: y: f32 2x2, largest at 1 1

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x", nn.preprocess = #nn.preprocess<mean = [10.0], std = [4.0]>}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
