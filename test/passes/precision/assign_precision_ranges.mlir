// A value beyond the type's largest number stays f32, with a warning; there is one for values without a range, too.
// RUN: qopt %s --assign-precision="type=f16 explain=true" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s < %t.mlir
// RUN: qopt %s --assign-precision="type=bf16" -o - 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: qopt %s --assign-precision="type=f8e5m2" -o - 2>&1 | FileCheck %s --check-prefix=F8
// RUN: qopt %s --assign-precision="layers=y" -o - 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: echo '{"version": 1, "ranges": {"x": [-1, 1], "y": [0, 7e4], "z": [0, 70000.0]}}' > %t.json
// RUN: qopt %s --assign-precision="type=f16 calibration=%t.json" -o - 2>&1 | FileCheck %s --check-prefix=MEASURED

// SAID-DAG: warning: 'big' stays f32: its range [-65505, 3] exceeds 65504, the largest f16
// SAID-DAG: warning: 'mask' stays f32: it holds -1e+09, and 65504 is the largest f16
// SAID-DAG: remark: 'epsilon' stays f32: it would be rounded to 0 in f16
// SAID-DAG: warning: 3 of 5 values that become f16 have no measured range (the first is 'x'), so that a larger value than 65504 would become infinity; measure ranges with 'qrun calibrate' and give the file as calibration=FILE
// SAID-DAG: remark: 3 layers write f16
// BF16-NOT: warning
// BF16:     nn.mul {{.*}} {nn.name = "big", {{.*}} -> tensor<4xbf16>
// F8:       so that a larger value than 57344 would be clamped to it
// FIRST:    1 of 2 values that become f16 have no measured range (the first is 'y')
// MEASURED: warning: 'z' stays f32: its range [0, 70000] exceeds
// MEASURED-NOT: no measured range

// CHECK-DAG: %[[MASK:.*]] = nn.constant {nn.name = "mask"} {{.*}} : tensor<2xf32>
// CHECK-DAG: nn.constant {nn.name = "infinite"} {{.*}} : tensor<2xf16>
// CHECK:     %[[FITS:.*]] = nn.mul {{.*}} {nn.name = "fits", {{.*}} -> tensor<4xf16>
// CHECK:     %[[BIG:.*]] = nn.mul {{.*}} {nn.name = "big", nn.range = #nn.range<-6.5505{{.*}}, 3.{{.*}}>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK:     nn.add %[[BIG]], {{.*}} {nn.name = "y/f32"}
// CHECK:     nn.cast {{.*}} {nn.name = "y"} : {{.*}} -> tensor<4xf16>
// CHECK:     nn.concat {{.*}} {axis = 0 : i64, nn.name = "z/f32"}
func.func @main(%x: tensor<4xf32> {nn.name = "x"}) -> (tensor<4xf32>, tensor<8xf32>) {
  %epsilon = nn.constant {nn.name = "epsilon"} dense<1.0e-12> : tensor<4xf32>
  %mask = nn.constant {nn.name = "mask"} dense<[0.0, -1.0e9]> : tensor<2xf32>
  %infinite = nn.constant {nn.name = "infinite"} dense<[0.0, 0xFF800000]> : tensor<2xf32>
  %fits = nn.mul %x, %x {nn.name = "fits", nn.range = #nn.range<-65504.0, 65504.0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %big = nn.mul %fits, %fits {nn.name = "big", nn.range = #nn.range<-65505.0, 3.0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = nn.add %big, %epsilon {nn.name = "y"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %z = nn.concat %y, %mask, %infinite {axis = 0 : i64, nn.name = "z"} : (tensor<4xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<8xf32>
  return %y, %z : tensor<4xf32>, tensor<8xf32>
}
