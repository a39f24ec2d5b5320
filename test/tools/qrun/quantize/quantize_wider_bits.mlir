// Few bits leave the outputs too much noise: a larger share of the layers has 8, a note says why, and the commands that are told give
// the same file. Layers named by hand stay those that they are.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %python %S/../../Inputs/make_array.py %t/d.npz x=f4:8,4:2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,2,-2,0,0,0,0,-2,0,0,0,0,-2,0,0,0,0,-2
// RUN: cd %t && qrun quantize %s --data=d.npz --test=d.npz --choose-samples=0 --weight-bits=2 --keep -o q.mlir > out 2> err && FileCheck %s --check-prefix=TOLD < out && FileCheck %s --check-prefix=NOTE < err
// RUN: FileCheck %s < %t/q.mlir
// RUN: cd %t && cp q.mlir was.mlir && grep '^. q' out | tail -6 | grep -v 'qrun eval\|qrun bench\|wider_bits.mlir' | sed 's/^..//' > steps.sh && sh -e steps.sh > log 2>&1 && diff q.mlir was.mlir
// RUN: cd %t && qrun quantize %s --data=d.npz --test=d.npz --choose-samples=0 --weight-bits=2 --weight-bits8=a -o q.mlir > out 2> err && FileCheck %s --check-prefix=BYHAND < out && not grep 'more layers' err

// TOLD: $ qrun repair q.float.mlirbc {{.*}}--sequential --bits=2 --bits8=a,b,e
// TOLD: $ qopt q.repaired.mlirbc '--insert-quant={{.*}} weight-bits=2 weight-bits8=a,b,e'
// NOTE: note: {{.*}}: weights have 3.71 bits on average: 2 of 5 layers have 8, with 28.6 % of the weights
// NOTE: note: {{.*}}: the rounding of weights alone reduces the outputs to {{-?[0-9.]+}} dB SQNR on 8 calibration samples, below 25 dB: more layers get 8 bits; now weights have 4.57 bits on average: 3 of 5 layers have 8, with 42.9 % of the weights
// CHECK: nn.constant {nn.name = "wb"} {{.*}}i8<-127:127>
// CHECK: nn.constant {nn.name = "wc"} {{.*}}i8<-1:1>
// BYHAND: --sequential --bits=2 --bits8=a -

!x = tensor<?x4xf32, #nn.dims<N>>
!y = tensor<?x8xf32, #nn.dims<N>>
!w = tensor<4x4xf32>
func.func @main(%x: !x {nn.name = "x"}) -> (!y, !x) {
  %wa = nn.constant {nn.name = "wa"} dense<[[1.0, 0.25, 0.5, -1.0], [0.5, 1.0, 0.3, 0.2], [0.1, -0.7, 0.9, 0.4], [0.6, 0.8, -0.2, 1.0]]> : !w
  %wb = nn.constant {nn.name = "wb"} dense<[[0.3, 0.25, 1.5, -1.0], [0.7, 1.0, 0.3, -0.2], [0.1, 0.7, 0.2, 0.4], [-0.6, 0.8, 0.2, 1.0]]> : !w
  %wc = nn.constant {nn.name = "wc"} dense<[[1.0, 0.35, -0.5, 1.0, 0.5, 0.1, 0.3, 0.2], [0.1, 0.7, 0.9, -0.4, 0.6, -0.8, 0.2, 0.5], [0.3, 0.25, 1.5, -1.0, 0.7, 1.0, 0.3, -0.2], [0.6, 0.8, -0.2, 1.0, 0.1, 0.7, 0.2, 0.4]]> : tensor<4x8xf32>
  %wd = nn.constant {nn.name = "wd"} dense<[[1.0, 0.35, -0.5, 1.0], [0.5, 0.1, 0.3, 0.2], [0.1, 0.7, 0.9, -0.4], [0.6, -0.8, 0.2, 0.5], [0.3, 0.25, 1.5, -1.0], [0.7, 1.0, 0.3, -0.2], [0.1, 0.7, 0.2, 0.4], [-0.6, 0.8, 0.2, 1.0]]> : tensor<8x4xf32>
  %a = nn.matmul %x, %wa {nn.name = "a"} : (!x, !w) -> !x
  %r = nn.relu %a {nn.name = "r"} : (!x) -> !x
  %b = nn.matmul %r, %wb {nn.name = "b"} : (!x, !w) -> !x
  %c = nn.matmul %b, %wc {nn.name = "c"} : (!x, tensor<4x8xf32>) -> !y
  %s = nn.relu %c {nn.name = "s"} : (!y) -> !y
  %d = nn.matmul %s, %wd {nn.name = "d"} : (!y, tensor<8x4xf32>) -> !x
  %e = nn.matmul %d, %wa {nn.name = "e"} : (!x, !w) -> !x
  return %c, %e : !y, !x
}
