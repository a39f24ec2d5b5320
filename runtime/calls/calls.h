// Every family of calls, a folder each: its struct, its checks and what the host does with it. The
// variant `Call` is made of the folders: a family `top_k` has its TopKCall in top_k/top_k.h, and
// std::visit finds the rest by overload:
//
//   Status check(const CallCheck &, const TopKCall &);         what must hold
//   void run(const HostRun &, const TopKCall &);               on the host
//   Prepared prepare(const HostLoad &, const TopKCall &);      at load, if there is something to do
//   bool isPerSample(const SampleParts &, const TopKCall &);   whether it is N calls at batch 1
//   bool hasOtherTerms(const TopKCall &);                      whether it may sum floats otherwise
//
//   std::optional<ResultSteps> resultSteps(const TopKCall &);  if it may write a part of a buffer
//
// A family whose float sums run in the order of whoever computes them (F4), not in the one that all
// keep (F2), has `static constexpr bool sumsInOwnOrder = true`; one that sets what other calls
// write into has `fillsWhole`, likewise.
#pragma once

#include "runtime/calls/families.h"

#include <string_view>
#include <vector>

namespace qrt {

/// How many of the first buffers that the call writes are memory of its own, which nobody reads.
size_t scratchOf(const Call &call);
/// How many buffers the call writes: the node's `writes`, in order.
size_t resultsOf(const Call &call);
/// What it makes of its sums or rows; null where it has none, or is made of several calls.
const CallEpilogue *epilogueOf(const Call &call);
/// What it does to each element; null where it does nothing to them, or several things.
const ScalarProgram *scalarProgramOf(const Call &call);
std::string_view familyOf(const Call &call);
/// Whether at batch N it is N calls at batch 1, each on its own sample's part of every buffer; a
/// call that is the same at all batches is. Of a call that has passed its check.
bool isPerSample(const CallScope &scope, const Call &call);
/// Its float sums have other terms than those of their definition.
bool sumsOtherTerms(const Call &call);
/// Its float sums, where it has some, run in the order of the kernel that computes it (F4).
bool sumsInOwnOrder(const Call &call);
/// Others write into what it sets: it comes before them.
bool fillsWhole(const Call &call);
/// The buffers it reads, each once, in order of its fields.
std::vector<uint32_t> readsOf(const Call &call);

} // namespace qrt
