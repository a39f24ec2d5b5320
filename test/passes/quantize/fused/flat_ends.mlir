// RUN: qopt %s --insert-quant="why=c,t,d,e" --fold-dequant 2>&1 | FileCheck %s
// RUN: qopt %s --insert-quant="why=c fuse=none" --fold-dequant 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: remark: 'c' is i8, {{.*}}of the range -10 to 8

// Values in an end of a range where no reader's result changes may saturate (P8): a hard swish is
// 0 below -3, alone and behind a scale in a table; beside another reader the range stays.
// CHECK-DAG: remark: 'c' is i8, scale 0.0431373{{.*}}: {{.*}}of what its readers tell apart of its range: -3 to 8
// CHECK-DAG: remark: 't' is i8, scale 0.07874{{.*}}: {{.*}}of the range -10 to 5
// CHECK-DAG: remark: 'd' is i8, scale 0.04724{{.*}}: {{.*}}of what its readers tell apart of its range: -6 to 4
// Both ends of a gate.
// CHECK-DAG: remark: 'e' is i8, scale 0.02362{{.*}}: {{.*}}of what its readers tell apart of its range: -3 to 3
!t = tensor<1x2x4x4xf32>
!w = tensor<2x2x1x1xf32>
func.func @main(%x: !t {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> !t {
  %w = nn.constant {nn.name = "w"} dense<[[[[0.5]], [[-1.0]]], [[[0.25]], [[1.0]]]]> : !w
  %k = nn.constant {nn.name = "k"} dense<0.5> : tensor<1xf32>
  %c = nn.conv2d %x, %w {nn.name = "c", nn.range = #nn.range<-10.0, 8.0>} : (!t, !w) -> !t
  %h = nn.hard_swish %c {nn.name = "h", nn.range = #nn.range<-0.375, 8.0>} : (!t) -> !t
  %t = nn.conv2d %h, %w {nn.name = "t", nn.range = #nn.range<-10.0, 5.0>} : (!t, !w) -> !t
  %u = nn.hard_swish %t {nn.name = "u", nn.range = #nn.range<-0.375, 5.0>} : (!t) -> !t
  %q = nn.conv2d %t, %w {nn.name = "q", nn.range = #nn.range<-10.0, 10.0>} : (!t, !w) -> !t
  %v = nn.add %q, %u {nn.name = "v", nn.range = #nn.range<-10.0, 10.0>} : (!t, !t) -> !t
  %d = nn.conv2d %v, %w {nn.name = "d", nn.range = #nn.range<-20.0, 4.0>} : (!t, !w) -> !t
  %m = nn.mul %d, %k {nn.name = "m", nn.range = #nn.range<-10.0, 2.0>} : (!t, tensor<1xf32>) -> !t
  %p = nn.hard_swish %m {nn.name = "p", nn.range = #nn.range<-0.375, 2.0>} : (!t) -> !t
  %e = nn.conv2d %p, %w {nn.name = "e", nn.range = #nn.range<-20.0, 20.0>} : (!t, !w) -> !t
  %g = nn.hard_sigmoid %e {alpha = 0.16666667 : f32, beta = 0.5 : f32, nn.name = "g", nn.range = #nn.range<0.0, 1.0>} : (!t) -> !t
  %y = nn.conv2d %g, %w {nn.name = "y"} : (!t, !w) -> !t
  return %y : !t
}
