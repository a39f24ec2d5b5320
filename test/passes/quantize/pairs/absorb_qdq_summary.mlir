// The summary of absorbing: of all layers with weights, whether these are constant or real values
// of constant steps yet, and why one is float. Pairs that nobody takes are not passed over.
// RUN: qopt %s --absorb-qdq -o %t.mlir 2>&1 | FileCheck %s
// RUN: sed -e 's/%%d, %%wd/%%d, %%vd/' %s | qopt - --absorb-qdq -o %t.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: sed -e 's/nn.conv2d %%d/nn.conv2d %%x/' %s | qopt - --absorb-qdq -o %t.mlir 2>&1 | FileCheck %s --check-prefix=READS
// RUN: sed -e 's/nn.conv2d %%d, %%.d/nn.add %%d, %%x/; s/: (!x, !w) -> !x/: (!x, !x) -> !x/' %s | qopt - --absorb-qdq -o %t.mlir 2>&1 | FileCheck %s --check-prefix=OTHER
// CHECK: remark: absorb-qdq: 1 of 2 layers integer; 1 float, weights of 16 bits with zero point 70: asymmetric
// NONE: remark: absorb-qdq: 0 of 2 layers integer; 2 float, weights of 16 bits with zero point 70: symmetric, asymmetric
// READS: remark: absorb-qdq: 0 of 2 layers integer; 2 float, operand 0 is not dequantized: symmetric, asymmetric
// OTHER: remark: absorb-qdq: 0 of 2 layers integer (0 of 0 with weights); 2 float, operand 1 is not dequantized: symmetric, asymmetric
!x = tensor<1x2x2x2xf32>
!w = tensor<2x2x1x1xf32>
!q = tensor<1x2x2x2x!quant.uniform<i8:f32, 0.5>>
func.func @main(%x: !x {nn.name = "x"}) -> (!x, !x) {
  %xq = nn.quantize %x {nn.name = "xq"} : (!x) -> !q
  %d = nn.dequantize %xq {nn.name = "d"} : (!q) -> !x
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<2x2x1x1x!quant.uniform<i8:f32, 0.5>>
  %wd = nn.dequantize %w {nn.name = "wd"} : (tensor<2x2x1x1x!quant.uniform<i8:f32, 0.5>>) -> !w
  %v = nn.constant {nn.name = "v"} dense_resource<wide> : tensor<2x2x1x1x!quant.uniform<i16:f32, 0.5:70>>
  %vd = nn.dequantize %v {nn.name = "vd"} : (tensor<2x2x1x1x!quant.uniform<i16:f32, 0.5:70>>) -> !w
  %a = nn.conv2d %d, %wd {nn.name = "symmetric"} : (!x, !w) -> !x
  %b = nn.conv2d %d, %vd {nn.name = "asymmetric"} : (!x, !w) -> !x
  return %a, %b : !x, !x
}
{-# dialect_resources: { builtin: { w: "0x4000000001020304", wide: "0x400000000100020003000400" } } #-}
