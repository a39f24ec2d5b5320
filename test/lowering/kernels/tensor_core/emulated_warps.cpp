#include "test/lowering/kernels/tensor_core/emulated_warps.h"

#include <csetjmp>
#include <ucontext.h>

#include <algorithm>
#include <cassert>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace qopt::test::emulated {

Grid grid;

namespace {

struct Copy {
  u32 to;
  const void *from;
  int size, bytes; // what is not of `bytes` becomes 0
};

/// A warp group's instruction has begun this product; endProducts computes it.
struct Product {
  f32 *sums;
  int columnCount;
  bool isHead, isFenced, areHeld;
  u64 rows, columns;
  u32 held[4]; // the item holds these words of rows
};

struct Item {
  ucontext_t context; // in which it begins
  jmp_buf place;      // at which it goes on
  bool begun = false, done = false;
  std::vector<Copy> open;
  std::deque<std::vector<Copy>> committed;
  std::vector<Product> products;
  std::map<f32 *, std::vector<f32>> sums; // products found these values
  std::optional<bool> fencedFor;          // tells whether the last product was of heads
  bool isFenced = false;
  int met = 0;       // its group, so many times
  u32 given[6] = {}; // to its warp: a and b, or an address
};

constexpr size_t stackBytes = 1 << 17;
// Stacks of items by their number: the next group's items find what the last group's left there.
std::vector<std::unique_ptr<char[]>> stacks;
std::vector<std::unique_ptr<Item>> items;
std::vector<uint4> memory;
ucontext_t unused;
jmp_buf scheduler;
int current;
const std::function<void()> *body;

// Items take turns in order; one that waits for its warp is done waiting a turn later, because each
// lane of it has then come as far. A jump leaves the mask of signals alone; to change a context
// asks the system for it, which takes longer than what an item computes in a turn.
void turn() {
  if (_setjmp(items[current]->place) == 0)
    _longjmp(scheduler, 1);
}

void resume(Item &item) {
  if (_setjmp(scheduler) != 0)
    return;
  if (item.begun)
    _longjmp(item.place, 1);
  item.begun = true;
  swapcontext(&unused, &item.context);
}

void start() {
  (*body)();
  items[current]->done = true;
  turn();
}

void runGroup(int count, size_t localBytes) {
  std::memset(memory.data(), 0xcd, localBytes);
  items.clear();
  for (int i = 0; i < count; ++i) {
    auto item = std::make_unique<Item>();
    getcontext(&item->context);
    if (size_t(i) == stacks.size())
      stacks.push_back(std::make_unique_for_overwrite<char[]>(stackBytes));
    item->context.uc_stack.ss_sp = stacks[size_t(i)].get();
    item->context.uc_stack.ss_size = stackBytes;
    makecontext(&item->context, start, 0);
    items.push_back(std::move(item));
  }
  for (bool running = true; running;) {
    running = false;
    for (current = 0; current < count; ++current)
      if (!items[current]->done) {
        resume(*items[current]);
        running = true;
      }
  }
}

const Item &laneOfWarp(int lane) { return *items[current / 32 * 32 + lane]; }

// Shows the warp this lane's words of both factors, and waits for the others'.
void give(const u32 *a, const u32 *b) {
  Item &own = *items[current];
  std::memcpy(own.given, a, 4 * sizeof(u32));
  std::memcpy(own.given + 4, b, 2 * sizeof(u32));
  turn();
}

float halfOf(u32 word, int which) {
  return float(std::bit_cast<_Float16>(u16(which ? word >> 16 : word)));
}

} // namespace

int item() { return current; }
// Warps may come at different turns; lanes of one come and go together.
void meetGroup() {
  const int count = ++items[current]->met;
  do
    turn();
  while (std::ranges::any_of(items,
                             [&](const auto &item) { return !item->done && item->met < count; }));
}
void *localMemory() { return memory.data(); }

