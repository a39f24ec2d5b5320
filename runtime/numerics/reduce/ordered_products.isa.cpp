// Rows of a matrix times several vectors, each sum in the one order of ordered_sum.h: a row that
// has been loaded meets several vectors, and a vector several rows.
#include "runtime/numerics/reduce/ordered_products_kernels.h"
#include "runtime/numerics/reduce/ordered_sum.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

// A tile's partials and its operands stay in registers.
#if QRT_ISA_LEVEL >= 2
constexpr int tileRows = 4, tileVectors = 3, mostHeld = 24;
#else
constexpr int tileRows = 2, tileVectors = 2, mostHeld = 8;
#endif
/// Vectors that hold a sum's partials.
constexpr int positions = sumPartials / vectorLanes;

/// Returns how many of them a tile of that many sums takes at a time.
constexpr int heldPositions(int sums) {
  int held = positions;
  while (held * sums > mostHeld)
    held /= 2;
  return held;
}

/// `count` > 0 values of p, but a vector's at most; 0 in the other lanes.
QRT_INLINE VecF loadUpTo(const float *p, int64_t count) {
  return count >= vectorLanes ? loadVec<VecF>(p) : loadFirst(p, count, 0);
}

/// Kept in its register: GCC would load it again for each product.
QRT_INLINE void holdInRegister(VecF &x) {
#if defined(__x86_64__)
  asm("" : "+v"(x));
#endif
}

/// joined[i] = parts[i] + parts[i + count / 2], and so on: the tree over `count` parts of `sums`.
template <int count, int sums> QRT_INLINE void joinParts(VecF (&parts)[count][sums]) {
  if constexpr (count > 1) {
    VecF joined[count / 2][sums];
    forEach<count / 2>([&]<int p>() __attribute__((always_inline)) {
      forEach<sums>([&]<int s>() __attribute__((always_inline)) {
        joined[p][s] = parts[p][s] + parts[p + count / 2][s];
      });
    });
    joinParts(joined);
    forEach<sums>([&]<int s>() __attribute__((always_inline)) { parts[0][s] = joined[0][s]; });
  }
}

/// A tile's sums: their partials at positions `first`, `first` + `apart`, … joined.
template <int rows, int vectors> struct ProductTile {
  static constexpr int sums = rows * vectors, held = heldPositions(sums), passes = positions / held;
  static constexpr int64_t apart = passes * vectorLanes;
  const float *matrix;
  const float *const *vector;
  int64_t count;

  template <class Load>
  QRT_INLINE_MEMBER void add(VecF (&partial)[sums], int64_t at, const Load &load) const {
    VecF row[rows];
    forEach<rows>([&]<int r>() __attribute__((always_inline)) {
      row[r] = load(matrix + r * count + at);
      holdInRegister(row[r]);
    });
    forEach<vectors>([&]<int v>() __attribute__((always_inline)) {
      VecF x = load(vector[v] + at);
      holdInRegister(x);
      forEach<rows>([&]<int r>()
                        __attribute__((always_inline)) { partial[v * rows + r] += row[r] * x; });
    });
  }
  QRT_INLINE_MEMBER void pass(int64_t first, VecF (&joined)[sums]) const {
    VecF partial[held][sums] = {};
    const int64_t whole = count - count % sumPartials;
    for (int64_t i = first; i < whole; i += sumPartials)
      forEach<held>([&]<int h>() __attribute__((always_inline)) {
        add(partial[h], i + h * apart,
            [](const float *p) __attribute__((always_inline)) { return loadVec<VecF>(p); });
      });
    if (whole < count) // products of 0 change no partial: none is −0
      forEach<held>([&]<int h>() __attribute__((always_inline)) {
        if (const int64_t at = whole + first + h * apart; at < count)
          add(partial[h], at, [=, this](const float *p) __attribute__((always_inline)) {
            return loadUpTo(p, count - at);
          });
      });
    joinParts(partial);
    forEach<sums>([&]<int s>() __attribute__((always_inline)) { joined[s] = partial[0][s]; });
  }
  /// Lane l of out[v][row + r]: partials l, l + vectorLanes, … joined.
  QRT_INLINE_MEMBER void run(VecF (*out)[vectorLanes], int row) const {
    VecF joined[passes][sums];
    for (int p = 0; p < passes; ++p)
      pass(p * vectorLanes, joined[p]);
    joinParts(joined);
    for (int v = 0; v < vectors; ++v)
      for (int r = 0; r < rows; ++r)
        out[v][row + r] = joined[0][v * rows + r];
  }
};

/// Groups of `group` lanes, of x and then of y: each one's halves joined.
template <int group, int... lanes>
QRT_INLINE VecF joinHalves(VecF x, VecF y, std::integer_sequence<int, lanes...>) {
  constexpr int half = group / 2;
  return __builtin_shufflevector(x, y, (lanes / half * group + lanes % half)...) +
         __builtin_shufflevector(x, y, (lanes / half * group + lanes % half + half)...);
}

/// Lane r of the result: the lanes of sums[r] joined as a tree.
template <int group> QRT_INLINE VecF joinLanes(const VecF (&sums)[group]) {
  if constexpr (group == 1) {
    return sums[0];
  } else {
    VecF joined[group / 2];
    forEach<group / 2>([&]<int i>() __attribute__((always_inline)) {
      joined[i] = joinHalves<group>(sums[2 * i], sums[2 * i + 1],
                                    std::make_integer_sequence<int, vectorLanes>());
    });
    return joinLanes(joined);
  }
}

/// At most vectorLanes rows by `vectors` vectors.
template <int vectors> void productBlock(const OrderedProductsArgs &args, int64_t row, int64_t v) {
  VecF sums[vectors][vectorLanes];
  const int rows = int(args.rows - row < vectorLanes ? args.rows - row : vectorLanes);
  const float *matrix = args.matrix + row * args.count;
  auto tile = [&]<int tileRows>(int r) {
    ProductTile<tileRows, vectors>{matrix + r * args.count, args.vector + v, args.count}.run(sums,
                                                                                             r);
  };
  int r = 0;
  for (; r + tileRows <= rows; r += tileRows)
    tile.template operator()<tileRows>(r);
  for (; r < rows; ++r)
    tile.template operator()<1>(r);
  for (; r < vectorLanes; ++r)
    for (int i = 0; i < vectors; ++i)
      sums[i][r] = VecF{};
  for (int i = 0; i < vectors; ++i) {
    float *out = args.out[v + i] + row;
    VecF sum = joinLanes(sums[i]);
    if (args.bias)
      sum += rows == vectorLanes ? loadVec<VecF>(args.bias + row)
                                 : loadFirst(args.bias + row, rows, 0);
    if (rows == vectorLanes)
      storeVec(out, sum);
    else
      storeFirst(out, rows, sum);
  }
}

void orderedProducts(const OrderedProductsArgs &args) {
  for (int64_t row = 0; row < args.rows; row += vectorLanes) {
    int64_t v = 0;
    for (; v + tileVectors <= args.vectors; v += tileVectors)
      productBlock<tileVectors>(args, row, v);
    for (; v < args.vectors; ++v)
      productBlock<1>(args, row, v);
  }
}

} // namespace

void fillOrderedProducts(OrderedProductsKernels &kernels) {
  kernels.orderedProducts = orderedProducts;
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
