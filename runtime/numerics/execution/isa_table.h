// Hot loops are compiled once for each instruction set and looked up in a table of functions. Each
// family of loops has a struct of function pointers, its table; the sources called X.isa.cpp define
// the functions that fill it, each in the namespace of its instruction set.
#pragma once

#include "runtime/numerics/execution/execution.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

namespace qrt {

/// The functions that fill a table, one per instruction set; a null one fills nothing. avx512vnni
/// adds to avx512's entries, and amx to those of both. Only a processor that has a set may call
/// code compiled for it, these functions included.
template <typename Table> struct IsaFill {
  void (*baseline)(Table &) = nullptr;
  void (*avx2)(Table &) = nullptr;
  void (*avx512)(Table &) = nullptr;
  void (*avx512vnni)(Table &) = nullptr;
  void (*amx)(Table &) = nullptr;
};

#if QRT_MULTI_ISA
/// Declares `fill(Table &)` for the three sets.
#define QRT_DECLARE_ISA_FILL(Table, fill)                                                          \
  namespace isa_baseline {                                                                         \
  void fill(Table &);                                                                              \
  }                                                                                                \
  namespace isa_avx2 {                                                                             \
  void fill(Table &);                                                                              \
  }                                                                                                \
  namespace isa_avx512 {                                                                           \
  void fill(Table &);                                                                              \
  }
/// The same for loops over bytes, which have versions of their own for AVX-512 with VNNI.
#define QRT_DECLARE_ISA_FILL_OF_BYTES(Table, fill)                                                 \
  QRT_DECLARE_ISA_FILL(Table, fill)                                                                \
  namespace isa_avx512vnni {                                                                       \
  void fill(Table &);                                                                              \
  }
/// The same for loops over tiles, which only AMX has.
#define QRT_DECLARE_ISA_FILL_OF_TILES(Table, fill)                                                 \
  namespace isa_amx {                                                                              \
  void fill(Table &);                                                                              \
  }
/// The IsaFill of a function so declared.
#define QRT_ISA_FILL(fill) {isa_baseline::fill, isa_avx2::fill, isa_avx512::fill}
#define QRT_ISA_FILL_OF_BYTES(fill)                                                                \
  {isa_baseline::fill, isa_avx2::fill, isa_avx512::fill, isa_avx512vnni::fill}
#define QRT_ISA_FILL_OF_TILES(fill) {nullptr, nullptr, nullptr, nullptr, isa_amx::fill}
#else
#define QRT_DECLARE_ISA_FILL(Table, fill)                                                          \
  namespace isa_baseline {                                                                         \
  void fill(Table &);                                                                              \
  }
#define QRT_DECLARE_ISA_FILL_OF_BYTES(Table, fill) QRT_DECLARE_ISA_FILL(Table, fill)
#define QRT_DECLARE_ISA_FILL_OF_TILES(Table, fill)
#define QRT_ISA_FILL(fill) {isa_baseline::fill}
#define QRT_ISA_FILL_OF_BYTES(fill) QRT_ISA_FILL(fill)
#define QRT_ISA_FILL_OF_TILES(fill) {nullptr}
#endif

/// A family's tables, each filled on first use. QRT_DEFINE_ISA_TABLE defines the look-up function.
template <typename Table> class IsaTable {
public:
  IsaTable(std::initializer_list<IsaFill<Table>> fills) : fills(fills) {}

  const Table &of(Isa isa) {
    Entry &entry = entries[size_t(isa)];
    if (!entry.isFilled.load(std::memory_order_acquire))
      fillFirst(entry, isa);
    return entry.table;
  }

private:
  struct Entry {
    std::atomic<bool> isFilled = false; // std::call_once costs a small network percents
    Table table{};
  };

  void fillFirst(Entry &entry, Isa isa) {
    std::lock_guard<std::mutex> lock(mutex);
    if (entry.isFilled.load(std::memory_order_relaxed))
      return;
    for (const IsaFill<Table> &fill : fills)
      apply(fill, isa, entry.table);
    entry.isFilled.store(true, std::memory_order_release);
  }

  static void call(void (*fill)(Table &), Table &table) {
    if (fill)
      fill(table);
  }
  /// AVX-512 with VNNI adds to AVX-512's, and AMX to those; the other sets stand alone.
  static void apply(const IsaFill<Table> &fill, Isa isa, Table &table) {
    if (isa == Isa::Baseline)
      call(fill.baseline, table);
    if (isa == Isa::Avx2)
      call(fill.avx2, table);
    if (isa >= Isa::Avx512)
      call(fill.avx512, table);
    if (isa >= Isa::Avx512Vnni)
      call(fill.avx512vnni, table);
    if (isa >= Isa::Amx)
      call(fill.amx, table);
  }

  std::vector<IsaFill<Table>> fills;
  std::mutex mutex;
  std::array<Entry, isaCount> entries;
};

} // namespace qrt

/// Defines `const Table &lookup(Isa)`; the given IsaFills fill a table one after the other.
#define QRT_DEFINE_ISA_TABLE(Table, lookup, ...)                                                   \
  const Table &lookup(Isa isa) {                                                                   \
    static IsaTable<Table> table{__VA_ARGS__};                                                     \
    return table.of(isa);                                                                          \
  }
