// sinh, cosh, asinh, acosh and atanh: special values as C99's annex F has them, and nearest floats
// of a computation with 400 bits. All other values: test/conformance/float_functions.
#include "test/runtime/numerics/float_points.h"

namespace qrt::test {
namespace {

TEST(HyperbolicFunctions, OddOnesKeepSignAndDenormals) {
  for (ScalarOp op : {ScalarOp::SinhF, ScalarOp::AsinhF, ScalarOp::AtanhF})
    expectIdentityNearZero(op);
}

TEST(HyperbolicFunctions, SinhAndCoshReachTheLargestFloat) {
  expectPoints(ScalarOp::SinhF,
               {{inf, inf}, {-inf, -inf}, {largest, inf}, {-largest, -inf}, {0x1.65a9fap6f, inf}});
  expectPoints(ScalarOp::CoshF, {{inf, inf},
                                 {-inf, inf},
                                 {-largest, inf},
                                 {0x1.65a9fap6f, inf},
                                 {NAN, NAN},
                                 {0.0f, 1.0f},
                                 {-0.0f, 1.0f},
                                 {-denormal, 1.0f}});
  expectNear(ScalarOp::SinhF,
             {{1.0f, 0x1.2cd9fcp0f},
              {-0.25f, -0x1.02accep-2f},
              {10.0f, 0x1.5829dcp13f},
              {0x1.65999ap6f, 0x1.f7e18p127f},
              {0x1.65a9f6p6f, 0x1.fffed8p127f}},
             2);
  expectNear(ScalarOp::CoshF,
             {{1.0f, 0x1.8b0756p0f}, {-10.0f, 0x1.5829dep13f}, {0x1.65a9f6p6f, 0x1.fffed8p127f}},
             2);
}

TEST(HyperbolicFunctions, InversesAtTheirEnds) {
  expectPoints(ScalarOp::AsinhF, {{inf, inf}, {-inf, -inf}});
  expectPoints(ScalarOp::AcoshF, {{1.0f, 0.0f},
                                  {inf, inf},
                                  {-inf, NAN},
                                  {NAN, NAN},
                                  {0x1.fffffep-1f, NAN},
                                  {0.0f, NAN},
                                  {-1.0f, NAN},
                                  {-largest, NAN}});
  expectPoints(ScalarOp::AtanhF, {{1.0f, inf},
                                  {-1.0f, -inf},
                                  {0x1.000002p0f, NAN},
                                  {-2.0f, NAN},
                                  {inf, NAN},
                                  {-inf, NAN},
                                  {largest, NAN}});
  expectNear(ScalarOp::AsinhF,
             {{1.0f, 0x1.c34366p-1f},
              {-0.25f, -0x1.facfb2p-3f},
              {1e10f, 0x1.7b8104p4f},
              {largest, 0x1.65a9f8p6f}},
             1);
  expectNear(ScalarOp::AcoshF,
             {{0x1.000002p0f, 0x1p-11f},
              {1.5f, 0x1.ecc2cap-1f},
              {2.0f, 0x1.512428p0f},
              {1e10f, 0x1.7b8104p4f},
              {largest, 0x1.65a9f8p6f}},
             1);
  expectNear(ScalarOp::AtanhF,
             {{0.25f, 0x1.058afp-2f},
              {-0.5f, -0x1.193ea8p-1f},
              {0.75f, 0x1.f2272ap-1f},
              {0x1.fffffep-1f, 0x1.154246p3f}},
             1);
}

} // namespace
} // namespace qrt::test
