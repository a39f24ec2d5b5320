#include "test/runtime/numerics/walks.h"

namespace qrt::test {
namespace {

template <class T> void sweepCopies(uint64_t seed) {
  Random random(seed);
  for (int i = 0; i < 150; ++i) {
    StridedWalk walk = randomWalk(random);
    StridedAccess from = randomAccess(random, walk);
    std::vector<size_t> order(walk.sizes.size());
    std::iota(order.begin(), order.end(), 0);
    if (random.integer(0, 1))
      std::rotate(order.begin(), order.begin() + long(order.size() / 2), order.end());
    StridedAccess to = denseAccess(walk, order);
    auto fromAt = offsetsOf(walk, from), toAt = offsetsOf(walk, to);
    auto x = random.values<T>(*std::max_element(fromAt.begin(), fromAt.end()) + 1);
    std::vector<T> expected(toAt.size());
    for (size_t k = 0; k < toAt.size(); ++k)
      expected[size_t(toAt[k])] = x[size_t(fromAt[k])];
    for (const Execution &execution : executions()) {
      std::vector<T> actual(expected.size());
      stridedCopy(execution, walk, sizeof(T), x.data(), from, actual.data(), to);
      expectSame(expected, actual,
                 describe(execution) + " seed " + std::to_string(seed) + " " +
                     shapeToString(walk.sizes));
    }
  }
}

TEST(StridedCopy, Bytes) { sweepCopies<uint8_t>(71); }
TEST(StridedCopy, Halves) { sweepCopies<uint16_t>(72); }
TEST(StridedCopy, Words) { sweepCopies<uint32_t>(73); }
TEST(StridedCopy, Doubles) { sweepCopies<uint64_t>(74); }

TEST(StridedCopy, ChannelsFirstToLastAndBack) {
  Random random(75);
  int64_t n = 3, c = 37, hw = 45 * 50;
  auto x = random.values<uint16_t>(n * c * hw);
  for (const Execution &execution : executions()) {
    std::vector<uint16_t> last(x.size()), back(x.size());
    StridedAccess first{{c * hw, 1, hw}, 0}, dense{{c * hw, c, 1}, 0};
    stridedCopy(execution, {{n, hw, c}}, 2, x.data(), first, last.data(), dense);
    EXPECT_EQ(last[size_t(c * hw + 5 * c + 3)], x[size_t(c * hw + 3 * hw + 5)]);
    stridedCopy(execution, {{n, c, hw}}, 2, last.data(), {{c * hw, 1, c}, 0}, back.data(),
                {{c * hw, hw, 1}, 0});
    expectSame(x, back, describe(execution));
  }
}

// [n, rows, columns] from [n, columns, rows], both sides padded: tiles, what is left of them,
// planes smaller than any, and so many that they are copied one by one.
template <class T> void sweepPlanes(uint64_t seed) {
  Random random(seed);
  for (int i = 0; i < 60; ++i) {
    const bool many = random.integer(0, 1);
    const int64_t most = many ? 20 : 200, n = many ? random.integer(16, 40) : 1;
    const int64_t rows = random.integer(2, most), columns = random.integer(2, most);
    const int64_t pad = random.integer(0, 2);
    const int64_t from = rows + pad, to = columns + pad * random.integer(0, 1);
    auto x = random.values<T>(n * columns * from);
    std::vector<T> expected(size_t(n * rows * to), T(7));
    for (int64_t p = 0; p < n; ++p)
      for (int64_t r = 0; r < rows; ++r)
        for (int64_t c = 0; c < columns; ++c)
          expected[size_t((p * rows + r) * to + c)] = x[size_t((p * columns + c) * from + r)];
    for (const Execution &execution : executions()) {
      std::vector<T> actual(expected.size(), T(7));
      stridedCopy(execution, {{n, rows, columns}}, sizeof(T), x.data(), {{columns * from, 1, from}},
                  actual.data(), {{rows * to, to, 1}});
      expectSame(expected, actual,
                 describe(execution) + " " + shapeToString(std::vector{n, rows, columns}));
    }
  }
}

TEST(StridedCopy, PlanesOfBytes) { sweepPlanes<uint8_t>(76); }
TEST(StridedCopy, PlanesOfHalves) { sweepPlanes<uint16_t>(77); }
TEST(StridedCopy, PlanesOfWords) { sweepPlanes<uint32_t>(78); }
TEST(StridedCopy, PlanesOfDoubles) { sweepPlanes<uint64_t>(79); }

// Rows of a few elements beside others: joined into wider ones where both sides let them lie so,
// which an offset, a padded row or where the data begins forbids.
TEST(StridedCopy, ShortRows) {
  Random random(81);
  for (int i = 0; i < 300; ++i) {
    const int64_t n = random.integer(1, 3), rows = random.integer(1, 90);
    const int64_t columns = random.integer(1, 9), begin = random.integer(0, 3);
    const int64_t from = columns + random.integer(0, 3), to = columns + random.integer(0, 4);
    const StridedAccess source{{rows * from, from, 1}, random.integer(0, 2)};
    const StridedAccess target{{rows * to, to, 1}, random.integer(0, 4)};
    auto x = random.values<uint16_t>(begin + source.offset + n * rows * from);
    std::vector<uint16_t> expected(size_t(begin + target.offset + n * rows * to), 7);
    for (int64_t r = 0; r < n * rows; ++r)
      for (int64_t c = 0; c < columns; ++c)
        expected[size_t(begin + target.offset + r * to + c)] =
            x[size_t(begin + source.offset + r * from + c)];
    for (const Execution &execution : executions()) {
      std::vector<uint16_t> actual(expected.size(), 7);
      stridedCopy(execution, {{n, rows, columns}}, 2, x.data() + begin, source,
                  actual.data() + begin, target);
      expectSame(expected, actual,
                 describe(execution) + " " + shapeToString(std::vector{n, rows, columns}));
    }
  }
}

TEST(StridedCopy, BackwardsAndIntoAWindow) {
  std::vector<int32_t> x = {1, 2, 3, 4, 5, 6}, out(12, 0);
  stridedCopy({}, {{2, 3}}, 4, x.data(), {{3, -1}, 2}, out.data(), {{6, 1}, 1});
  EXPECT_EQ(out, (std::vector<int32_t>{0, 3, 2, 1, 0, 0, 0, 6, 5, 4, 0, 0}));
}

TEST(Fill, EveryWidth) {
  for (const Execution &execution : executions())
    for (size_t width : {1, 2, 4, 8}) {
      std::vector<uint8_t> bytes(1001 * width, 0), expected;
      uint64_t bits = 0x8877665544332211ull;
      fill(execution, 1000, width, bits, bytes.data());
      for (size_t i = 0; i < 1000 * width; ++i)
        expected.push_back(uint8_t(bits >> (i % width * 8)));
      expected.resize(1001 * width, 0); // nothing written past the end
      expectSame(expected, bytes, describe(execution));
    }
}

} // namespace
} // namespace qrt::test
