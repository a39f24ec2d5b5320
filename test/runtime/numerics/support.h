// Helpers of the tests of the numeric loops: seeded data, exact comparison, executions on every
// path, and epilogues that store the accumulator.
#pragma once

#include "runtime/numerics/elementwise/elementwise.h"
#include "runtime/numerics/matmul/matmul.h"
#include "runtime/numerics/moves/strided_copy.h"
#include "runtime/numerics/reduce/reduce.h"
#include "runtime/numerics/types/halves.h"
#include "runtime/numerics/windows/conv2d.h"
#include "runtime/numerics/windows/pool2d.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace qrt::test {

class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}
  int64_t integer(int64_t low, int64_t high) { // both included
    return std::uniform_int_distribution<int64_t>(low, high)(engine);
  }
  float real(float low = -1, float high = 1) {
    return std::uniform_real_distribution<float>(low, high)(engine);
  }
  template <class T> std::vector<T> values(int64_t count) {
    std::vector<T> v(static_cast<size_t>(count));
    for (T &x : v) {
      if constexpr (std::is_floating_point_v<T>)
        x = T(real());
      else
        x = T(integer(std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    }
    return v;
  }

private:
  std::mt19937_64 engine;
};

/// f16 or bf16, and what they are as f32.
template <class Half> std::vector<Half> halves(Random &random, int64_t count) {
  std::vector<float> reals = random.values<float>(count);
  return {reals.begin(), reals.end()};
}
/// Random values of any type of inputs.
template <class T> std::vector<T> someOf(Random &random, int64_t count) {
  if constexpr (isHalf(elementTypeOf<T>()))
    return halves<T>(random, count);
  else
    return random.values<T>(count);
}
template <class Half> std::vector<float> widened(const std::vector<Half> &values) {
  return {values.begin(), values.end()};
}

inline ThreadPool &sharedPool() {
  static ThreadPool pool(3);
  return pool;
}

/// Every path, alone and on threads.
inline std::vector<Execution> executions(FloatOrder order = FloatOrder::Fixed) {
  std::vector<Execution> all;
  for (Isa isa : availableIsas())
    for (ThreadPool *pool : {static_cast<ThreadPool *>(nullptr), &sharedPool()})
      all.push_back({pool, isa, order});
  return all;
}

inline std::string describe(const Execution &execution) {
  return std::string(isaName(execution.isa)) + (execution.pool ? " on threads" : " alone");
}

/// Same bits; any NaN equals any other.
template <class T> bool sameBits(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(a) || std::isnan(b))
      return std::isnan(a) && std::isnan(b);
  return std::memcmp(&a, &b, sizeof a) == 0;
}

template <class T>
void expectSame(const std::vector<T> &expected, const std::vector<T> &actual,
                const std::string &what) {
  ASSERT_EQ(expected.size(), actual.size()) << what;
  size_t wrong = 0;
  for (size_t i = 0; i < expected.size(); ++i)
    if (!sameBits(expected[i], actual[i]) && wrong++ < 5)
      ADD_FAILURE() << what << ": element " << i << " is " << +actual[i] << ", expected "
                    << +expected[i];
  EXPECT_EQ(wrong, 0u) << what;
}

/// Sums of `terms` products of halves within ±1: the same bits as those of f32, but where tiles
/// multiply bf16 by bf16, in an order of their own.
template <class Half>
void expectHalfProducts(const std::vector<float> &expected, const std::vector<float> &actual,
                        const Execution &execution, int64_t terms, const std::string &what) {
  const bool areTiles = std::is_same_v<Half, BFloat16> && execution.isa == Isa::Amx &&
                        execution.order != FloatOrder::Fixed;
  if (!areTiles)
    return expectSame(expected, actual, what);
  ASSERT_EQ(expected.size(), actual.size()) << what;
  for (size_t i = 0; i < expected.size(); ++i)
    ASSERT_NEAR(expected[i], actual[i], 1e-6 * double(terms + 1)) << what << ": element " << i;
}

/// Float sums: element i adds to partial i mod 64; then p and p + 32, 16, … 1.
template <class At> float orderedSum(int64_t count, const At &at) {
  std::vector<float> partials(64, 0.0f);
  for (int64_t i = 0; i < count; ++i)
    partials[size_t(i % 64)] += at(i);
  while (partials.size() > 1) {
    std::vector<float> halved;
    for (size_t p = 0; p < partials.size() / 2; ++p)
      halved.push_back(partials[p] + partials[p + partials.size() / 2]);
    partials = halved;
  }
  return partials[0];
}

/// Stores the accumulator as it is.
inline ScalarProgram identityEpilogue(ElementType accumulator) {
  ScalarBuilder builder;
  return builder.finish(builder.accumulator(accumulator), accumulator);
}

/// Returns how many instructions of this operation a program has.
inline size_t countOps(const ScalarProgram &program, ScalarOp op) {
  return size_t(std::ranges::count(program.instructions, op, &ScalarInstruction::op));
}

} // namespace qrt::test
