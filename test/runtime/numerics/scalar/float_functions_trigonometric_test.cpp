// sin, cos, tan and their inverses: special values as C99's annex F has them, and nearest floats
// of a computation with 400 bits. All other values: test/conformance/float_functions.
#include "test/runtime/numerics/float_points.h"

namespace qrt::test {
namespace {

TEST(TrigonometricFunctions, OddOnesKeepSignAndDenormals) {
  for (ScalarOp op : {ScalarOp::SinF, ScalarOp::TanF, ScalarOp::AsinF, ScalarOp::AtanF})
    expectIdentityNearZero(op);
}

TEST(TrigonometricFunctions, OfInfinityAreNone) {
  for (ScalarOp op : {ScalarOp::SinF, ScalarOp::CosF, ScalarOp::TanF})
    expectPoints(op, {{inf, NAN}, {-inf, NAN}, {NAN, NAN}});
  expectPoints(ScalarOp::CosF, {{0.0f, 1.0f}, {-0.0f, 1.0f}, {-denormal, 1.0f}});
}

// The last of each lies nearer to a multiple of π/2 than any other large float.
TEST(TrigonometricFunctions, ReduceLargeAnglesExactly) {
  expectNear(ScalarOp::SinF,
             {{1.0f, 0x1.aed548p-1f},
              {-3.0f, -0x1.210386p-3f},
              {100.0f, -0x1.03425cp-1f},
              {0x1.921fb6p1f, -0x1.777a5cp-24f},
              {65536.0f, 0x1.625668p-1f},
              {1e5f, 0x1.24daaap-5f},
              {1e10f, -0x1.f334c8p-2f},
              {1e22f, -0x1.77d988p-1f},
              {0x1p127f, 0x1.3f2c62p-1f},
              {-largest, 0x1.0b3366p-1f},
              {0x1.f37c8ap95f, 1.0f}},
             1);
  expectNear(ScalarOp::CosF,
             {{1.0f, 0x1.14a28p-1f},
              {-3.0f, -0x1.fae04cp-1f},
              {100.0f, 0x1.b981dcp-1f},
              {0x1.921fb6p0f, -0x1.777a5cp-25f},
              {65536.0f, -0x1.719454p-1f},
              {1e5f, -0x1.ffac38p-1f},
              {1e10f, 0x1.bf098ap-1f},
              {1e22f, 0x1.5badeep-1f},
              {0x1p127f, 0x1.90571ep-1f},
              {-largest, 0x1.b4bf2cp-1f},
              {0x1.f37c8ap95f, -0x1.bbdd52p-30f}},
             1);
  expectNear(ScalarOp::TanF,
             {{1.0f, 0x1.8eb246p0f},
              {-3.0f, 0x1.23ef72p-3f},
              {100.0f, -0x1.2ca74ep-1f},
              {0x1.921fb6p0f, -0x1.5d1494p24f},
              {65536.0f, -0x1.eae27p-1f},
              {1e5f, -0x1.250a9ep-5f},
              {1e10f, -0x1.1dep-1f},
              {1e22f, -0x1.14bdfcp0f},
              {0x1p127f, 0x1.9831d6p-1f},
              {-largest, 0x1.393d94p-1f},
              {0x1.f37c8ap95f, -0x1.274c1cp29f}},
             1);
}

// Few lanes of many are large: the host computes them apart.
TEST(TrigonometricFunctions, LargeAnglesAmongSmallOnes) {
  std::vector<float> x(1000, 1.0f);
  x[0] = x[517] = x[999] = 1e22f;
  for (ScalarOp op : {ScalarOp::SinF, ScalarOp::CosF, ScalarOp::TanF}) {
    const float large = valuesOf(op, {{1e22f}})[0], one = valuesOf(op, {{1.0f}})[0];
    std::vector<float> expected(1000, one);
    expected[0] = expected[517] = expected[999] = large;
    expectSame(expected, valuesOf(op, {x}), "op " + std::to_string(int(op)));
  }
}

TEST(TrigonometricFunctions, InversesAtTheirEnds) {
  const float halfPi = 0x1.921fb6p0f, pi = 0x1.921fb6p1f, aboveOne = 0x1.000002p0f;
  expectPoints(ScalarOp::AsinF, {{1.0f, halfPi},
                                 {-1.0f, -halfPi},
                                 {aboveOne, NAN},
                                 {-aboveOne, NAN},
                                 {inf, NAN},
                                 {-inf, NAN}});
  expectPoints(ScalarOp::AcosF, {{1.0f, 0.0f},
                                 {-1.0f, pi},
                                 {0.0f, halfPi},
                                 {-0.0f, halfPi},
                                 {denormal, halfPi},
                                 {aboveOne, NAN},
                                 {-aboveOne, NAN},
                                 {inf, NAN},
                                 {-inf, NAN},
                                 {NAN, NAN}});
  expectPoints(ScalarOp::AtanF,
               {{inf, halfPi}, {-inf, -halfPi}, {largest, halfPi}, {1e10f, halfPi}});
  expectNear(ScalarOp::AsinF,
             {{0.25f, 0x1.02be9cp-2f}, {-0.5f, -0x1.0c1524p-1f}, {0.75f, 0x1.b23532p-1f}}, 1);
  expectNear(ScalarOp::AcosF,
             {{0.5f, 0x1.0c1524p0f}, {-0.75f, 0x1.359d26p1f}, {0x1.fffffep-1f, 0x1.6a09e6p-12f}},
             1);
  expectNear(ScalarOp::AtanF,
             {{0.5f, 0x1.dac67p-2f}, {-1.0f, -0x1.921fb6p-1f}, {3.0f, 0x1.3fc176p0f}}, 1);
}

} // namespace
} // namespace qrt::test
