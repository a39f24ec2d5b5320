// A compiled file runs as its model does, is the same twice, and is refused elsewhere in words.
// RUN: qrun compile %s -o %t.qart | FileCheck %s
// RUN: qrun compile %s -o %t.again.qart && cmp %t.qart %t.again.qart
// RUN: %python %S/../../Inputs/make_array.py %t.u.npy u1:2,2:10,20,30,40
// RUN: qrun run %s --input=%t.u.npy --output=%t.y.npy
// RUN: qrun run %t.qart --input=%t.u.npy --output=%t.z.npy && cmp %t.y.npy %t.z.npy
// RUN: od -A n -t f4 -j 128 %t.z.npy | FileCheck %s --check-prefix=VALUES
// RUN: qrun run %t.qart --device=host:1 --shape=x:?x2 --input=%t.u.npy | FileCheck %s --check-prefix=SUMMARY
// RUN: %python %S/../../Inputs/make_array.py %t.npz images=u1:4,2:10,0,0,10,20,10,3,4 labels=i8:4:0,1,0,1
// RUN: qrun eval %t.qart --against=%s --data=%t.npz --batch=3 | FileCheck %s --check-prefix=EVAL
// RUN: qrun eval %t.qart %s --data=%t.npz --table | FileCheck %s --check-prefix=TABLE
// RUN: qrun bench %t.qart %s --iterations=2 --batch=1,4 --per-layer --json=%t.json 2>&1 | FileCheck %s --check-prefix=BENCH
// RUN: %python -c "import json,sys; d=json.load(open(sys.argv[1])); print(*[(r['batch'], r['multiply_adds'], r['weight_bytes']) for r in d['results']])" %t.json | FileCheck %s --check-prefix=JSON

// A mean of the command line is for models among the files.
// RUN: qrun eval %t.qart --against=%s --mean=10 --std=4 --data=%t.npz | FileCheck %s --check-prefix=EVAL

// A file of another format, one of other fields, one that is cut, one that was changed.
// RUN: %python -c "import sys; b=bytearray(open(sys.argv[1],'rb').read()); b[8]=3; b[16:27]=b'qopt 9.8.7\0'; open(sys.argv[2],'wb').write(b)" %t.qart %t.later.qart
// RUN: not qrun run %t.later.qart --input=%t.u.npy 2>&1 | FileCheck %s --check-prefix=LATER
// RUN: %python -c "import sys; b=bytearray(open(sys.argv[1],'rb').read()); b[-70]^=1; open(sys.argv[2],'wb').write(b)" %t.qart %t.flip.qart
// RUN: not qrun run %t.flip.qart --input=%t.u.npy 2>&1 | FileCheck %s --check-prefix=FLIP
// RUN: head -c 1000 %t.qart > %t.cut.qart && not qrun run %t.cut.qart --input=%t.u.npy 2>&1 | FileCheck %s --check-prefix=CUT

// CHECK: .qart: {{[0-9,]+}} bytes
// CHECK-NEXT: host: x Nx2
// VALUES: 7.5 10 27.5 40
// SUMMARY: fc: f32 2x2, largest at 1 1
// EVAL: accuracy 
// EVAL: flips: 0 of 4
// TABLE: compile.mlir.tmp.qart {{ *}}host {{ *}}{{[0-9.]+ %}} {{ *}}- {{ *}}100.00 % {{ *}}16 
// BENCH: compile.mlir.tmp.qart {{ *}}host {{ *}}1
// BENCH: fc {{ *}}
// JSON: (1, 4, 16) (1, 4, 16) (4, 16, 16) (4, 16, 16)
// LATER: later.qart: made by qopt 9.8.7, format 3; this runtime reads format 1: compile it again with qrun compile of qopt
// FLIP: flip.qart: is damaged: {{.*}}checksum
// CUT: cut.qart: is cut short: 1000 of its {{[0-9]+}} bytes are there

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x", nn.preprocess = #nn.preprocess<mean = [10.0], std = [4.0]>}) -> tensor<?x2xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %y = nn.matmul %x, %w {nn.name = "fc"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}
