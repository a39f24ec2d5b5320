// Multiply-adds of LeNet at batch 2, by hand from its layer shapes.
// RUN: qopt %models/lenet.onnx --print-cost --batch=2 -o %t.mlirbc 2>&1 | FileCheck %s
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %models/lenet.onnx --batch=2 -o %t.mlirbc

// CHECK: layer {{ *}}operation {{ *}}multiply-adds
// 2 · (20·25·24·24 + 50·20·25·8·8 + 800·500 + 500·10)
// CHECK: conv2d {{ *}}576,000
// CHECK: conv2d {{ *}}3,200,000
// CHECK: matmul {{ *}}800,000
// CHECK: matmul {{ *}}10,000
// CHECK: total, batch 2 {{ *}}4,586,000
