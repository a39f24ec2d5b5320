// Who is asked for integers in attention (I1): all, or single layers in a policy, whose word holds for their parts.
// RUN: echo '{"version": 1, "layers": {"b": {"attention": "integer", "scheme": "affine"}}, "ranges": {"b/probabilities": [0, 0.25]}}' > %t.json
// RUN: qopt %s --insert-quant="policy=%t.json" --fold-dequant | FileCheck %s
// RUN: echo '{"version": 1, "layers": {"b": {"attention": "float"}}}' > %t.float.json
// RUN: qopt %s --insert-quant="policy=%t.float.json attention=integer" --fold-dequant | FileCheck %s --check-prefix=FIRST
// RUN: qopt %s --insert-quant="float=b attention=integer explain=true" --fold-dequant 2>&1 | FileCheck %s --check-prefixes=FIRST,SAID
// RUN: echo '{"version": 1, "layers": {"q": {"attention": "integer"}}}' > %t.wrong.json
// RUN: not qopt %s --insert-quant="policy=%t.wrong.json" 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: echo '{"version": 1, "layers": {"b": {"attention": "int8"}}}' > %t.word.json
// RUN: not qopt %s --insert-quant="policy=%t.word.json" 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not qopt %s --insert-quant="attention=int8" 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not qopt %s --insert-quant="attention=integer mode=dynamic" 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: not qopt %s --insert-quant="range=b/probabilities=0:1" 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: sed -e 's/x3x4xf32/x?x4xf32, #nn.dims<L>/g' %s > %t.open.mlir
// RUN: qopt %t.open.mlir --insert-quant="attention=integer" --fold-dequant 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: qopt %s --expand-composites=nn.attention --insert-quant="attention=integer region=all range=b/scores=-1:1,b/scaled=-1:1,a/scores=-1:1,a/scaled=-1:1" 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK-NOT: "a/
// CHECK: nn.attention {{.*}}"a"
// CHECK: nn.quantize {{.*}} -> tensor<1x2x3x3x!quant.uniform<i8:f32, 9.803922{{[0-9]*}}E-4:-128>>
// CHECK: nn.matmul {{.*}}"b"
// SAID: remark: 'b' stays float: option float says so
// FIRST: nn.matmul {{.*}}"a/scores"
// FIRST: nn.attention {{.*}}"b"
// WRONG: error: policy '{{.*}}': 'q' is no nn.attention, of which alone "attention" speaks
// WORD: error: policy '{{.*}}': 'b': "attention" is one of float, integer
// OPTION: insert-quant: attention=int8: expected float or integer
// DYNAMIC: insert-quant: mode=dynamic attention=integer: attention multiplies two activations, which have no dynamic ranges; leave one of the two out
// WHOLE: error: insert-quant: range of 'b/probabilities': 'b/probabilities' is computed inside 'b', which this network has as one layer; --expand-composites takes it apart
// A number of keys that inputs decide could overflow the context (A4): such attention stays whole.
// OPEN: warning: 'a' stays float: {{.*}} may exceed 32 bits
// OPEN: nn.attention {{.*}}"a"
// NONE: warning: insert-quant: attention=integer: there is no nn.attention; --recognize-composites makes it of what a file spells out

func.func @main(%q: tensor<1x2x3x4xf32> {nn.name = "q", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<1x2x3x4xf32> {
  %a = nn.attention %q, %q, %q {nn.name = "a", nn.range = #nn.range<-1.0, 1.0>, scale = 0.5 : f32, softcap = 0.0 : f32} : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32>
  %b = nn.attention %a, %q, %a {nn.name = "b", nn.range = #nn.range<-1.0, 1.0>, scale = 0.5 : f32, softcap = 0.0 : f32} : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32>
  return %b : tensor<1x2x3x4xf32>
}