template <typename Left, typename Right> void multiplyBytes(i32 *sums, const u32 *a, const u32 *b) {
  give(a, b);
  // The instruction's definition, from PTX's pictures: row and column of a sum, then its products.
  const int lane = current % 32;
  for (int i = 0; i < 4; ++i) {
    const int row = lane / 4 + (i >= 2 ? 8 : 0), column = lane % 4 * 2 + i % 2;
    u32 sum = u32(sums[i]);
    for (int k = 0; k < 32; ++k) {
      const u32 left = laneOfWarp(row % 8 * 4 + k % 16 / 4).given[(k >= 16 ? 2 : 0) + row / 8];
      const u32 right = laneOfWarp(column * 4 + k % 16 / 4).given[4 + k / 16];
      sum += u32(i32(Left(left >> k % 4 * 8)) * i32(Right(right >> k % 4 * 8)));
    }
    sums[i] = i32(sum);
  }
  turn();
}
template void multiplyBytes<i8, i8>(i32 *, const u32 *, const u32 *);
template void multiplyBytes<i8, u8>(i32 *, const u32 *, const u32 *);
template void multiplyBytes<u8, i8>(i32 *, const u32 *, const u32 *);
template void multiplyBytes<u8, u8>(i32 *, const u32 *, const u32 *);

void multiplyHalves(f32 *sums, const u32 *a, const u32 *b) {
  give(a, b);
  const int lane = current % 32;
  for (int i = 0; i < 4; ++i) {
    const int row = lane / 4 + (i >= 2 ? 8 : 0), column = lane % 4 * 2 + i % 2;
    for (int k = 0; k < 16; ++k) {
      const u32 left = laneOfWarp(row % 8 * 4 + k % 8 / 2).given[(k >= 8 ? 2 : 0) + row / 8];
      const u32 right = laneOfWarp(column * 4 + k % 8 / 2).given[4 + k / 8];
      sums[i] += halfOf(left, k % 2) * halfOf(right, k % 2);
    }
  }
  turn();
}

// The instruction ignores a float's 13 lowest bits.
void multiplyShortFloats(f32 *sums, const u32 *a, const u32 *b) {
  give(a, b);
  const int lane = current % 32;
  auto shortened = [](u32 bits) { return std::bit_cast<float>(bits & 0xffffe000u); };
  for (int i = 0; i < 4; ++i) {
    const int row = lane / 4 + (i >= 2 ? 8 : 0), column = lane % 4 * 2 + i % 2;
    for (int k = 0; k < 8; ++k)
      sums[i] += shortened(laneOfWarp(row % 8 * 4 + k % 4).given[(k >= 4 ? 2 : 0) + row / 8]) *
                 shortened(laneOfWarp(column * 4 + k % 4).given[4 + k / 4]);
  }
  turn();
}

namespace {

/// Returns a word of a matrix in cores of 8 rows and 16 bytes.
u32 wordAt(u64 matrix, int row, int word) {
  const u64 address = (matrix & 0x3fff) << 4, leading = (matrix >> 16 & 0x3fff) << 4,
            stride = (matrix >> 32 & 0x3fff) << 4;
  u32 bits;
  std::memcpy(&bits,
              reinterpret_cast<const char *>(memory.data()) + address + u64(row) / 8 * stride +
                  u64(word) / 4 * leading + u64(row % 8 * 16 + word % 4 * 4),
              sizeof(bits));
  return bits;
}

float productOf(bool isHead, u32 a, u32 b) {
  auto floatOf = [](u32 bits) { return std::bit_cast<float>(bits); };
  if (isHead)
    return floatOf(a & 0xffffe000u) * floatOf(b & 0xffffe000u);
  return floatOf(a << 16) * floatOf(b << 16) + floatOf(a & 0xffff0000u) * floatOf(b & 0xffff0000u);
}

constexpr f32 notYet = std::numeric_limits<f32>::quiet_NaN();

void multiplyNow(const Product &of) {
  constexpr u32 none[2] = {};
  give(of.held, none);
  const int lane = current % 32, first = current / 32 % 4 * 16;
  const auto rowWord = [&](int row, int k) {
    return of.areHeld ? laneOfWarp(row % 8 * 4 + k % 4).given[(k >= 4 ? 2 : 0) + row / 8]
                      : wordAt(of.rows, first + row, k);
  };
  for (int i = 0; i < of.columnCount / 2; ++i) {
    const int row = lane / 4 + (i % 4 >= 2 ? 8 : 0), column = i / 4 * 8 + lane % 4 * 2 + i % 2;
    for (int k = 0; k < 8; ++k)
      of.sums[i] += productOf(of.isHead, rowWord(row, k), wordAt(of.columns, column, k));
    if (!of.isFenced)
      of.sums[i] = notYet;
  }
  turn();
}

void multiplyLater(Product product) {
  Item &own = *items[current];
  product.isFenced = own.isFenced && own.fencedFor.value_or(product.isHead) == product.isHead;
  own.fencedFor = product.isHead;
  own.products.push_back(product);
  const auto end = product.sums + product.columnCount / 2;
  if (own.sums.try_emplace(product.sums, product.sums, end).second)
    std::fill(product.sums, end, notYet);
}

} // namespace

