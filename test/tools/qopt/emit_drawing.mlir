// A network drawn: each layer with its operation, type, name and shape, by kind; names are no markup.
// RUN: qopt %s --emit=svg | FileCheck %s --check-prefix=SVG
// RUN: qopt %s --emit=svg -o %t.svg && %python -c "import sys, xml.dom.minidom as m; m.parse(sys.argv[1])" %t.svg
// RUN: qopt %s --emit=svg -o %t.again.svg && cmp %t.svg %t.again.svg
// RUN: qopt %s --emit=dot | FileCheck %s --check-prefix=DOT
// Passes come first.
// RUN: qopt %s --fold-dequant --emit=dot | FileCheck %s --check-prefix=PASSES
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s --emit=svg -o %t.onnx 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: sh %S/../Inputs/expect_code.sh 2 qopt %s --emit=dot --device=host 2>&1 | FileCheck %s --check-prefix=DEVICE

// SVG: <text class="title" x="24" y="26">emit_drawing.mlir</text>
// SVG: >8-bit integers</text>
// SVG: >f32</text>
// SVG: >conversions</text>
// SVG-COUNT-5: <path class="edge" d="M
// SVG: <g class="layer port" id="l0" transform="translate({{.*}})"><title>x</title><rect width="{{.*}}<text class="op" {{.*}}>input · f32</text><text {{.*}}>x</text><text {{.*}}>2x4</text></g>
// SVG: <g class="layer conversion" id="l1"
// SVG: <g class="layer int8" id="l2" {{.*}}<title>r&lt;/text&gt;&quot;</title>
// SVG: <g class="layer conversion" id="l3"
// SVG: <g class="layer float" id="l4" {{.*}}>abs · f32</text>
// SVG: <g class="layer port" id="l5" {{.*}}>output · f32</text>

// DOT: digraph "emit_drawing.mlir" {
// DOT: l0 [label="input · f32\nx\n2x4", tooltip="x", fillcolor="#f1f3f4"];
// DOT: l2 [label="relu · i8\nr</text>\"\n2x4", tooltip="r</text>\"", fillcolor="#b7e1cd"];
// DOT: l4 [label="abs · f32\n\\N\n2x4", tooltip="\\N"
// DOT: l0 -> l1;
// DOT: l4 -> l5;
// PASSES: label="relu · i8
// PASSES-NOT: label="constant
// NAME: -o '{{.*}}.onnx': what is written is SVG, no .onnx
// DEVICE: belong to --emit=program and --emit=kernels

!q = tensor<2x4x!quant.uniform<i8:f32, 0.5>>
func.func @main(%x: tensor<2x4xf32> {nn.name = "x"}) -> tensor<2x4xf32> {
  %q = nn.quantize %x {nn.name = "q"} : (tensor<2x4xf32>) -> !q
  %r = nn.relu %q {nn.name = "r</text>\22"} : (!q) -> !q
  %d = nn.dequantize %r {nn.name = "d"} : (!q) -> tensor<2x4xf32>
  %a = nn.abs %d {nn.name = "\\N"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %a : tensor<2x4xf32>
}
