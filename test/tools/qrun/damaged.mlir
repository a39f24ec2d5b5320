// One flipped bit of a stored array: its shape still fits, its checksum does not.
// RUN: %python %S/../Inputs/make_array.py %t.x.npy f4:2,2:1,-2,-3,4
// RUN: %python -c "import sys,zipfile; d=open(sys.argv[1],'rb').read(); z=zipfile.ZipFile(sys.argv[2],'w'); z.writestr('x.npy',d)" %t.x.npy %t.npz
// RUN: qrun run %s --input=%t.npz | FileCheck %s
// RUN: %python -c "import sys; b=bytearray(open(sys.argv[1],'rb').read()); b[b.index(b'NUMPY')+130]^=1; open(sys.argv[1],'wb').write(b)" %t.npz
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun run %s --input=%t.npz 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: sh %S/../Inputs/expect_code.sh 1 qrun calibrate %s --data=%t.npz -o %t.json 2>&1 | FileCheck %s --check-prefix=BAD

// CHECK: y: f32 2x2
// BAD: npz:x: is damaged: its checksum does not match

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
