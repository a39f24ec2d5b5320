// A program names the constants of its network that may be changed in it, and says why others may
// not.
#include "lowering/build/weight_places.h"

#include "ir/ops.h"
#include "ir/values/keys.h"

#include "test/lowering/tunable.h"

#include <map>

namespace qopt::test {
namespace {

class WeightPlacesTest : public TunableTest {
protected:
  /// By name; the module is compiled for the device.
  std::map<std::string, qrt::WeightPlace> places(const std::string &text,
                                                 const qrt::DeviceDescription &device) {
    parse(text);
    EXPECT_TRUE(runPasses(*module, "fold-constants").ok()); // quantized constants are resources
    return placesNow(device);
  }
  /// Returns the places of the module as it is.
  std::map<std::string, qrt::WeightPlace> placesNow(const qrt::DeviceDescription &device) {
    std::vector<qrt::WeightPlace> all;
    auto program = lowerModule(*module, device, nullptr, nullptr, qrt::FloatOrder::Fast, &all);
    EXPECT_TRUE(mlir::succeeded(program));
    EXPECT_TRUE(checkWeightPlaces(all, (*program)->constants).ok());
    std::map<std::string, qrt::WeightPlace> named;
    for (qrt::WeightPlace &place : all)
      named[place.name] = place;
    return named;
  }
  static qrt::DeviceDescription host() { return {.driver = "host", .name = "host"}; }
};

std::string steps(const std::string &input, const std::string &bias, const std::string &result) {
  return R"(
  !x = tensor<1x4x!quant.uniform<)" +
         input + R"(:f32, 0.5>>
  !w = tensor<4x4x!quant.uniform<i8<-127:127>:f32, 0.25>>
  func.func @main(%x: !x {nn.name = "x"}) -> )" +
         result + R"( {
    %f = nn.constant dense<3.0> : tensor<4x4xf32>
    %w = nn.quantize %f {nn.name = "w"} : (tensor<4x4xf32>) -> !w
    %b = nn.constant {nn.name = "b"} )" +
         bias + R"(
    %y = nn.matmul %x, %w bias %b {nn.name = "fc"} : (!x, !w, tensor<4x)" +
         (bias.find("i32") == std::string::npos ? "f32" : "i32") + ">) -> " + result + R"(
    return %y : )" +
         result + R"(
  })";
}

TEST_F(WeightPlacesTest, WhatIsReadAsItStandsIsPlaced) {
  auto found = places(floats(), host());
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found["w"].constants.size(), 1u);
  EXPECT_EQ(found["w"].shape, (qrt::Shape{32, 32, 3, 3}));
  EXPECT_EQ(found["w"].why, "");
  EXPECT_EQ(found["v"].layer, "b");
  EXPECT_NE(found["v"].constants.front(), found["w"].constants.front());
}

TEST_F(WeightPlacesTest, EqualConstantsHaveOnePlace) {
  std::string text = floats();
  text.replace(text.find("dense<0.02>"), 11, "dense<0.01>");
  auto found = places(text, host());
  EXPECT_EQ(found["v"].constants.front(), found["w"].constants.front());
}

TEST_F(WeightPlacesTest, IntegersAreBoundedByWhatIsProvedOfSums) {
  auto found =
      places(steps("i8", "dense<[1, 2, 3, 4]> : tensor<4xi32>", "tensor<1x4xf32>"), host());
  ASSERT_FALSE(found["w"].constants.empty()) << found["w"].why;
  EXPECT_EQ(found["w"].low, -127);
  EXPECT_EQ(found["w"].high, 127);
  ASSERT_FALSE(found["b"].constants.empty()) << found["b"].why;
  EXPECT_EQ(found["b"].high, (int64_t(1) << 31) - 1 - 4 * 127 * 255);
  EXPECT_EQ(found["b"].low, -found["b"].high);
}

TEST_F(WeightPlacesTest, ABiasThatIsDividedByAScaleIsNoNumberOfTheProgram) {
  auto found = places(steps("i8", "dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>",
                            "tensor<1x4x!quant.uniform<i8:f32, 0.125>>"),
                      host());
  EXPECT_TRUE(found["b"].constants.empty());
  EXPECT_EQ(found["b"].why, "layer 'fc' computes with its values");
}

TEST_F(WeightPlacesTest, OneNumberStandsInTheCode) {
  auto found = places(R"(
  func.func @main(%x: tensor<1x4xf32> {nn.name = "x"}) -> tensor<1x4xf32> {
    %s = nn.constant {nn.name = "s"} dense<2.0> : tensor<1x1xf32>
    %y = nn.mul %x, %s {nn.name = "y"} : (tensor<1x4xf32>, tensor<1x1xf32>) -> tensor<1x4xf32>
    return %y : tensor<1x4xf32>
  })",
                      host());
  EXPECT_NE(found["s"].why.find("one number"), std::string::npos);
}

