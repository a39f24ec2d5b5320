// Masks in the forms that exporters write: what becomes of them is the same number, also for
// queries that see no key, and NaN where it was.
#include "test/passes/net.h"

#include <cmath>
#include <limits>

namespace qopt::test {
namespace {

struct Form {
  const char *name;
  const char *masked;   // %s of the scaled product %u
  const char *weighing; // %w of the softmax %p; empty: that itself
};

// Scores are 4x2x5x5: of two windows of two pictures. %truth is 4x1x1x5, and false in a whole row.
std::string networkOf(const Form &form) {
  const std::string weights = form.weighing[0] ? form.weighing : "";
  return R"(!s = tensor<4x2x5x5xf32>
!b = tensor<4x2x5x5xi1>
!w = tensor<2x2x2x5x5xf32>
func.func @main(%q: tensor<4x2x5x4xf32> {nn.name = "q"}, %k: tensor<4x2x5x4xf32> {nn.name = "k"}, %v: tensor<4x2x5x3xf32> {nn.name = "v"}, %sum: tensor<5x5xf32> {nn.name = "sum"}, %windows: tensor<1x2x1x5x5xf32> {nn.name = "windows"}, %truth: tensor<4x1x1x5xi1> {nn.name = "truth"}) -> tensor<4x2x5x3xf32> {
  %half = nn.constant {nn.name = "half"} dense<0.5> : tensor<f32>
  %zero = nn.constant {nn.name = "zero"} dense<0.0> : tensor<1xf32>
  %least = nn.constant {nn.name = "least"} dense<-3.40282347e+38> : tensor<f32>
  %far = nn.constant {nn.name = "far"} dense<0xFF800000> : tensor<1xf32>
  %t = nn.transpose %k {nn.name = "t", permutation = array<i64: 0, 1, 3, 2>} : (tensor<4x2x5x4xf32>) -> tensor<4x2x4x5xf32>
  %r = nn.matmul %q, %t {nn.name = "r"} : (tensor<4x2x5x4xf32>, tensor<4x2x4x5xf32>) -> !s
  %u = nn.mul %r, %half {nn.name = "u"} : (!s, tensor<f32>) -> !s
  )" + std::string(form.masked) +
         R"(
  %p = nn.softmax %s {nn.name = "p", axis = 3 : i64} : (!s) -> !s
  )" + weights +
         R"(
  %y = nn.matmul )" +
         (weights.empty() ? "%p" : "%w") +
         R"(, %v {nn.name = "y"} : (!s, tensor<4x2x5x3xf32>) -> tensor<4x2x5x3xf32>
  return %y : tensor<4x2x5x3xf32>
})";
}

constexpr char kept[] =
    R"(%s = nn.where %truth, %u, %least {nn.name = "s"} : (tensor<4x1x1x5xi1>, !s, tensor<f32>) -> !s)";
constexpr char keptOrFar[] =
    R"(%s = nn.where %truth, %u, %far {nn.name = "s"} : (tensor<4x1x1x5xi1>, !s, tensor<1xf32>) -> !s)";
constexpr char filled[] =
    R"(%s = nn.where %truth, %least, %u {nn.name = "s"} : (tensor<4x1x1x5xi1>, tensor<f32>, !s) -> !s)";
constexpr char expandedMask[] =
    R"(%e = nn.expand %truth {nn.name = "e"} : (tensor<4x1x1x5xi1>) -> !b
  %s = nn.where %e, %least, %u {nn.name = "s"} : (!b, tensor<f32>, !s) -> !s)";
constexpr char chosen[] =
    R"(%m = nn.where %truth, %zero, %far {nn.name = "m"} : (tensor<4x1x1x5xi1>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x1x1x5xf32>
  %s = nn.add %u, %m {nn.name = "s"} : (!s, tensor<4x1x1x5xf32>) -> !s)";
constexpr char twice[] = R"(%o = nn.add %sum, %u {nn.name = "o"} : (tensor<5x5xf32>, !s) -> !s
  %s = nn.where %truth, %o, %least {nn.name = "s"} : (tensor<4x1x1x5xi1>, !s, tensor<f32>) -> !s)";
constexpr char windows[] = R"(%o = nn.add %u, %sum {nn.name = "o"} : (!s, tensor<5x5xf32>) -> !s
  %x = nn.reshape %o {nn.name = "x"} : (!s) -> !w
  %z = nn.add %x, %windows {nn.name = "z"} : (!w, tensor<1x2x1x5x5xf32>) -> !w
  %s = nn.reshape %z {nn.name = "s"} : (!w) -> !s)";
