#include "lowering/kernels/kernel_text.h"

#include <gtest/gtest.h>

namespace qopt::test {
namespace {

bool defines(const std::string &text, const std::string &function) {
  return text.find(" " + function + "(f32") != std::string::npos;
}

TEST(FloatTexts, HoldWhatIsCalledAndWhatThatCalls) {
  const std::string text = textOf(floatFunctionsIn("y = asinhF(x); // 0x1p3f"));
  for (const char *function : {"asinhF", "logOfNormal", "withSignOf"})
    EXPECT_FALSE(text.find(std::string(" ") + function + "(") == text.npos) << function;
  for (const char *function : {"sinhF", "expF", "sinF", "maxF"})
    EXPECT_FALSE(defines(text, function)) << function;
  EXPECT_NE(text.find("#define ROUNDING_SHIFT"), text.npos);
}

TEST(FloatTexts, NamesWithinWordsCallNothing) {
  EXPECT_TRUE(floatFunctionsIn("expFor xexpF 1expF EXPF").none());
  EXPECT_EQ(floatFunctionsIn("(expF)"), floatFunctionsIn("+expF-"));
}

// Together they are the three files, in their order.
TEST(FloatTexts, AllOfThemAreTheFiles) {
  std::string files;
  for (const char *file :
       {"float_functions.h", "float_functions_hyperbolic.h", "float_functions_trigonometric.h"})
    files += kernelFile(file);
  EXPECT_EQ(textOf(floatFunctionsIn(files)), files);
  EXPECT_TRUE(defines(files, "atanF"));
}

// Its macros for extremes call maxF and minF.
TEST(FloatTexts, ThePreludesMacrosHaveTheirFunctions) {
  const std::string prelude = kernelPrelude({});
  EXPECT_TRUE(defines(prelude, "maxF"));
  EXPECT_FALSE(defines(prelude, "powF"));
  EXPECT_EQ(floatFunctionsOf("softmax.cl") & floatFunctionsIn("expF"), floatFunctionsIn("expF"));
}

} // namespace
} // namespace qopt::test
