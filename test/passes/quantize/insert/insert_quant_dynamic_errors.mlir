// RUN: not qopt %s --insert-quant="mode=dynamic bits=16" 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not qopt %s --insert-quant="mode=dynamic scheme=signed" 2>&1 | FileCheck %s --check-prefix=SCHEME
// RUN: not qopt %s --insert-quant="mode=exact" 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: echo '{"version": 1, "layers": {"m": {"mode": "dynamic", "precision": "int16"}}}' > %t.bits.json
// RUN: not qopt %s --insert-quant="policy=%t.bits.json" 2>&1 | FileCheck %s --check-prefix=LAYER
// RUN: echo '{"version": 1, "layers": {"m": {"mode": "dynamic", "scheme": "signed"}}}' > %t.scheme.json
// RUN: not qopt %s --insert-quant="policy=%t.scheme.json" 2>&1 | FileCheck %s --check-prefix=POLICY
// RUN: not qopt %s --insert-quant="mode=dynamic io=quantized" 2>&1 | FileCheck %s --check-prefix=PORTS
// RUN: qopt %s --insert-quant="mode=dynamic" 2>&1 | FileCheck %s --check-prefix=LONG

// BITS: insert-quant: mode=dynamic: under dynamic ranges activations and weights have 8 bits at most
// SCHEME: insert-quant: mode=dynamic scheme=signed: dynamic ranges are always affine; leave scheme= out
// MODE: insert-quant: mode=exact: expected quantize, simulate or dynamic
// LAYER: error: 'm': {{.*}}.json asks for 16 bits; under dynamic ranges activations and weights have 8 bits at most
// POLICY: error: {{.*}}'m' has mode dynamic: such ranges are affine, not signed
// PORTS: error: no range is known for 'x'
// 70000 products of 255·127 pass 2^31, and nothing is left of the attempt.
// LONG: warning: 'm' stays float: {{.*}}accumulator may overflow
// LONG: func.func @main
// LONG-NOT: dynamic
// LONG: nn.matmul {{.*}} : (tensor<1x70000xf32>
// LONG-NOT: dynamic
func.func @main(%x: tensor<1x70000xf32> {nn.name = "x"}) -> tensor<1x1xf32> {
  %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<70000x1xf32>
  %m = nn.matmul %x, %w {nn.name = "m"} : (tensor<1x70000xf32>, tensor<70000x1xf32>) -> tensor<1x1xf32>
  return %m : tensor<1x1xf32>
}
