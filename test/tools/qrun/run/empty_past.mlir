// A past without tokens: its size is known before the model is imported, where it folds away.
// RUN: %encode_onnx < %S/../Inputs/cache.textproto > %t.onnx
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:1,2:3,4
// RUN: %python %S/../../Inputs/make_array.py %t.none.npy f4:1,0:
// RUN: %python %S/../../Inputs/make_array.py %t.one.npy f4:1,1:2
// RUN: %python %S/../../Inputs/make_array.py %t.batch.npy f4:0,1:
// RUN: qrun run %t.onnx --input=x=%t.x.npy --input=past=%t.none.npy --output=%t.y.npy
// RUN: od -A n -t f4 -j 128 %t.y.npy | FileCheck %s --check-prefix=FIRST
// RUN: qrun run %t.onnx --input=x=%t.x.npy --input=past=%t.one.npy --output=%t.y.npy
// RUN: od -A n -t f4 -j 128 %t.y.npy | FileCheck %s --check-prefix=SECOND
// RUN: qrun run %t.onnx --device=reference --input=x=%t.x.npy --input=past=%t.none.npy | FileCheck %s --check-prefix=SUMMARY
// RUN: qopt %t.onnx -o %t.open.mlir
// RUN: not qrun run %t.open.mlir --input=x=%t.x.npy --input=past=%t.none.npy 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: qopt %t.onnx --shape=past:?x0 -o %t.empty.mlir
// RUN: qrun run %t.empty.mlir --input=x=%t.x.npy --input=past=%t.none.npy | FileCheck %s --check-prefix=SUMMARY
// RUN: not qrun run %t.onnx --input=x=%t.x.npy --input=past=%t.batch.npy 2>&1 | FileCheck %s --check-prefix=BATCH

// FIRST: {{^ *3 4$}}
// SECOND: {{^ *2 3 4$}}
// SUMMARY: y: f32 1x2
// OPEN-NOT: open.mlir{{.*}}open.mlir
// OPEN: open.mlir:2:3: error: 'main': size P of NxP is 0 at these shapes; a model imported with these sizes (--shape)
// BATCH: input 'past' is a batch of zero
