// A policy decides on single layers; why= says who decided.
// RUN: echo '{"version": 1, "layers": {"b": {"precision": "float"}, "c": {"precision": "int16", "weights": "int8"}, "d": {"weights": "int4", "granularity": "tensor"}, "e": {"scheme": "affine"}}, "ranges": {"x": [-1, 1]}, "scales": {"d": {"type": "u8", "scale": 0.5, "zero_point": 3}, "y": {"type": "i8", "scale": 0.25}}}' > %t.json
// RUN: qopt %s --insert-quant="region=all policy=%t.json range=a=-1:1,b=-1:1,c=-1:1,e=-1:3,y=-1:1 why=x,w,a,b,c,d,e,y,s" 2>%t.why | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.why

// A simulated layer computes in float, on quantized values, and is not told as integer.
// RUN: echo '{"version": 1, "layers": {"d": {"mode": "simulate"}}, "ranges": {"x": [-1, 1]}}' > %t.sim.json
// RUN: qopt %s --insert-quant="region=all policy=%t.sim.json range=a=-1:1,b=-1:1,c=-1:1,d=-1:1,e=-1:3,y=-1:1 why=d" 2>&1 | FileCheck %s --check-prefix=SIM
// SIM: 'd' is i8, {{.*}}; 'd' is simulated ({{.*}}sim.json): it computes in float on quantized values
// SIM: insert-quant: 6 of 7 layers integer (4 of 5 with weights); 1 float, simulated on quantized values: d

// CHECK: nn.matmul {{.*}}"a", {{.*}} -> tensor<2x2xf32>
// CHECK: nn.matmul {{.*}}"b", {{.*}} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
// CHECK: nn.matmul {{.*}}"c", {{.*}}!quant.uniform<i8<-127:127>:f32:1, {{.*}} -> tensor<2x2x!quant.uniform<i16:f32,
// CHECK: nn.matmul {{.*}}"d"{{.*}} : (tensor<2x2x!quant.uniform<i16:{{.*}}>>, tensor<2x2x!quant.uniform<i8<-7:7>:f32:1, {0.2857142{{[0-9]*}},0.2857142{{[0-9]*}}}>>) -> tensor<2x2x!quant.uniform<u8:f32, 5.000000e-01:3>>
// CHECK: nn.matmul {{.*}}"e", {{.*}} -> tensor<2x2x!quant.uniform<i8:f32, 0.0156862{{[0-9]*}}:-64>>

// WHY: 'x' is i8, scale 0.00787402, zero point 0: profile qopt: scheme mixed, 8 bits, of the range -1 to 1
// WHY: 'w' is f32, a constant, of which each integer layer that reads it stores a quantized copy
// WHY: 'a' is f32; 'a' computes on integers and writes float, as its readers compute in float
// WHY: 'b' is i16, {{.*}}; 'b' stays float: {{.*}}.json says so
// WHY: 'c' is i16, scale 3.05185e-05, zero point 0: {{.*}}.json: scheme mixed, 16 bits, of the range -1 to 1
// WHY: 'd' is u8, scale 0.5, zero point 3: a scale from {{.*}}.json
// WHY: 'e' is i8, scale 0.0156863, zero point -64: {{.*}}.json: scheme affine, 8 bits, of the range -1 to 3
// WHY: 'y' is i8, scale 0.25, zero point 0: a scale from {{.*}}.json
// WHY: 's' is u8, scale 0.00390625, zero point 0: the fixed range of nn.sigmoid

func.func @main(%x: tensor<2x2xf32> {nn.name = "x"}) -> tensor<2x2xf32> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 2.0], [-1.0, 0.5]]> : tensor<2x2xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %b = nn.matmul %a, %w {nn.name = "b"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %c = nn.matmul %b, %w {nn.name = "c"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %d = nn.matmul %c, %w {nn.name = "d"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %e = nn.matmul %d, %w {nn.name = "e"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = nn.add %e, %x {nn.name = "y"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %s = nn.sigmoid %y {nn.name = "s"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %s : tensor<2x2xf32>
}
