// A fault that is planted into one layer's range comes first, with its cause; a table, then JSON.
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:4,4:1,-2,-3,4,0.5,1.5,2.5,-1,-4,3,1,2,-1,-1,2,3
// RUN: qopt %s --insert-quant --fold-dequant -o %t.sound.mlir
// RUN: qrun explain %s %t.sound.mlir --data=%t.x.npy | FileCheck %s --check-prefix=SOUND
// SOUND: output last: {{[0-9.]+}} dB on 4 samples
// SOUND-NEXT: layer {{ *}}is {{ *}}gone % {{ *}}% of error {{ *}}weights {{ *}}bias {{ *}}clipping {{ *}}rounding

// The range behind the relu ends at 0.5, where values reach 12.
// RUN: sed 's/range<0.0, 16.0>/range<0.0, 0.5>/' %s > %t.narrow.mlir
// RUN: qopt %t.narrow.mlir --insert-quant --fold-dequant -o %t.clips.mlir
// RUN: qrun explain %s %t.clips.mlir --data=%t.x.npy --top=2 | FileCheck %s --check-prefix=CLIPS
// CLIPS: % of MACs
// CLIPS: first {{ *}}matmul
// CLIPS: other layers have
// CLIPS: mend {{ *}}of layer
// RUN: qrun explain %s %t.clips.mlir --data=%t.x.npy --json | %python -c "import json, sys; layer = json.load(sys.stdin)['results'][0]['layers'][0]; print(layer['layer'], max(layer['causes'], key=layer['causes'].get))" | FileCheck %s --check-prefix=JSON
// JSON: first clipping

// Steps of the input are forty times as wide as they need be.
// RUN: sed 's/range<-4.0, 4.0>/range<-160.0, 160.0>/' %s > %t.wide.mlir
// RUN: qopt %t.wide.mlir --insert-quant --fold-dequant -o %t.rounds.mlir
// RUN: qrun explain %s %t.rounds.mlir --data=%t.x.npy --json | %python -c "import json, sys; layer = json.load(sys.stdin)['results'][0]['layers'][0]; print(layer['layer'], max(layer['causes'], key=layer['causes'].get))" | FileCheck %s --check-prefix=WIDE
// WIDE: x rounding

// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun explain %s %t.sound.mlir --data=%t.x.npy --output-name=none 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: --output-name=none: {{.*}}has no output of real values of this name; it has last

!t = tensor<?x4xf32, #nn.dims<N>>
func.func @main(%x: !t {nn.name = "x", nn.range = #nn.range<-4.0, 4.0>}) -> !t {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.3, -0.7, 0.2], [0.1, 1.2, 0.4, -0.6], [-0.5, 0.6, 0.9, 0.8], [0.7, -0.2, 0.3, 1.1]]> : tensor<4x4xf32>
  %a = nn.matmul %x, %w {nn.name = "first", nn.range = #nn.range<-16.0, 16.0>} : (!t, tensor<4x4xf32>) -> !t
  %r = nn.relu %a {nn.name = "relu", nn.range = #nn.range<0.0, 16.0>} : (!t) -> !t
  %v = nn.constant {nn.name = "v"} dense<[[0.4, -0.3, 0.7, 0.5], [0.9, 0.2, -0.4, 0.6], [0.5, 0.6, 0.3, -0.8], [-0.7, 0.2, 0.3, 0.1]]> : tensor<4x4xf32>
  %b = nn.matmul %r, %v {nn.name = "last", nn.range = #nn.range<-24.0, 24.0>} : (!t, tensor<4x4xf32>) -> !t
  return %b : !t
}
