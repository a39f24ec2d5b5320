// The verifier refuses a wrong call of attention before anything runs.
#include "test/runtime/format/refused.h"

namespace qrt::test {
namespace {

struct Mistake {
  const char *name;
  void (*make)(AttentionCall &);
  std::string_view says;
};

constexpr Mistake mistakes[] = {
    {"MoreKeysThanThereAre", [](AttentionCall &call) { call.keys = 4; }, "past the end"},
    {"NoRows", [](AttentionCall &call) { call.rows = 0; }, "dimension"},
    {"PartsOfMatrices", [](AttentionCall &call) { call.innerMatrices = 2; }, "whole number"},
    {"NoDimensions", [](AttentionCall &call) { call.matrices.sizes.clear(); }, "rank"},
    {"NoMask", [](AttentionCall &call) { call.masks.clear(); }, "missing tensor"},
    {"IntegerShares", [](AttentionCall &call) { call.weighting.resultType = ElementType::I32; },
     "f32 and halves"},
    {"KeysBackwards", [](AttentionCall &call) { call.key.access = {{3, 0, -1, 0}, 2}; },
     "dimension"},
    {"AMaskBackwardsFromItsBegin",
     [](AttentionCall &call) { call.masks[0].access.strides[3] = -1; }, "before its buffer"},
    {"KeysOnEachOther", [](AttentionCall &call) { call.key.access.strides[2] = 0; },
     "lie on each other"},
};

class VerifyAttention : public ::testing::TestWithParam<Mistake> {};

TEST_P(VerifyAttention, Refuses) {
  expectProgramRefused(
      everyCall(), [](Program &p) { GetParam().make(callOf<AttentionCall>(p)); }, GetParam().says);
}

INSTANTIATE_TEST_SUITE_P(Mistakes, VerifyAttention, ::testing::ValuesIn(mistakes),
                         [](const auto &info) { return std::string(info.param.name); });

// Queries say which attention it is: of bytes all factors are bytes, and sums are i32 (I1).
TEST(VerifyAttentionOfBytes, RefusesFloatsBesideThem) {
  auto withByteQueries = [](Program &p) {
    auto &call = callOf<AttentionCall>(p);
    p.constants.push_back({"bytes", Tensor::allocate(ElementType::I8, {9})});
    call.query = {constantOperand(uint32_t(p.constants.size() - 1)), {{0, 0, 1, 0}}};
  };
  expectProgramRefused(everyCall(), withByteQueries, "attention of bytes has factors of i8 and u8");
  expectProgramRefused(
      everyCall(),
      [&](Program &p) {
        withByteQueries(p);
        auto &call = callOf<AttentionCall>(p);
        call.key = call.value = call.query;
      },
      "attention of bytes has factors of i8 and u8"); // its weights
}

// Sums of bytes are i32: 131,071 products of −128 by −128 fit, and one more does not (A4).
void attendToBytes(Program &p, int64_t depth) {
  auto &call = callOf<AttentionCall>(p);
  p.constants.push_back({"bytes", Tensor::allocate(ElementType::I8, {3 * depth})});
  call.query = {constantOperand(uint32_t(p.constants.size() - 1)), {{0, 0, depth, 1}}};
  call.key = call.value = call.query;
  call.depth = depth;
  ScalarBuilder s, w;
  call.scoring =
      s.finish(s.apply(ScalarOp::AddF, s.apply(ScalarOp::IntToF32, s.accumulator(ElementType::I32)),
                       s.input({ScalarInputKind::Tensor, ElementType::F32, 0})),
               ElementType::F32);
  const auto least = w.apply(ScalarOp::MaxF, w.accumulator(ElementType::F32), w.constant(0.0f));
  const auto share = w.apply(ScalarOp::MinF, least, w.constant(1.0f));
  call.weighting = w.finish(w.apply(ScalarOp::F32ToI32, share), ElementType::I8);
  ScalarBuilder e;
  call.epilogue.program =
      e.finish(e.apply(ScalarOp::IntToF32, e.accumulator(ElementType::I32)), ElementType::F32);
}

TEST(VerifyAttentionOfBytes, RefusesSumsThatLeaveAnI32) {
  Program fitting = everyCall();
  attendToBytes(fitting, 131071);
  EXPECT_EQ(verifyProgram(fitting).message(), "");
  expectProgramRefused(everyCall(), [](Program &p) { attendToBytes(p, 131072); }, "leave an i32");
}

} // namespace
} // namespace qrt::test
