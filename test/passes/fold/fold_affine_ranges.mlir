// RUN: qopt %s --fold-affine | FileCheck %s

!t = tensor<1x2x2x2xf32>
!s = tensor<1xf32>

// Each step keeps a range: the product's is the old product's times the factor, here -0.5.
// CHECK-LABEL: func.func @known_ranges
// CHECK: nn.mul %arg0, %{{.*}} {nn.name = "z/mul", nn.range = #nn.range<-4.0{{.*}}, 1.0{{.*}}>}
// CHECK: nn.add {{.*}} {nn.absorbed = {{.*}}, nn.name = "z", nn.range = #nn.range<-5.0{{.*}}, 0.0{{.*}}>}
func.func @known_ranges(%x: !t {nn.name = "x", nn.range = #nn.range<-1.0, 4.0>}) -> !t {
  %two = nn.constant {nn.name = "two"} dense<2.0> : !s
  %minus_half = nn.constant {nn.name = "minus_half"} dense<-0.5> : !s
  %m = nn.mul %x, %two {nn.name = "m", nn.range = #nn.range<-2.0, 8.0>} : (!t, !s) -> !t
  %a = nn.add %m, %two {nn.name = "a", nn.range = #nn.range<0.0, 10.0>} : (!t, !s) -> !t
  %z = nn.mul %a, %minus_half {nn.name = "z", nn.range = #nn.range<-5.0, 0.0>} : (!t, !s) -> !t
  return %z : !t
}
