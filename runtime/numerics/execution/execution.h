// How a loop runs on the CPU: which threads, which instruction set, and
// whether float sums keep one fixed order.
#pragma once

#include "runtime/numerics/types/status.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace qrt {

/// Paths that hot loops are compiled for. Integer results are equal on all. Amx multiplies bytes,
/// and bf16 outside the fixed order, in tiles; it takes all other loops from Avx512Vnni.
enum class Isa : uint8_t { Baseline, Avx2, Avx512, Avx512Vnni, Amx };
inline constexpr size_t isaCount = size_t(Isa::Amx) + 1;

std::string_view isaName(Isa isa);
/// The sets that this processor has, from Baseline to the best; tests iterate over them. Amx is one
/// of them once the kernel has permitted this process its tiles (permission/tile_permission.h).
std::vector<Isa> availableIsas();
/// Returns the available set of that name; else an error that lists the names, and the kernel's
/// reason where it refuses tiles.
Expected<Isa> isaNamed(std::string_view name);
/// Returns the set that $QOPT_ISA names, read once, or the best one if it is unset. A program's
/// entry point reports the error of a wrong name.
Expected<Isa> chosenIsa();
/// Like chosenIsa, but returns the best set if the name is wrong.
Isa defaultIsa();

/// The order of the float sums of convolutions and matrix products. Fixed: every sum runs over k in
/// order, multiply then add: the same bits on every machine (evaluator, constant folding). Direct:
/// the terms of the definition, fused and in any order. Fast: other terms as well, if they are
/// fewer. Invariant: as fast, but in one order for all batches, so that a sample's bits do not
/// depend on the batch that it runs in. All other float sums have one order (ordered_sum.h). The
/// choice is made when a program is compiled (Program::floatOrder,
/// docs/decisions/runtime/float-modes.md).
enum class FloatOrder : uint8_t { Fixed, Direct, Fast, Invariant };

/// "fixed", "direct", "fast", "invariant".
std::string_view floatOrderName(FloatOrder order);
/// Returns an order that programs can be compiled for (direct, fast, invariant); else an error that
/// lists their names.
Expected<FloatOrder> floatOrderNamed(std::string_view name);
/// Returns whether sums may have other terms than those of their definition.
bool allowsOtherTerms(FloatOrder order);
/// Returns whether a program compiled for `compiled` satisfies a caller that asks for `asked`: Fast
/// accepts any order.
bool isOfOrder(FloatOrder compiled, FloatOrder asked);

/// A pool of threads that live as long as it. `parallelFor` may be called from several threads.
class ThreadPool {
public:
  /// 0: one per core. Fewer where the system gives no more.
  explicit ThreadPool(unsigned threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;
  unsigned threads() const;
  /// Calls body(begin, end) over a partition of [0, count) in chunks of at least `grain`; returns
  /// when all are done. The caller works too. An exception of a body reaches the caller; the chunks
  /// that have not begun are then skipped.
  void parallelFor(int64_t count, int64_t grain, const std::function<void(int64_t, int64_t)> &body);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

struct Execution {
  ThreadPool *pool = nullptr; // null: the calling thread alone
  Isa isa = defaultIsa();
  FloatOrder order = FloatOrder::Fixed;
  /// As ThreadPool::parallelFor; without a pool the calling thread does all in one chunk.
  void parallelFor(int64_t count, int64_t grain,
                   const std::function<void(int64_t, int64_t)> &body) const {
    if (pool)
      pool->parallelFor(count, grain, body);
    else if (count > 0)
      body(0, count);
  }
};

} // namespace qrt