constexpr char guard[] = R"(%n = nn.is_nan %p {nn.name = "n"} : (!s) -> !b
  %w = nn.where %n, %zero, %p {nn.name = "w"} : (!b, tensor<1xf32>, !s) -> !s)";

constexpr Form forms[] = {{"Kept", kept, ""},
                          {"KeptGuarded", kept, guard},
                          {"FarGuarded", keptOrFar, guard},
                          {"Far", keptOrFar, ""},
                          {"Filled", filled, ""},
                          {"Expanded", expandedMask, guard},
                          {"Chosen", chosen, guard},
                          {"Twice", twice, ""},
                          {"Windows", windows, ""},
                          {"WindowsGuarded", windows, guard}};

class RecognizeMasks : public ::testing::TestWithParam<Form> {};

std::vector<qrt::Tensor> inputsOfScores() {
  Random random(3);
  std::vector<qrt::Tensor> all{random.tensor({4, 2, 5, 4}, -2, 2),
                               random.tensor({4, 2, 5, 4}, -2, 2),
                               random.tensor({4, 2, 5, 3}, -2, 2), random.tensor({5, 5}, -2, 2),
                               random.tensor({1, 2, 1, 5, 5}, -2, 2)};
  qrt::Tensor truth = qrt::Tensor::allocate(qrt::ElementType::Bool, {4, 1, 1, 5});
  for (int64_t i = 0; i < truth.size(); ++i)
    truth.mutableValues<bool>()[i] = i >= 10 ? i % 3 != 0 : i < 5; // sample 1 has no true one
  all.push_back(truth);
  all[0].mutableValues<float>()[3 * 40 + 7] = std::numeric_limits<float>::quiet_NaN();
  return all;
}

// As far as both are numbers; where one is none, the other is none either.
double differenceOfNumbers(const qrt::Tensor &a, const qrt::Tensor &b) {
  double most = 0;
  for (auto [x, y] : llvm::zip_equal(a.values<float>(), b.values<float>())) {
    EXPECT_EQ(std::isnan(x), std::isnan(y));
    most = std::isnan(x) ? most : std::max(most, double(std::abs(x - y)));
  }
  return most;
}

TEST_P(RecognizeMasks, AreAttention) {
  Net net(networkOf(GetParam()));
  qrt::Tensor before = net.evaluate(inputsOfScores())[0];
  net.run("recognize-composites,strip-unused");
  EXPECT_EQ(net.count("nn.attention"), 1);
  for (const char *left : {"nn.softmax", "nn.matmul", "nn.is_nan", "nn.add"})
    EXPECT_EQ(net.count(left), 0) << left;
  EXPECT_LE(differenceOfNumbers(before, net.evaluate(inputsOfScores())[0]), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Forms, RecognizeMasks, ::testing::ValuesIn(forms),
                         [](const auto &info) { return std::string(info.param.name); });

// A pattern that is filled or guarded otherwise is another function.
TEST(RecognizeMask, OthersStay) {
  constexpr char twoFills[] =
      R"(%o = nn.where %truth, %u, %least {nn.name = "o"} : (tensor<4x1x1x5xi1>, !s, tensor<f32>) -> !s
  %s = nn.where %truth, %o, %far {nn.name = "s"} : (tensor<4x1x1x5xi1>, !s, tensor<1xf32>) -> !s)";
  constexpr char halves[] = R"(%n = nn.is_nan %p {nn.name = "n"} : (!s) -> !b
  %w = nn.where %n, %half, %p {nn.name = "w"} : (!b, tensor<f32>, !s) -> !s)";
  constexpr char ofScores[] = R"(%n = nn.is_nan %s {nn.name = "n"} : (!s) -> !b
  %w = nn.where %n, %zero, %p {nn.name = "w"} : (!b, tensor<1xf32>, !s) -> !s)";
  for (const Form &form :
       {Form{"", twoFills, ""}, Form{"", kept, halves}, Form{"", kept, ofScores}}) {
    Net net(networkOf(form));
    net.run("recognize-composites");
    EXPECT_EQ(net.count("nn.attention"), 0) << form.masked << form.weighing;
  }
}

} // namespace
} // namespace qopt::test
