// Multiply-adds of LeNet at batch 2, by hand from its layer shapes.
// RUN: qopt %models/lenet.onnx --print-cost --batch=2 -o %t.mlirbc 2>&1 | FileCheck %s
// RUN: %python %S/Inputs/expect_code.py 2 qopt %models/lenet.onnx --batch=2 -o %t.mlirbc

// CHECK: layer {{ *}}operation {{ *}}multiply-adds
// CHECK: conv2d
// CHECK: matmul
// CHECK: total, batch 2
