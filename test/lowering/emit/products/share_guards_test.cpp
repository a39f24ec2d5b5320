// Tests which weighting programs give the share itself, and what they say of NaN and of masked
// keys.
#include "lowering/emit/products/share_guards.h"

#include <gtest/gtest.h>

#include <limits>

namespace qopt {
namespace {

using qrt::ElementType;
using qrt::ScalarOp;

class PlainShare : public ::testing::Test {
protected:
  using Value = qrt::ScalarBuilder::Value;

  Value zeroForNaN(Value t) {
    return b.apply(ScalarOp::Select, b.apply(ScalarOp::Equal, t, t), t, b.constant(0.0f));
  }
  Value zeroForMasked(Value t) {
    const Value score = b.input({qrt::ScalarInputKind::Tensor, ElementType::F32, 0});
    const Value none = b.constant(-std::numeric_limits<float>::infinity());
    return b.apply(ScalarOp::Select, b.apply(ScalarOp::Equal, score, none), b.constant(0.0f), t);
  }

  qrt::ScalarBuilder b;
  Value share = b.accumulator(ElementType::F32);
};

TEST_F(PlainShare, AsItIs) {
  const auto plain = plainShareOf(b.finish(share, ElementType::F32));
  ASSERT_TRUE(plain);
  EXPECT_FALSE(plain->isZeroForNaN);
  EXPECT_FALSE(plain->isZeroForMasked);
}

TEST_F(PlainShare, BehindGuards) {
  const auto plain = plainShareOf(b.finish(zeroForMasked(zeroForNaN(share)), ElementType::F32));
  ASSERT_TRUE(plain);
  EXPECT_TRUE(plain->isZeroForNaN);
  EXPECT_TRUE(plain->isZeroForMasked);
}

TEST_F(PlainShare, NotWhereItIsStoredShorterOrChanged) {
  EXPECT_FALSE(plainShareOf(b.finish(b.roundTo(ElementType::F16, share), ElementType::F16)));
  const auto half = b.apply(ScalarOp::MulF, share, b.constant(0.5f));
  EXPECT_FALSE(plainShareOf(b.finish(zeroForNaN(half), ElementType::F32)));
}

} // namespace
} // namespace qopt
