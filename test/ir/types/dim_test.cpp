#include "ir/types/dim.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>

namespace qopt::nn {
namespace {

const Dim n = Dim::symbol("N"), h = Dim::symbol("H"), w = Dim::symbol("W");

Dim linear(int64_t scale, const Dim &symbol, int64_t offset) {
  return *add(*multiply(Dim(scale), symbol), Dim(offset));
}

TEST(Dim, OneNormalForm) {
  EXPECT_EQ(linear(8, n, 1).text(), "8*N+1");
  EXPECT_EQ(multiply(h, w), multiply(w, h));
  EXPECT_EQ(subtract(*add(h, w), w), h);
  EXPECT_EQ(subtract(h, h), Dim(0));
  EXPECT_TRUE(subtract(h, h)->isStatic());
  EXPECT_EQ(multiply(*add(h, w), *subtract(h, w)), subtract(*multiply(h, h), *multiply(w, w)));
  EXPECT_EQ(productOf({}), Dim(1));
  EXPECT_EQ(productOf(std::vector{n, Dim(3), Dim(4)}), linear(12, n, 0));
}

TEST(Dim, QuotientsRoundDown) {
  EXPECT_EQ(quotient(linear(8, n, 4), Dim(4)), linear(2, n, 1));
  EXPECT_EQ(quotient(linear(8, n, 3), Dim(4)), linear(2, n, 0));
  EXPECT_EQ(quotient(*multiply(*multiply(h, w), Dim(6)), *multiply(w, Dim(3))), linear(2, h, 0));
  EXPECT_EQ(quotient(h, h), Dim(1));
  EXPECT_EQ(quotient(linear(1, h, 5), Dim(4)), add(*quotient(linear(1, h, 1), Dim(4)), Dim(1)));
  EXPECT_EQ(quotient(Dim(-3), Dim(2)), Dim(-2));
  // Two strides of 2 are one of 4.
  Dim once = linear(1, *quotient(linear(1, h, -1), Dim(2)), 1);
  Dim twice = linear(1, *quotient(linear(1, once, -1), Dim(2)), 1);
  EXPECT_EQ(twice, linear(1, *quotient(linear(1, h, -1), Dim(4)), 1));
  EXPECT_EQ(quotient(h, Dim(0)), std::nullopt);
  EXPECT_EQ(quotient(h, linear(1, w, -2)), std::nullopt) << "may be 0";
}

TEST(Dim, WhatIsKnownOfOrder) {
  EXPECT_EQ(isLess(Dim(0), h), true);
  EXPECT_EQ(isLess(h, Dim(1)), false);
  EXPECT_EQ(isLess(h, Dim(2)), std::nullopt);
  EXPECT_EQ(isEqual(h, Dim(-1)), false);
  EXPECT_EQ(isEqual(h, w), std::nullopt);
  EXPECT_EQ(greatest(h, Dim(1)), h);
  EXPECT_EQ(smallest(h, Dim(1)), Dim(1));
  EXPECT_EQ(greatest(h, Dim(2)), greatest(Dim(2), h));
}

TEST(Dim, ExtentsAreLinearInOneSymbol) {
  EXPECT_EQ(linear(3, n, -2).extent(), (qrt::Extent{3, -2}));
  EXPECT_EQ(Dim(7).extent(), (qrt::Extent{0, 7}));
  EXPECT_EQ(multiply(n, n)->extent(), std::nullopt);
  EXPECT_EQ(add(n, h)->extent(), std::nullopt);
  EXPECT_EQ(quotient(n, Dim(2))->extent(), std::nullopt);
  EXPECT_EQ(linear(8, n, 1).at(5), 41);
}

TEST(Dim, OverflowHasNoAnswer) {
  constexpr int64_t large = std::numeric_limits<int64_t>::max() / 2;
  EXPECT_EQ(multiply(Dim(large), Dim(3)), std::nullopt);
  EXPECT_EQ(multiply(linear(large, n, 0), Dim(3)), std::nullopt);
  EXPECT_EQ(add(linear(large, n, large), linear(large, n, large + 2)), std::nullopt);
  EXPECT_EQ(linear(large, n, 0).at([](const std::string &) { return 3; }), std::nullopt);
  // An expression that nests in itself fails before it takes all memory.
  std::optional<Dim> nested = h;
  for (int i = 0; i < 64 && nested; ++i) {
    nested = quotient(*add(*nested, w), Dim(3));
    nested = nested ? multiply(*nested, *nested) : nested;
  }
  EXPECT_EQ(nested, std::nullopt);
}

/// A random expression, and its value computed beside it.
struct Sample {
  std::optional<Dim> dim;
  std::optional<int64_t> value;
};

class RandomSizes : public ::testing::TestWithParam<int> {
protected:
  std::mt19937 random{unsigned(GetParam())};
  std::map<std::string, int64_t> symbols{
      {"N", 1 + random() % 5}, {"H", 1 + random() % 40}, {"W", 1 + random() % 40}};

  Sample leaf() {
    if (random() % 3 == 0)
      return {Dim(int64_t(random() % 9)), std::nullopt};
    auto symbol = std::next(symbols.begin(), random() % 3);
    return {Dim::symbol(symbol->first), symbol->second};
  }

  Sample make(int depth) {
    if (depth == 0) {
      Sample sample = leaf();
      sample.value = sample.value ? sample.value : sample.dim->value();
      return sample;
    }
    Sample a = make(depth - 1), b = make(int(random()) % 2 ? depth - 1 : 0);
    int64_t x = *a.value, y = *b.value;
    switch (random() % 7) {
    case 0: return keep(a, {add(*a.dim, *b.dim), x + y});
    case 1: return keep(a, {subtract(*a.dim, *b.dim), x - y});
    case 2: return keep(a, {multiply(*a.dim, *b.dim), x * y});
    case 3: return keep(a, {greatest(*a.dim, *b.dim), std::max(x, y)});
    case 4: return keep(a, {smallest(*a.dim, *b.dim), std::min(x, y)});
    case 5: return y > 0 ? keep(a, {remainder(*a.dim, *b.dim), (x % y + y) % y}) : a;
    default:
      return y > 0 ? keep(a, {quotient(*a.dim, *b.dim), int64_t(std::floor(double(x) / double(y)))})
                   : a;
    }
  }
  // Some have no answer: the divisor may be 0 at other sizes.
  static Sample keep(const Sample &otherwise, const Sample &made) {
    return made.dim ? made : otherwise;
  }
};

TEST_P(RandomSizes, AreWhatArithmeticSays) {
  auto valueOf = [&](const std::string &name) { return symbols[name]; };
  for (int i = 0; i < 200; ++i) {
    Sample a = make(3), b = make(2);
    ASSERT_EQ(a.dim->at(valueOf), a.value) << a.dim->text();
    if (auto least = a.dim->least()) {
      EXPECT_LE(*least, *a.value) << a.dim->text();
    }
    if (auto less = isLess(*a.dim, *b.dim)) {
      EXPECT_EQ(*less, *a.value < *b.value) << a.dim->text() << " < " << b.dim->text();
    }
    if (auto equal = isEqual(*a.dim, *b.dim)) {
      EXPECT_EQ(*equal, *a.value == *b.value) << a.dim->text() << " = " << b.dim->text();
    }
    auto bound = a.dim->substitute(
        [&](const std::string &name) { return std::optional(Dim(symbols[name])); });
    if (bound) { // a divisor may come out as 0
      EXPECT_EQ(*bound, Dim(*a.value)) << a.dim->text();
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomSizes, ::testing::Range(0, 20));

} // namespace
} // namespace qopt::nn
