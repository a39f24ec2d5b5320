#include "tools/libqopt/flows/search/types/layer_types.h"

#include "passes/quantize/policy/policy_file.h"

#include <gtest/gtest.h>

using namespace qopt::run;

namespace {

TEST(LayerTypesTest, AFileIsReadAsItWasWritten) {
  const LayerTypes types{{"a", "it's \"b\" {", "c"},
                         {LayerType::Float, LayerType::Int16, LayerType::Int8}};
  const std::string text = policyText(types);
  auto again = policyTypes(text, "p.json", types.layers);
  ASSERT_TRUE(again.ok()) << again.status().message();
  EXPECT_EQ(again->types, types.types);
  std::string reason;
  EXPECT_TRUE(qopt::parsePolicy(text, reason)) << reason;
}

TEST(LayerTypesTest, LayersThatAFileDoesNotNameAreInt8) {
  const std::string text = R"({"version": 1, "layers": {"b": {"mode": "observe"}}})";
  auto types = policyTypes(text, "p.json", {"a", "b"});
  ASSERT_TRUE(types.ok());
  EXPECT_EQ(types->types, (std::vector{LayerType::Int8, LayerType::Float}));
}

void expectRefused(const std::string &text, const std::string &message) {
  auto types = policyTypes(text, "p.json", {"a"});
  ASSERT_FALSE(types.ok());
  EXPECT_NE(types.status().message().find(message), std::string::npos) << types.status().message();
}

TEST(LayerTypesTest, WhatASearchCannotSayIsRefused) {
  expectRefused(R"({"version": 1, "layers": {"x": {"precision": "float"}}})", "names layer 'x'");
  expectRefused(R"({"version": 1, "layers": {"a": {"weights": "int4"}}})", "\"precision\" alone");
  expectRefused(R"({"version": 1, "ranges": {"a": [0, 1]}})", "has ranges or scales");
  expectRefused(R"({"version": 2})", "not of version 1");
}

} // namespace
