// A module may be written over the file that it is read from, whose weights are mapped: by its name, or by a link's.
// RUN: qopt %models/lenet.onnx -o %t.mlirbc && qopt %t.mlirbc > %t.before.mlir
// RUN: qopt %t.mlirbc -o %t.mlirbc && qopt %t.mlirbc | diff - %t.before.mlir
// RUN: ln -sf %t.mlirbc %t.link.mlirbc && qopt %t.link.mlirbc -o %t.mlirbc && qopt %t.mlirbc | diff - %t.before.mlir
// RUN: qopt %t.mlirbc -o %t.link.mlirbc && test -L %t.link.mlirbc && qopt %t.mlirbc | diff - %t.before.mlir
// RUN: cp %t.before.mlir %t.mlir && qopt %t.mlir -o %t.mlir && diff %t.mlir %t.before.mlir
