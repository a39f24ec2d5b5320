// Quantized layers as pairs: weights and bias as the integers that they are, no pair before a bound, and what
// is imported again and absorbed is the same module.
// RUN: qopt %s --emit=onnx-qdq -o %t.onnx 2>&1 | count 0
// RUN: sed "s/FF03/FF41/" %s | qopt - --emit=onnx-qdq -o %t.wide.onnx 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: sed "s/FF03/FF41/; s/!x = !quant.uniform<i8:/!x = !quant.uniform<i16:/; s/2xi32/2xi64/" %s | qopt - --emit=onnx-qdq -o %t.wide.onnx 2>&1 | count 0
// RUN: %decode_onnx < %t.onnx | FileCheck %s
// RUN: %decode_onnx < %t.onnx | FileCheck %s --check-prefix=STORED
// RUN: qopt %t.onnx --absorb-qdq -o - | FileCheck %s --check-prefix=AGAIN
// RUN: sh %S/../Inputs/expect_code.sh 1 qopt %s --emit=onnx -o %t.none.onnx 2>&1 | FileCheck %s --check-prefix=FLOAT
// RUN: not ls %t.none.onnx

// A weight of 65: two products with 255 leave 16 bits. Of activations of 16 bits they are summed in floats.
// WIDE: remark: layer 'conv' has weights of 8 bits: on x86-64 without VNNI, ONNX Runtime adds two of their products in 16 bits, which saturate; give --insert-quant profile=ort-cpu{{.*}} session.x64quantprecision=1
// CHECK: name: "steps"
// CHECK-NEXT: op_type: "QuantizeLinear"
// CHECK: output: "steps_DequantizeLinear_Output"
// CHECK-NEXT: name: "steps_DequantizeLinear"
// CHECK: output: "w_DequantizeLinear_Output"
// CHECK: op_type: "DequantizeLinear"
// CHECK: i: 0
// CHECK: output: "b_DequantizeLinear_Output"
// CHECK: output: "conv"
// CHECK-NEXT: name: "conv"
// CHECK-NEXT: op_type: "Conv"
// CHECK: input: "conv"
// CHECK-NEXT: output: "relu"
// CHECK-NEXT: name: "relu"
// CHECK-NEXT: op_type: "Relu"
// CHECK: input: "relu"
// CHECK: name: "relu_QuantizeLinear"
// CHECK: op_type: "Sigmoid"
// CHECK: name: "table_QuantizeLinear"
// CHECK: input: "table_DequantizeLinear_Output"
// CHECK-NEXT: input: "relu_DequantizeLinear_Output"
// CHECK: op_type: "Add"
// CHECK: output: "y"
// CHECK-NEXT: name: "real"
// CHECK-NEXT: op_type: "DequantizeLinear"

// STORED: name: "w"
// STORED-NEXT: raw_data: "\001\002\377\003"
// STORED: name: "conv/bias_scale"
// 0.5·(0.25, 0.125)
// STORED-NEXT: raw_data: "\000\000\000>\000\000\200="
// STORED: data_type: 6
// STORED-NEXT: name: "conv/bias_zero_point"

// AGAIN: nn.conv2d {{.*}} bias {{.*}}"conv"{{.*}} -> tensor<1x2x2x2x!quant.uniform<u8:f32, 2.500000e-01>>
// AGAIN: nn.relu {{.*}}"relu"
// AGAIN: nn.sigmoid {{.*}} -> tensor<1x2x2x2x!quant.uniform<u8:f32, 3.906250e-03>>
// AGAIN: nn.add {{.*}} -> tensor<1x2x2x2x!quant.uniform<i8:f32, 5.000000e-01:3>>

// FLOAT: error: --emit=onnx writes real values alone, but there are quantized layers in integer form, in conv, relu, table, sum; --emit=onnx-qdq writes these

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8<-127:127>:f32:0, {0.25, 0.125}>
!u = !quant.uniform<u8:f32, 0.25>
!t = !quant.uniform<u8:f32, 0.00390625>
!y = !quant.uniform<i8:f32, 0.5:3>
func.func @main(%x: tensor<1x2x2x2xf32> {nn.name = "x"}) -> (tensor<1x2x2x2xf32> {nn.name = "y"}) {
  %q = nn.quantize %x {nn.name = "steps"} : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2x!x>
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<2x2x1x1x!w>
  %b = nn.constant {nn.name = "b"} dense<[7, -9]> : tensor<2xi32>
  %c = nn.conv2d %q, %w bias %b {nn.name = "conv"} : (tensor<1x2x2x2x!x>, tensor<2x2x1x1x!w>, tensor<2xi32>) -> tensor<1x2x2x2x!u>
  %r = nn.relu %c {nn.name = "relu"} : (tensor<1x2x2x2x!u>) -> tensor<1x2x2x2x!u>
  %t = nn.sigmoid %r {nn.name = "table"} : (tensor<1x2x2x2x!u>) -> tensor<1x2x2x2x!t>
  %s = nn.add %t, %r {nn.name = "sum"} : (tensor<1x2x2x2x!t>, tensor<1x2x2x2x!u>) -> tensor<1x2x2x2x!y>
  %y = nn.dequantize %s {nn.name = "real"} : (tensor<1x2x2x2x!y>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}
{-# dialect_resources: { builtin: { w: "0x400000000102FF03" } } #-}
