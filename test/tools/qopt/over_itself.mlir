// A file that is read is not written over: by its name, a link's, as a module or in another form.
// RUN: cp %models/lenet.onnx %t.onnx && qopt %t.onnx -o %t.mlirbc && qopt %t.mlirbc -o %t.mlir
// RUN: ln -sf %t.mlirbc %t.link.mlirbc
// RUN: cp %t.onnx %t.onnx.before && cp %t.mlirbc %t.mlirbc.before && cp %t.mlir %t.mlir.before
// RUN: not qopt %t.onnx --emit=onnx -o %t.onnx 2>&1 | FileCheck %s
// RUN: not qopt %t.mlirbc -o %t.mlirbc 2>&1 | FileCheck %s
// RUN: not qopt %t.link.mlirbc -o %t.mlirbc 2>&1 | FileCheck %s
// RUN: not qopt %t.mlirbc -o %t.link.mlirbc 2>&1 | FileCheck %s
// RUN: not qopt %t.mlir -o %t.mlir 2>&1 | FileCheck %s
// RUN: cp %t.onnx %t.described && not qopt %t.mlir --emit=program --described=%t.described -o %t.described 2>&1 | FileCheck %s
// RUN: cmp %t.onnx %t.described
// RUN: cmp %t.onnx %t.onnx.before && cmp %t.mlirbc %t.mlirbc.before && cmp %t.mlir %t.mlir.before
// RUN: qopt %t.mlirbc -o %t.other.mlirbc && cmp %t.mlirbc %t.other.mlirbc

// CHECK: error: '{{.*}}' is read here: write to another file
