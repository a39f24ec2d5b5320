// The summary that a quantizing pass closes with.
// RUN: qopt %s --insert-quant -o %t.q.mlir 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: qopt %s --fold-batch-norm --insert-quant --fold-dequant -o %t.q.mlir 2>&1 | FileCheck %s --check-prefix=FOLDED
// RUN: qopt %s --fold-batch-norm --insert-quant="float=b" -o %t.q.mlir 2>&1 | FileCheck %s --check-prefix=CHOSEN
// RUN: qopt %s --fold-batch-norm --insert-quant="summary=false" -o %t.q.mlir 2>&1 | count 0
// RUN: qopt %s --fold-batch-norm --insert-quant="mode=simulate" -o %t.s.mlir 2>&1 | count 0
// RUN: qopt %t.s.mlir --absorb-qdq -o %t.a.mlir 2>&1 | FileCheck %s --check-prefix=ABSORBED

// ORDER: summary.mlir:{{.*}}: warning: insert-quant: 2 of 4 layers integer (2 of 2 with weights), of these 1 alone between float layers: each run has to convert what they read and write; 1 float, it can become part of the weights before it: run --fold-batch-norm first: bn; 1 float, it has no integer form: sm
// FOLDED: summary.mlir:{{.*}}: remark: insert-quant: 2 of 3 layers integer (2 of 2 with weights), of these 1 alone between float layers: each run has to convert what they read and write; 1 float, it has no integer form: sm
// CHOSEN: remark: insert-quant: 1 of 3 layers integer (1 of 2 with weights); 1 float, it has no integer form: sm; 1 float, option float says so: b
// ABSORBED: remark: absorb-qdq: 2 of 2 layers integer

func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x", nn.range = #nn.range<0.0, 1.0>}) -> tensor<?x2xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %v = nn.constant {nn.name = "v"} dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %p = nn.constant {nn.name = "p"} dense<[1.0, 2.0]> : tensor<2xf32>
  %a = nn.matmul %x, %w {nn.name = "a", nn.range = #nn.range<0.0, 9.0>} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  %n = nn.batch_norm %a, %p, %p, %p, %p {epsilon = 1.0e-05 : f32, nn.name = "bn", nn.range = #nn.range<0.0, 9.0>} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  %s = nn.log_softmax %n {axis = 1 : i64, nn.name = "sm", nn.range = #nn.range<0.0, 1.0>} : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  %b = nn.matmul %s, %v {nn.name = "b", nn.range = #nn.range<0.0, 9.0>} : (tensor<?x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %b : tensor<?x2xf32, #nn.dims<N>>
}
