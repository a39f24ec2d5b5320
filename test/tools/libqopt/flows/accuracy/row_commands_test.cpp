#include "tools/libqopt/flows/accuracy/row_commands.h"

#include <gtest/gtest.h>

using namespace qopt::run;

namespace {

using Words = std::vector<std::string>;

TEST(PassWords, RangesGoToWhoReadsThem) {
  EXPECT_EQ(passWords("insert-quant{scheme=mixed},fold-dequant", "a.json"),
            (Words{"--insert-quant=calibration=a.json scheme=mixed", "--fold-dequant"}));
  EXPECT_EQ(passWords("insert-quant", "a.json"), (Words{"--insert-quant=calibration=a.json"}));
  EXPECT_EQ(passWords("quantize-weights{bits=4}", ""), (Words{"--quantize-weights=bits=4"}));
}

// A layer's name may hold a comma.
TEST(PassWords, CommasInBracesPartNothing) {
  EXPECT_EQ(passWords("insert-quant{float={\"a,b\"}},fold-dequant", ""),
            (Words{"--insert-quant=float={\"a,b\"}", "--fold-dequant"}));
}

TEST(PassWords, WhatNestsIsAPipeline) {
  EXPECT_EQ(passWords("builtin.module(insert-quant)", "a.json"),
            (Words{"--pass-pipeline=builtin.module(insert-quant)"}));
}

} // namespace
