// A float layer makes no steps: what reads its result says how many bits these have, also through
// copies and bounds of which nobody says anything.
// RUN: qopt %s --insert-quant -o - 2>&1 | FileCheck %s
// RUN: qopt %s --insert-quant="region=all" -o - 2>&1 | FileCheck %s --check-prefix=COPY
// A layer that is given bits by name keeps them.
// RUN: echo '{"version": 1, "layers": {"r": {"mode": "observe", "precision": "int8"}}}' > %t.json
// RUN: qopt %s --insert-quant="policy=%t.json" -o - 2>&1 | FileCheck %s --check-prefix=NAMED
// Where an integer layer makes the value, its own bits hold; whoever is given more by name is told.
// RUN: sed -e 's/norm = "float", //' -e 's/%%r, %%w/%%a, %%w/' %s | qopt - --insert-quant -o - 2>&1 | FileCheck %s --check-prefix=NARROW

// CHECK: nn.quantize {{.*}}nn.name = "x_quantize"{{.*}}!quant.uniform<i8:f32
// CHECK: nn.quantize {{.*}}nn.name = "r_quantize"{{.*}}!quant.uniform<i16:f32
// CHECK: nn.conv2d {{.*}}nn.name = "b"{{.*}} : (tensor<1x2x4x4x!quant.uniform<i16:f32, {{[^>]*}}>>, tensor<2x2x1x1x!quant.uniform<i16<-32767:32767>:f32
// COPY: nn.quantize {{.*}}nn.name = "norm_quantize"{{.*}}!quant.uniform<i16:f32
// COPY: nn.max_pool2d {{.*}}!quant.uniform<i16:f32
// NAMED: nn.quantize {{.*}}nn.name = "r_quantize"{{.*}}!quant.uniform<i8:f32
// NARROW: warning: 'b' multiplies 8 bits and not the 16 that the network's file says: 'a', which it reads, has 8
!x = tensor<1x2x4x4xf32>
func.func @main(%x: !x {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> !x
    attributes {nn.entry, nn.precisions = {a = "int8", norm = "float", b = "int16"}} {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<2x2x1x1xf32>
  %a = nn.conv2d %x, %w {nn.name = "a", nn.range = #nn.range<-1.0, 1.0>} : (!x, tensor<2x2x1x1xf32>) -> !x
  %n = nn.lrn %a {size = 3 : i64, alpha = 1.0e-4 : f32, beta = 0.75 : f32, bias = 1.0 : f32, nn.name = "norm", nn.range = #nn.range<-1.0, 1.0>} : (!x) -> !x
  %r = nn.max_pool2d %n {kernel = array<i64: 1, 1>, strides = array<i64: 1, 1>, nn.name = "r", nn.range = #nn.range<-1.0, 1.0>} : (!x) -> !x
  %b = nn.conv2d %r, %w {nn.name = "b", nn.range = #nn.range<-1.0, 1.0>} : (!x, tensor<2x2x1x1xf32>) -> !x
  return %b : !x
}