// Tensor cores' starts of sums are made of weights and bias.
TEST_F(WeightPlacesTest, AKernelThatWasMadeForItsWeightsKeepsThem) {
  const std::string text = R"(
  !x = tensor<1x64x16x16x!quant.uniform<u8:f32, 0.5:3>>
  !w = tensor<64x64x3x3x!quant.uniform<i8<-127:127>:f32, 0.25>>
  !y = tensor<1x64x14x14x!quant.uniform<u8:f32, 8.0:2>>
  func.func @main(%x: !x {nn.name = "x"}) -> !y {
    %f = nn.constant dense<3.0> : tensor<64x64x3x3xf32>
    %w = nn.quantize %f {nn.name = "w"} : (tensor<64x64x3x3xf32>) -> !w
    %b = nn.constant {nn.name = "b"} dense<7> : tensor<64xi32>
    %y = nn.conv2d %x, %w bias %b {nn.name = "conv"} : (!x, !w, tensor<64xi32>) -> !y
    return %y : !y
  })";
  auto onCard = places(text, card());
  EXPECT_EQ(onCard["w"].why, "the kernel of layer 'conv' was made for its values");
  EXPECT_TRUE(onCard["w"].constants.empty());
  EXPECT_EQ(onCard["b"].why, onCard["w"].why);
  EXPECT_TRUE(onCard["b"].constants.empty());
  EXPECT_FALSE(places(text, processor())["w"].constants.empty());
}

// 'a' and 'b' have one constant, of which 'b' is no number that may be changed alone.
TEST_F(WeightPlacesTest, WhatLiesWhereAFixedWeightDoesIsFixed) {
  auto found = places(R"(
  !x = tensor<1x4x!quant.uniform<i8:f32, 0.5>>
  !w = tensor<4x4x!quant.uniform<i8<-127:127>:f32, 0.25>>
  !y = tensor<1x4x!quant.uniform<i8:f32, 0.125>>
  func.func @main(%x: !x {nn.name = "x"}, %z: tensor<1x4xf32> {nn.name = "z"}) -> (!y, tensor<1x4xf32>) {
    %f = nn.constant dense<3.0> : tensor<4x4xf32>
    %w = nn.quantize %f {nn.name = "w"} : (tensor<4x4xf32>) -> !w
    %a = nn.constant {nn.name = "a"} dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %b = nn.constant {nn.name = "b"} dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %y = nn.matmul %x, %w bias %b {nn.name = "fc"} : (!x, !w, tensor<4xf32>) -> !y
    %p = nn.mul %z, %b {nn.name = "p"} : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
    %m = nn.add %p, %a {nn.name = "m"} : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
    return %y, %m : !y, tensor<1x4xf32>
  })",
                      host());
  EXPECT_TRUE(found["b"].constants.empty());
  EXPECT_TRUE(found["a"].constants.empty());
  EXPECT_NE(found["a"].why.find("those of 'b'"), std::string::npos) << found["a"].why;
}

// 40,000 terms of bytes leave 0.85e9 for the bias: beside a larger one, which these weights allow,
// other weights do not.
TEST_F(WeightPlacesTest, WeightsBesideALargeBiasRestOnTheirValues) {
  const std::string text = R"(
  !x = tensor<1x40000x!quant.uniform<u8:f32, 0.5>>
  !w = tensor<40000x2x!quant.uniform<i8<-127:127>:f32, 0.25>>
  func.func @main(%x: !x {nn.name = "x"}) -> tensor<1x2xf32> {
    %f = nn.constant dense<0.25> : tensor<40000x2xf32>
    %w = nn.quantize %f {nn.name = "w"} : (tensor<40000x2xf32>) -> !w
    %b = nn.constant {nn.name = "b"} dense<[1, 2]> : tensor<2xi32>
    %y = nn.matmul %x, %w bias %b {nn.name = "fc"} : (!x, !w, tensor<2xi32>) -> tensor<1x2xf32>
    return %y : tensor<1x2xf32>
  })";
  EXPECT_FALSE(places(text, host())["w"].constants.empty());
  module->walk([](nn::ConstantOp constant) {
    if (nn::nameOf(constant) == "b")
      constant.setValueAttr(mlir::DenseElementsAttr::get(
          mlir::cast<mlir::RankedTensorType>(constant.getType()), {int32_t(1) << 30, 2}));
  });
  EXPECT_TRUE(placesNow(host())["w"].constants.empty());
}

} // namespace
} // namespace qopt::test
