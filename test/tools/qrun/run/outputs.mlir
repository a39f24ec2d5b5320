// --output puts arrays where it says: it drops nothing, and finds a bad form before the run.
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:1,2:1,-2
// RUN: qrun run %s --input=%t.x.npy --output=y=%t.o.npz:k --output=z=%t.o.npz:l
// RUN: %python -c "import sys,zipfile; print(zipfile.ZipFile(sys.argv[1]).namelist())" %t.o.npz | FileCheck %s
// RUN: rm -f %t.o.npz %t.o.npy
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun run %s --input=%t.x.npy --output=y=%t.o.npz:k --output=z=%t.o.npz:k 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun run %s --input=%t.x.npy --output=y=%t.o.npy --output=z=%t.o.npy 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not ls %t.o.npz && not ls %t.o.npy
// RUN: rm -rf %t.d && mkdir -p %t.d/in && ln -s in %t.d/link
// RUN: cd %t.d && sh %S/../../Inputs/expect_code.sh 1 qrun run %s --input=%t.x.npy --output=y=o.npy --output=z=./o.npy 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: cd %t.d && sh %S/../../Inputs/expect_code.sh 1 qrun run %s --input=%t.x.npy --output=y=in/o.npy --output=z=link/o.npy 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: cd %t.d && not ls o.npy && not ls in/o.npy
// RUN: cd %t.d && qrun run %s --input=%t.x.npy --output=y=o.npz:k --output=z=./o.npz:l
// RUN: %python -c "import sys,zipfile; print(zipfile.ZipFile(sys.argv[1]).namelist())" %t.d/o.npz | FileCheck %s
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun run %t.none.mlir --input=%t.x.npy --output=y=%t.y.txt 2>&1 | FileCheck %s --check-prefix=FORM

// CHECK: ['k.npy', 'l.npy']
// TWICE: error: --output=z={{.*}}: that place is given twice
// FORM: y.txt: expected [NAME=]y.npy, y.npz or y.npz:KEY

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  %z = nn.neg %x {nn.name = "z"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y, %z : tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>
}
