// A small layer reads a number that is 512 times as large as the others, whose steps tell these nothing. It stays float, the
// large one behind it is quantized, and what that gains and costs is told.
// RUN: rm -rf %t && mkdir -p %t/a %t/b && %python %S/../Inputs/unequal_samples.py %t/d.npy 200
// RUN: cd %t/a && qrun quantize %s --data=../d.npy --calibrator=min-max --scheme=mixed --mode=quantize --no-repair --keep -o q.mlir > out 2> told
// RUN: FileCheck %s < %t/a/out && FileCheck %s --check-prefix=NOTE < %t/a/told
// RUN: grep '^. q' %t/a/out | sed 's/^..//' > %t/b/steps.sh && cd %t/b && sh -e steps.sh > /dev/null && diff %t/a/q.mlir q.mlir
// RUN: cd %t && qrun quantize %s --data=d.npy --calibrator=min-max --scheme=mixed --mode=quantize --no-repair -o q.mlir --json > q.json 2> told && diff q.mlir a/q.mlir
// RUN: %python %S/../Inputs/read_json.py %t/q.json "(lambda f: (f['layers'], round(f['macs_percent'], 2), f['samples'], f['before_db'] < 10, f['after_db'] > 30, f['doubt']))(document['contest']['floats']), document['results'][1]['float_layers'], round(document['results'][1]['float_macs_percent'], 2)" | FileCheck %s --check-prefix=JSON
// It takes 1.54 % of all multiply-adds: less than that leaves nothing float, and so does no contest.
// RUN: qrun quantize %s --data=%t/d.npy --float-macs=1.5 --no-repair -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: qrun quantize %s --data=%t/d.npy --float-macs=0 --no-repair -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: qrun quantize %s --data=%t/d.npy --choose-samples=0 --no-repair -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// Who names a layer has it float, whatever that takes, and the commands say so.
// RUN: qrun quantize %s --data=%t/d.npy --float=b --float-macs=1 --no-repair --mode=quantize -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: sh %S/../../Inputs/expect_code.sh 2 qrun quantize %s --data=%t/d.npy --float-macs=-1 -o %t/no.mlir 2>&1 | FileCheck %s --check-prefix=WRONG

// CHECK: '--insert-quant=calibration=q.json profile=qopt scheme=mixed float=a'
// CHECK: integer, 1 float {{.*}} 1 of 2
// CHECK: float (1.5 % of all multiply-adds): a
// NOTE: note: 1 small layer stays float, 1.5 % of all multiply-adds: {{[3-9].*}} dB for {{-?[0-9]\..}} on 40 samples that calibrate
// JSON: ((['a'], 1.54, 40, True, True, None), ['a'], 1.54)
// NONE-NOT: float=
// NONE-NOT: small layer
// NONE: integer {{.*}} 2 of 2
// NAMED: float=b
// NAMED: float (98.5 % of all multiply-adds): b
// WRONG: --float-macs: {{.*}}-1

func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x256xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[0.001, 0.0, -0.001, 0.002], [1.0, 0.5, 0.0, -0.25], [-0.5, 0.75, 1.0, 0.0], [0.25, -1.0, 0.5, 1.0]]> : tensor<4x4xf32>
  %v = nn.constant {nn.name = "v"} dense<0.5> : tensor<4x256xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<4x4xf32>) -> tensor<?x4xf32, #nn.dims<N>>
  %b = nn.matmul %a, %v {nn.name = "b"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<4x256xf32>) -> tensor<?x256xf32, #nn.dims<N>>
  return %b : tensor<?x256xf32, #nn.dims<N>>
}
