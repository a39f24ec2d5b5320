// Samples with the float network's answers: as many as memory takes, and the others are counted.
#include "test/tools/libqopt/flows/flow_checks.h"
#include "tools/libqopt/flows/quantize/answered_samples.h"

#include <gtest/gtest.h>

using namespace qopt;
using namespace qopt::run;

namespace {

TEST(AnsweredSamples, CountThoseLeftOutForMemory) {
  auto loaded = Loaded::copyOf(network(), "floats", std::make_shared<Reports>());
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  const Quantizer quantizer{QuantizerOptions()};
  auto floats = contenderOf(quantizer, std::move(*loaded), {});
  ASSERT_TRUE(floats.ok()) << floats.status().message();
  SampleOptions samples;
  samples.data = "noise";
  samples.source = std::make_shared<Noise>(20);
  samples.batch = 8;
  auto all = AnsweredSamples::of(*floats, samples, "answer");
  ASSERT_TRUE(all.ok()) << all.status().message();
  EXPECT_EQ(all->leftOut(), 0);
  auto noise = all->noiseOf(*floats);
  ASSERT_TRUE(noise.ok()) << noise.status().message();
  EXPECT_EQ(noise->samples(), 20u);
  EXPECT_EQ(noise->worst(), 200); // its own answers
  auto some = AnsweredSamples::of(*floats, samples, "answer", 1);
  ASSERT_TRUE(some.ok()) << some.status().message();
  EXPECT_EQ(some->leftOut(), 12); // the first batch stays
  EXPECT_EQ(some->noiseOf(*floats)->samples(), 8u);
}

// A half of the samples works in a context of its own, so that nothing stays in the network's.
TEST(Rewritten, IsApartFromTheNetworkItIsMadeOf) {
  auto loaded = Loaded::copyOf(network(), "floats", std::make_shared<Reports>());
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  auto copy = apart(*loaded, std::make_shared<Reports>());
  ASSERT_TRUE(copy.ok()) << copy.status().message();
  EXPECT_NE(copy->context, loaded->context);
  EXPECT_EQ(moduleHash(*copy->module), moduleHash(*loaded->module));
}

} // namespace
