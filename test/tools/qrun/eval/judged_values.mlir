// All values of all samples are judged: of 33 samples of a million values each the last one alone leaves the range, in
// eval, and in quantize where the float network's values (132 MiB) are too many to be kept and it runs once more.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %S/../../Inputs/make_array.py %t/tame.npz x=f4:2,64,1:$(yes 1,0.3,-0.7,-1 | head -32 | paste -sd,)
// RUN: %python %S/../../Inputs/make_array.py %t/kept.npz x=f4:8,64,1:$(yes 1,0.3,-0.7,-1 | head -112 | paste -sd,),$(yes 100 | head -64 | paste -sd,)
// RUN: %python %S/../../Inputs/make_array.py %t/all.npz x=f4:33,64,1:$(yes 1,0.3,-0.7,-1 | head -512 | paste -sd,),$(yes 100 | head -64 | paste -sd,)
// RUN: cd %t && qrun quantize %s --data=tame.npz --no-repair --calibrator=min-max -o q.mlir | FileCheck %s --check-prefix=TAME
// RUN: cd %t && sh %S/../../Inputs/expect_code.sh 4 qrun eval q.mlir --against=%s --data=all.npz --min-sqnr=20 2>&1 | FileCheck %s
// RUN: cd %t && sh %S/../../Inputs/expect_code.sh 4 qrun quantize %s --data=tame.npz --test=kept.npz --no-repair --calibrator=min-max --min-sqnr=20 -o no.mlir 2>&1 | FileCheck %s
// RUN: cd %t && sh %S/../../Inputs/expect_code.sh 4 qrun quantize %s --data=tame.npz --test=all.npz --no-repair --calibrator=min-max --min-sqnr=20 -o no.mlir 2>&1 | FileCheck %s

// Layers are ranked likewise: the float network's values of what calibrates are 132 MiB.
// RUN: cd %t && sh %S/../../Inputs/expect_code.sh 4 qrun quantize %s --data=all.npz --test=kept.npz --no-repair --calibrator=min-max --min-sqnr=200 -o no.mlir 2>&1 | FileCheck %s --check-prefix=RANKED

// RANKED: rank layers 1/1
// RANKED: no choice of float layers stays within the bound: output 'y' has {{.*}} dB, less than --min-sqnr=200
// TAME: integer {{.*}} {{[3-9][0-9]\.[0-9]}} dB
// CHECK: error: {{.*}}: output 'y' has 0.{{[0-9]}} dB, less than --min-sqnr=20

func.func @main(%x: tensor<?x64x1xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x64x16384xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<1x16384xf32>
  %y = nn.matmul %x, %w {nn.name = "y"} : (tensor<?x64x1xf32, #nn.dims<N>>, tensor<1x16384xf32>) -> tensor<?x64x16384xf32, #nn.dims<N>>
  return %y : tensor<?x64x16384xf32, #nn.dims<N>>
}
