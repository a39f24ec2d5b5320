// The table of calibrators, schemes and numbers of samples, on a network whose second layer needs more than eight bits.
// RUN: %python %S/../../Inputs/make_array.py %t.npz x=f4:10,2:3.984375,3.984375,1,1,2,1,1,2,3,3,3.984375,3.984375,2,2,1,3,3,1,0.5,1 labels=i8:10:1,1,1,1,1,1,1,1,1,0
// RUN: qrun accuracy %s --data=%t.npz --grid=schemes --passes='quantize-weights{bits=4 minimum-size=1}' | FileCheck %s --check-prefix=PACKED
// RUN: qrun accuracy %s --data=%t.npz | FileCheck %s --check-prefix=CALIBRATORS
// RUN: qrun accuracy %s --data=%t.npz --test=%t.npz --grid=schemes --markdown | FileCheck %s --check-prefix=SCHEMES
// RUN: qrun accuracy %s --data=%t.npz --every=2 --grid=samples,schemes --passes="insert-quant{bits=16}" | FileCheck %s --check-prefix=OWN
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun accuracy %s --data=%t.npz --grid=all 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun accuracy %t.none.mlir --data=%t.none.npz --passes="insert-quant{bits=7}" 2>&1 | FileCheck %s --check-prefix=PASSES

// CALIBRATORS: 8 samples judge, batch 32 on host; flips, drop and SQNR are against float
// CALIBRATORS-NEXT: setting {{ *}}top-1 {{ *}}top-5 {{ *}}flips {{ *}}drop (points, 95 %) {{ *}}SQNR {{ *}}integer layers {{ *}}weight bytes
// CALIBRATORS: float {{ *}}87.50 % {{ *}}- {{ *}}- {{ *}}- {{ *}}- {{ *}}0 of 2 {{ *}}32
// CALIBRATORS-NEXT: min-max {{ *}}12.50 % {{ *}}- {{ *}}8 {{ *}}75.00 ({{.*}}) {{ *}}{{.*}} dB {{ *}}2 of 2 {{ *}}8
// CALIBRATORS: entropy, skip-zeros
// CALIBRATORS: auto, clip-weight=2 {{ *}}12.50 %
// CALIBRATORS: auto, clip-weight=2, repaired
// SCHEMES: 10 samples judge, batch 32 on host; flips, drop and SQNR are against float
// SCHEMES: | setting | top-1 | top-5 | flips | drop (points, 95 %) | SQNR | integer layers | weight bytes |
// SCHEMES-NEXT: |---|--:|--:|--:|--:|--:|--:|--:|
// SCHEMES-NEXT: | float | 90.00 % | - | - | - | - | 0 of 2 | 32 |
// SCHEMES: | int8 mixed | 10.00 % | - | 10 | 80.00 (24.49 to 100.00) | {{.*}} dB | 2 of 2 | 8 |
// SCHEMES: | int16 symmetric | 90.00 % | - | 0 | 0.00 (-23.10 to 23.10) | {{.*}} dB | 2 of 2 | 16 |
// SCHEMES: | f16 | 90.00 % | - | 0 |
// OWN: 5 samples judge
// OWN-NOT: samples{{ *[0-9.]+}} %
// OWN: int8 mixed {{ *}}20.00 % {{ *}}- {{ *}}5
// OWN: insert-quant{bits=16} {{ *}}80.00 % {{ *}}- {{ *}}0
// Two matrices of four weights, two to a byte.
// PACKED: quantize-weights{bits=4 minimum-size=1} {{.*}} 0 of 2 {{ *}}4{{ *$}}
// GRID: qrun: error: --grid=all: there are calibrators, schemes, samples
// PASSES: qrun: error: --passes=insert-quant{bits=7}: insert-quant: bits=7: {{.*}}; see qrun accuracy --help{{$}}

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %v = nn.constant {nn.name = "v"} dense<[[1.0, 1.0], [0.0, 0.003]]> : tensor<2x2xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  %b = nn.matmul %a, %v {nn.name = "b"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %b : tensor<?x2xf32, #nn.dims<N>>
}
