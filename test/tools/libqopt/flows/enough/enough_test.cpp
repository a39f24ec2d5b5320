// The flow says whether samples are enough: more of them make ranges surer, few are refused, and
// the flow ends where its caller says so.
#include "test/tools/libqopt/flows/flow_checks.h"
#include "tools/libqopt/flows/enough/enough.h"

using namespace qopt;

namespace {

EnoughOptions enoughOptions(int64_t samples) {
  EnoughOptions options;
  options.samples = std::make_shared<Noise>(samples);
  return options;
}

TEST(EnoughFlow, MoreSamplesAreSurer) {
  auto few = enough(network(), enoughOptions(8)), many = enough(network(), enoughOptions(400));
  ASSERT_TRUE(few.ok()) << few.status().message();
  ASSERT_TRUE(many.ok()) << many.status().message();
  EXPECT_EQ(few->samples, 8);
  ASSERT_EQ(few->ranges.size(), 4u); // x, a, r, b
  EXPECT_FALSE(few->isEnough());
  EXPECT_TRUE(many->isEnough());
  EXPECT_LT(many->ranges.front().beyond, few->ranges.front().beyond);
  EXPECT_EQ(few->commands.at(0), "qrun enough model.onnx --data=samples.npz");
}

TEST(EnoughFlow, RefusesFewAndWrongBounds) {
  EXPECT_NE(enough(network(), enoughOptions(4)).status().message().find("4 samples tell nothing"),
            std::string::npos);
  EnoughOptions options = enoughOptions(8);
  options.chance = 0;
  EXPECT_FALSE(enough(network(), options).ok());
}

TEST(EnoughFlow, EndsWhereItsCallerSaysSo) {
  auto noise = std::make_shared<Noise>(20);
  EnoughOptions options;
  options.samples = noise;
  options.batch = 4;
  const Network one = network();
  expectEndsWhereAsked(options, 4, [&](const EnoughOptions &of) {
    auto result = enough(one, of);
    EXPECT_EQ(noise->alive, 0);
    return result;
  });
}

} // namespace
