// Local response: the squares of a window joined as a tree, and the power as exp(beta·log(base)) (F3).
// RUN: qopt %s --expand-composites=nn.lrn | FileCheck %s

// CHECK-LABEL: @three_channels
// CHECK-SAME:    %[[X:[^:]*]]: tensor<2x4x5x5xf32>
// CHECK:       %[[S:.*]] = nn.mul %[[X]], %[[X]] {nn.name = "y/square"}
// CHECK:       %[[P:.*]] = nn.pad %[[S]]
// CHECK:       %[[A:.*]] = nn.slice %[[P]] {{.*}}starts = array<i64: 0, 0, 0, 0>
// CHECK:       %[[B:.*]] = nn.slice %[[P]] {{.*}}starts = array<i64: 0, 1, 0, 0>
// CHECK:       %[[C:.*]] = nn.slice %[[P]] {{.*}}starts = array<i64: 0, 2, 0, 0>
// CHECK:       %[[AC:.*]] = nn.add %[[A]], %[[C]]
// CHECK:       %[[ABC:.*]] = nn.add %[[AC]], %[[B]]
// CHECK:       %[[ALPHA:.*]] = nn.constant {{.*}}dense<2.500000e-01>
// CHECK:       %[[SCALED:.*]] = nn.mul %[[ABC]], %[[ALPHA]]
// CHECK:       %[[BASE:.*]] = nn.add %{{.*}}, %[[SCALED]] {nn.name = "y/base"}
// CHECK:       %[[LOG:.*]] = nn.log %[[BASE]]
// CHECK:       %[[EXPONENT:.*]] = nn.mul %[[LOG]], %{{.*}} {nn.name = "y/exponent"}
// CHECK:       %[[POWER:.*]] = nn.exp %[[EXPONENT]]
// CHECK:       nn.div %[[X]], %[[POWER]]
func.func @three_channels(%x: tensor<2x4x5x5xf32> {nn.name = "x"}) -> (tensor<2x4x5x5xf32> {nn.name = "o"}) {
  %y = nn.lrn %x {size = 3 : i64, alpha = 0.75 : f32, beta = 0.75 : f32, bias = 1.0 : f32, nn.name = "y"}
      : (tensor<2x4x5x5xf32>) -> tensor<2x4x5x5xf32>
  return %y : tensor<2x4x5x5xf32>
}
