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

/// Paths that hot loops are compiled for. Integer results are equal on all.
enum class Isa : uint8_t { Baseline, Avx2, Avx512, Avx512Vnni };
inline constexpr size_t isaCount = size_t(Isa::Avx512Vnni) + 1;

std::string_view isaName(Isa isa);
/// This processor's, Baseline first and the best last; what tests iterate.
std::vector<Isa> availableIsas();
/// One of them by its name; else the error that names them.
Expected<Isa> isaNamed(std::string_view name);
/// What $QOPT_ISA names, read once; without it the best. Whoever runs for a
/// user reports the error of a wrong name.
Expected<Isa> chosenIsa();
/// The same, and the best where the name is wrong.
Isa defaultIsa();

/// Of convolutions and matrix products. Fixed: every float sum runs over k in
/// order, multiply then add: the same bits on every machine (evaluator, constant
/// folding). Direct: the terms of the definition, fused and in any order. Fast:
/// other terms as well, where they are fewer. Invariant: as fast, but in one order
/// for all batches, so that a sample's bits do not depend on the batch that it runs
/// in. All other float sums have one order (ordered_sum.h). What a program may do
/// is a choice of who compiles it (Program::floatOrder,
/// docs/decisions/runtime/float-modes.md).
enum class FloatOrder : uint8_t { Fixed, Direct, Fast, Invariant };

/// "fixed", "direct", "fast", "invariant".
std::string_view floatOrderName(FloatOrder order);
/// What programs are compiled for: direct, fast or invariant; else the error that names them.
Expected<FloatOrder> floatOrderNamed(std::string_view name);
/// Whether sums may have other terms than those of their definition.
bool allowsOtherTerms(FloatOrder order);
/// Whether who asks for sums of `asked` may run a program of `compiled`: fast asks for nothing.
bool isOfOrder(FloatOrder compiled, FloatOrder asked);

/// Threads that stay. `parallelFor` may be called from several threads.
class ThreadPool {
public:
  /// 0: one per core. Fewer where the system gives no more.
  explicit ThreadPool(unsigned threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;
  unsigned threads() const;
  /// Calls body(begin, end) over a partition of [0, count) in chunks of at
  /// least `grain`; returns when all are done. The caller works too. What a
  /// body throws reaches the caller; the chunks not yet begun are then left out.
  void parallelFor(int64_t count, int64_t grain, const std::function<void(int64_t, int64_t)> &body);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

struct Execution {
  ThreadPool *pool = nullptr; // null: the calling thread alone
  Isa isa = defaultIsa();
  FloatOrder order = FloatOrder::Fixed;
  /// ThreadPool::parallelFor; without a pool one chunk, of whatever there is.
  void parallelFor(int64_t count, int64_t grain,
                   const std::function<void(int64_t, int64_t)> &body) const {
    if (pool)
      pool->parallelFor(count, grain, body);
    else if (count > 0)
      body(0, count);
  }
};

} // namespace qrt
