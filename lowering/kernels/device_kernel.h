// Selection, tuner, tests and benches know a kernel by its DeviceKernel. A kernel is a room:
// lowering/kernels/<kernel>/ holds its text and a .cpp that fills this struct
// (docs/decisions/lowering/kernels-as-rooms.md).
#pragma once

#include "lowering/kernels/parameters.h"
#include "runtime/format/device_description.h"
#include "runtime/format/program.h"
#include "runtime/numerics/types/status.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace qopt {

class LaunchDraft; // lowering/emit/launch.h

/// A call in its program, on a device: what kernels are asked about. A draft, whose buffers do not
/// stand yet, has a node that writes nothing and a program without buffers.
struct CallSite {
  const qrt::Program &program;
  const qrt::Node &node;
  const qrt::DeviceDescription &device;
  bool isDraft() const { return node.writes.empty(); }
  qrt::ElementType typeOf(const qrt::Operand &operand) const {
    return qrt::typeOf(program.buffers, program.constants, operand);
  }
  qrt::ElementType resultType() const { return program.buffers[node.writes.front()].type; }
};

/// Files of the kernel's text, found by their names alone. Behind `before` stands what emission
/// generates.
struct KernelText {
  std::string_view entry;
  std::string_view file;        // its own, the last
  std::string_view before = {}; // generated functions
  // These stand behind the generated functions and before its own file, in this order; "" is none.
  std::array<std::string_view, 3> behind = {};
};

struct DeviceKernel {
  std::string_view name;   // unique, as tuning files and programs spell it
  std::string_view family; // of the calls that it computes
  /// Selection tries the kernels that take a call from the least preference on: 100 and up for what
  /// computes tiles by a device's own instructions, 200 for what is made for some shapes, 300 for
  /// what is made for a kind of device, 400 for what takes nearly all. Kernels of equal preference
  /// are ordered by cost.
  int preference = 0;
  KernelText text;

  /// Returns why it cannot compute the call; empty when it can, with some of its space.
  std::string (*against)(const CallSite &, const qrt::Call &) = nullptr;
  qrt::Status (*emit)(LaunchDraft &, const qrt::Call &) = nullptr;

  // ---- what it leaves open ----
  std::span<const KernelParameters> space = {}; // empty: nothing
  /// Returns why it cannot compute, with these parameters, a call that `against` has nothing
  /// against.
  std::string (*againstParameters)(const CallSite &, const qrt::Call &,
                                   const KernelParameters &) = nullptr;
  /// Returns how long it takes at a batch: a guess that orders parameters, and kernels of equal
  /// preference.
  double (*cost)(const CallSite &, const qrt::Call &, const KernelParameters &,
                 int64_t batch) = nullptr;
  /// Says why heuristics choose another kernel, where one takes the call, for a range of batches
  /// that begins with `first`; empty when they need not. What was measured is chosen all the same.
  std::string (*againstBatches)(const CallSite &, const qrt::Call &, const KernelParameters &,
                                int64_t first) = nullptr;
  bool dependsOnRange = false; // what it emits depends on the range of batches
  /// Batches, ascending, behind the last range that heuristics tell apart (Bucket), from each of
  /// which on it may emit otherwise. Only where dependsOnRange.
  std::span<const int64_t> largerRanges = {};
  bool writesAuxiliary = false; // it makes auxiliary results (CallEpilogue), too

  // ---- what it reads ----
  /// How it packs constant weights at load; none where it reads them as they stand. Kernels that
  /// pack alike share one constant, and all ranges of batches take kernels that do.
  std::optional<qrt::LoadStep> (*packing)(const CallSite &, const qrt::Call &,
                                          const KernelParameters &) = nullptr;
  bool packsBeside = false; // its packed weights may stand beside others' of the same call
  /// A draft as it would read its input: padded. Null: as it stands.
  qrt::Call (*padded)(const qrt::Call &draft) = nullptr;
};

// ---- functions of one family's call as functions of any ----

template <auto Function> struct OfAnyCall;
template <typename Result, typename First, typename Call, typename... Rest,
          Result (*Function)(First, const Call &, Rest...)>
struct OfAnyCall<Function> {
  static Result apply(First first, const qrt::Call &call, Rest... rest) {
    return Function(first, std::get<Call>(call), rest...);
  }
};
template <typename Call, qrt::Call (*Function)(const Call &)> struct OfAnyCall<Function> {
  static qrt::Call apply(const qrt::Call &call) { return Function(std::get<Call>(call)); }
};
/// The pointers of DeviceKernel take this: `.emit = typed<emitTiles>`.
template <auto Function> inline constexpr auto typed = &OfAnyCall<Function>::apply;

} // namespace qopt
