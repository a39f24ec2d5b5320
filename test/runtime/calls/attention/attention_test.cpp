// What is wrong with a call of attention is refused before anything runs.
#include "test/runtime/format/programs.h"

#include <gtest/gtest.h>

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
    {"KeysOnEachOther", [](AttentionCall &call) { call.key.access.strides[2] = 0; },
     "lie on each other"},
};

class VerifyAttention : public ::testing::TestWithParam<Mistake> {};

TEST_P(VerifyAttention, Refuses) {
  Program program = everyCall();
  for (Node &node : program.nodes)
    if (Call *call = std::get_if<Call>(&node.work))
      if (auto *attention = std::get_if<AttentionCall>(call))
        GetParam().make(*attention);
  const Status status = verifyProgram(program);
  EXPECT_EQ(status.code(), StatusCode::InvalidArgument);
  EXPECT_NE(status.message().find(GetParam().says), std::string::npos) << status.message();
}

INSTANTIATE_TEST_SUITE_P(Mistakes, VerifyAttention, ::testing::ValuesIn(mistakes),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace qrt::test
