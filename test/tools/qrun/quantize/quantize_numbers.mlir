// A network of numbers, no classes: it is judged by the noise of its output. 1.8·x + 32 over 0 to 190, in steps of 10.
// RUN: %python %S/../../Inputs/make_array.py %t.npy f4:20,1:190,0,10,20,30,40,50,60,70,80,90,100,110,120,130,140,150,160,170,180
// RUN: qrun quantize %s --data=%t.npy --min-sqnr=40 -o %t.q.mlirbc | FileCheck %s
// RUN: qopt %s -o %t.float.mlirbc
// RUN: qrun eval %t.q.mlirbc --against=%t.float.mlirbc --data=%t.npy --but-every=5 --min-sqnr=40 | FileCheck %s --check-prefix=EVAL
// RUN: sh %S/../../Inputs/expect_code.sh 4 qrun quantize %s --data=%t.npy --min-sqnr=99 -o %t.no.mlirbc 2>&1 | FileCheck %s --check-prefix=GATE
// RUN: sh %S/../../Inputs/expect_code.sh 4 qrun eval %t.q.mlirbc --against=%t.float.mlirbc --data=%t.npy --min-sqnr=99 2>&1 | FileCheck %s --check-prefix=NOISE
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun quantize %s --data=%t.npy --max-flips=1 -o %t.no.mlirbc 2>&1 | FileCheck %s --check-prefix=FLIPS
// RUN: not ls %t.no.mlirbc

// CHECK: 16 samples judge, batch 32 on host; SQNR is against float
// CHECK: float {{ *}}- {{ *}}- {{ *}}- {{ *}}- {{ *}}- {{ *}}0 of 1
// CHECK: integer {{ *}}- {{ *}}- {{ *}}- {{ *}}- {{ *}}{{[45][0-9.]*}} dB {{ *}}1 of 1
// EVAL-NOT: flips
// EVAL: SQNR: {{[45][0-9.]*}} dB
// GATE: no choice of float layers stays within the bound: output '{{.*}}' has {{.*}} dB, less than --min-sqnr=99; nothing was written
// NOISE: error: {{.*}}: output '{{.*}}' has {{.*}} dB, less than --min-sqnr=99
// FLIPS: output 'fahrenheit' of shape {{.*}} is one number for each sample, which tells no class from another

func.func @main(%x: tensor<?x1xf32, #nn.dims<N>> {nn.name = "celsius"}) -> tensor<?x1xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<1.8> : tensor<1x1xf32>
  %b = nn.constant {nn.name = "b"} dense<32.0> : tensor<1xf32>
  %y = nn.matmul %x, %w bias %b {nn.name = "fahrenheit"} : (tensor<?x1xf32, #nn.dims<N>>, tensor<1x1xf32>, tensor<1xf32>) -> tensor<?x1xf32, #nn.dims<N>>
  return %y : tensor<?x1xf32, #nn.dims<N>>
}