void beginProducts() {
  items[current]->isFenced = true;
  items[current]->fencedFor.reset();
}

void endProducts() {
  Item &own = *items[current];
  for (const auto &[sums, values] : own.sums)
    std::ranges::copy(values, sums);
  for (const Product &product : own.products)
    multiplyNow(product);
  own.products.clear();
  own.sums.clear();
  own.isFenced = false;
}

void multiplyGroup(f32 *sums, int columnCount, bool isHead, u64 rows, u64 columns) {
  multiplyLater({sums, columnCount, isHead, false, false, rows, columns, {}});
}

void multiplyGroup(f32 *sums, int columnCount, bool isHead, const u32 *rows, u64 columns) {
  multiplyLater(
      {sums, columnCount, isHead, false, true, 0, columns, {rows[0], rows[1], rows[2], rows[3]}});
}

u32 exchange(u32 word, int distance) {
  items[current]->given[0] = word;
  turn();
  const u32 other = laneOfWarp(current % 32 ^ distance).given[0];
  turn();
  return other;
}

// Turned: the halves of word quad are elements lane / 4 of rows 2·quad and 2·quad + 1.
void matrices(u32 *m, u32 address, bool turned) {
  items[current]->given[0] = address;
  turn();
  const int lane = current % 32;
  const auto *bytes = reinterpret_cast<const char *>(memory.data());
  for (int i = 0; i < 4; ++i)
    for (int half = 0; half < 2; ++half) {
      const int row = turned ? lane % 4 * 2 + half : lane / 4;
      const int element = turned ? lane / 4 : lane % 4 * 2 + half;
      std::memcpy(reinterpret_cast<u16 *>(m + i) + half,
                  bytes + laneOfWarp(i * 8 + row).given[0] + element * 2, 2);
    }
  turn();
}

void copyLater(u32 to, const void *from, int size, int bytes) {
  items[current]->open.push_back({to, from, size, bytes});
}

void commit() {
  items[current]->committed.push_back(std::move(items[current]->open));
  items[current]->open.clear();
}

void waitCopies(int pending) {
  auto &committed = items[current]->committed;
  for (; int(committed.size()) > pending; committed.pop_front())
    for (const Copy &copy : committed.front()) {
      char *to = reinterpret_cast<char *>(memory.data()) + copy.to;
      std::memset(to, 0, size_t(copy.size));
      std::memcpy(to, copy.from, size_t(copy.bytes));
    }
}

void launch(Grid size, int count, size_t localBytes, const std::function<void()> &kernel) {
  memory.assign((localBytes + 15) / 16, {});
  body = &kernel;
  grid.count[0] = size.count[0], grid.count[1] = size.count[1], grid.count[2] = size.count[2];
  for (grid.id[2] = 0; grid.id[2] < size.count[2]; ++grid.id[2])
    for (grid.id[1] = 0; grid.id[1] < size.count[1]; ++grid.id[1])
      for (grid.id[0] = 0; grid.id[0] < size.count[0]; ++grid.id[0])
        runGroup(count, localBytes);
}

} // namespace qopt::test::emulated
