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

/// Returns how many of the first buffers that the call writes are its own scratch memory, which no
/// other call reads.
size_t scratchOf(const Call &call);
/// Returns the number of buffers that the call writes: the node's `writes`, in order.
size_t resultsOf(const Call &call);
/// Returns the call's epilogue; null if it has none or consists of several calls.
const CallEpilogue *epilogueOf(const Call &call);
/// Returns the call's only scalar program; null if it has none or several.
const ScalarProgram *scalarProgramOf(const Call &call);
std::string_view familyOf(const Call &call);
/// Returns whether the call at batch N equals N calls at batch 1, each on its own sample's part of
/// every buffer. True for a call that is the same at all batches. The call must have passed its
/// check.
bool isPerSample(const CallScope &scope, const Call &call);
/// Returns whether its float sums have other terms than those of their definition.
bool sumsOtherTerms(const Call &call);
/// Returns whether its float sums, if any, run in the order of the kernel that computes it (F4).
bool sumsInOwnOrder(const Call &call);
/// Returns whether it fills a buffer that other calls then write into, so that it must come first.
bool fillsWhole(const Call &call);
/// Returns the buffers that it reads, each once, in order of its fields.
std::vector<uint32_t> readsOf(const Call &call);

} // namespace qrt
