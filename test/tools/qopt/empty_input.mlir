// A file whose input has a size of 0 leaves nothing to compute: that is said, where an import in silence would come out as a
// complaint about something else later. An input without elements beside others is a past of no tokens, which may be.
// RUN: echo 'ir_version: 8 opset_import { version: 17 } graph { node { op_type: "Relu" input: "x" output: "y" } input { name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_value: 0 } dim { dim_value: 3 } } } } } output { name: "y" } }' > %t.txt
// RUN: %encode_onnx < %t.txt > %t.onnx
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %t.onnx -o %t.mlirbc 2>&1 | FileCheck %s
// RUN: not ls %t.mlirbc
// RUN: echo 'ir_version: 8 opset_import { version: 17 } graph { node { op_type: "Concat" input: "x" input: "z" output: "y" attribute { name: "axis" i: 0 type: INT } } input { name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_value: 0 } dim { dim_value: 3 } } } } } input { name: "z" type { tensor_type { elem_type: 1 shape { dim { dim_value: 2 } dim { dim_value: 3 } } } } } output { name: "y" } }' | %encode_onnx > %t.past.onnx
// RUN: qopt %t.past.onnx -o %t.past.mlirbc

// CHECK: {{.*}}.onnx: error: input 'x' of shape 0x3 leaves nothing to compute: output 'y' becomes 0x3; export the model with sizes of 1 and more, or open ones

func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
