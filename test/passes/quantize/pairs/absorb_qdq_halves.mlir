// Pairs whose scales are halves: what lies between them is f16 in the file, and integer here.
// RUN: qopt %s --absorb-qdq="explain=true" -o - 2>&1 | FileCheck %s
// RUN: qopt %s --absorb-qdq="without=absorb-qdq/drop-rounding" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=KEPT
// CHECK-DAG: absorb-qdq/drop-rounding (approximation)
// CHECK-DAG: absorb-qdq/compute-in-f32 (same bits): 'r'
// CHECK-DAG: remark: absorb-qdq: 1 of 1 layers integer
// CHECK-LABEL: func.func @main
// CHECK:      nn.conv2d {{.*}}nn.name = "conv"{{.*}}!quant
// CHECK-NEXT: nn.relu {{.*}}nn.name = "r"{{.*}}!quant
// CHECK-NEXT: nn.add {{.*}}nn.name = "s"{{.*}}!quant
// What is no pair's keeps its width.
// CHECK:      nn.exp {{.*}}xf16
// KEPT: remark: absorb-qdq: 0 of 1 layers integer; 1 float, nothing that it reads is dequantized: conv/f32
!s = !quant.uniform<i8:f32, 0.5>
!q = tensor<1x2x2x2x!s>
!f = tensor<1x2x2x2xf32>
!h = tensor<1x2x2x2xf16>
func.func @main(%x: !h {nn.name = "x"}) -> (!h, !h) {
  %xw = nn.cast %x {nn.name = "xq/input0"} : (!h) -> !f
  %xq = nn.quantize %xw {nn.name = "xq"} : (!f) -> !q
  %xr = nn.dequantize %xq {nn.name = "xd/real"} : (!q) -> !f
  %xd = nn.cast %xr {nn.name = "xd"} : (!f) -> !h
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<2x2x1x1x!s>
  %wr = nn.dequantize %w {nn.name = "wd/real"} : (tensor<2x2x1x1x!s>) -> tensor<2x2x1x1xf32>
  %wd = nn.cast %wr {nn.name = "wd"} : (tensor<2x2x1x1xf32>) -> tensor<2x2x1x1xf16>
  %a = nn.cast %xd {nn.name = "conv/input0"} : (!h) -> !f
  %b = nn.cast %wd {nn.name = "conv/input1"} : (tensor<2x2x1x1xf16>) -> tensor<2x2x1x1xf32>
  %c = nn.conv2d %a, %b {nn.name = "conv/f32"} : (!f, tensor<2x2x1x1xf32>) -> !f
  %ch = nn.cast %c {nn.name = "conv"} : (!f) -> !h
  %r = nn.relu %ch {nn.name = "r"} : (!h) -> !h
  %rw = nn.cast %r {nn.name = "rq/input0"} : (!h) -> !f
  %rq = nn.quantize %rw {nn.name = "rq"} : (!f) -> !q
  %rr = nn.dequantize %rq {nn.name = "rd/real"} : (!q) -> !f
  %rd = nn.cast %rr {nn.name = "rd"} : (!f) -> !h
  %s = nn.add %rd, %xd {nn.name = "s"} : (!h, !h) -> !h
  %sw = nn.cast %s {nn.name = "sq/input0"} : (!h) -> !f
  %sq = nn.quantize %sw {nn.name = "sq"} : (!f) -> !q
  %sr = nn.dequantize %sq {nn.name = "sd/real"} : (!q) -> !f
  %sd = nn.cast %sr {nn.name = "sd"} : (!f) -> !h
  %e = nn.exp %x {nn.name = "e"} : (!h) -> !h
  return %sd, %e : !h, !h
}
{-# dialect_resources: { builtin: { w: "0x4000000001020304" } } #-}
