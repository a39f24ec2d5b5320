// The families' functions are found by overload, and one with a wrong signature would be ignored:
// this lists the families that have each function.
#include "runtime/calls/calls.h"

#include <gtest/gtest.h>

#include <concepts>
#include <set>

namespace qrt::test {
namespace {

using Names = std::set<std::string_view>;

template <typename C>
constexpr bool saysPerSample = requires(const SampleParts &parts, const C &call) {
  { isPerSample(parts, call) } -> std::same_as<bool>;
};
template <typename C>
constexpr bool saysOtherTerms = requires(const C &call) {
  { hasOtherTerms(call) } -> std::same_as<bool>;
};
template <typename C>
constexpr bool prepares = requires(const HostLoad &load, const C &call) {
  { prepare(load, call) } -> std::same_as<Prepared>;
};
template <typename C>
constexpr bool saysSteps = requires(const C &call) {
  { resultSteps(call) } -> std::same_as<std::optional<ResultSteps>>;
};

/// Names of the families of which `test` holds, called with a null pointer to their call.
template <size_t... at> Names familiesThat(auto test, std::index_sequence<at...>) {
  Names names;
  const auto add = [&]<typename C>(const C *call) {
    if (test(call))
      names.insert(C::family);
  };
  (add(static_cast<const std::variant_alternative_t<at, Call> *>(nullptr)), ...);
  return names;
}
Names familiesThat(auto test) {
  return familiesThat(test, std::make_index_sequence<std::variant_size_v<Call>>());
}

TEST(Families, WithoutAWordOfTheirSamplesRunWhole) {
  EXPECT_EQ(familiesThat([]<typename C>(const C *) { return !saysPerSample<C>; }),
            (Names{"attention", "extremes", "histogram", "non_max_suppression", "non_zero",
                   "recurrent", "scatter"}));
}

TEST(Families, ThatMaySumOtherTermsSaySo) {
  EXPECT_EQ(familiesThat([]<typename C>(const C *) { return saysOtherTerms<C>; }),
            (Names{"conv2d", "fused_conv2d"}));
}

TEST(Families, ThatPrepareAtLoadPackWeights) {
  EXPECT_EQ(familiesThat([]<typename C>(const C *) { return prepares<C>; }),
            (Names{"conv2d", "fused_conv2d", "matmul"}));
}

TEST(Families, ThatMayWriteAPartSayWhere) {
  EXPECT_EQ(familiesThat([]<typename C>(const C *) { return saysSteps<C>; }),
            (Names{"conv2d", "fused_conv2d"}));
}

} // namespace
} // namespace qrt::test
