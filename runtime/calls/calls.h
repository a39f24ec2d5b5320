// Every family of calls, a folder each: its struct, its checks and what the host does with it.
// A new family adds its include and its name to the list; std::visit finds the rest by overload:
//
//   Status check(const CallCheck &, const XCall &);           what must hold
//   void run(const HostRun &, const XCall &);                 on the host
//   Prepared prepare(const HostLoad &, const XCall &);        at load, if there is anything to do
//   bool isPerSample(const SampleParts &, const XCall &);     whether it is N calls at batch 1
//   bool hasOtherTerms(const XCall &);                        whether its float sums may have some
#pragma once

#include "runtime/calls/attention/attention.h"
#include "runtime/calls/conv2d/conv2d.h"
#include "runtime/calls/copy/copy.h"
#include "runtime/calls/elementwise/elementwise.h"
#include "runtime/calls/fill/fill.h"
#include "runtime/calls/fused_conv2d/fused_conv2d.h"
#include "runtime/calls/matmul/matmul.h"
#include "runtime/calls/order/order.h"
#include "runtime/calls/pool2d/pool2d.h"
#include "runtime/calls/recurrent/recurrent.h"
#include "runtime/calls/reduce/reduce.h"
#include "runtime/calls/scan/scan.h"
#include "runtime/calls/scatter/scatter.h"
#include "runtime/calls/select/non_max_suppression.h"
#include "runtime/calls/select/non_zero.h"
#include "runtime/calls/softmax/softmax.h"
#include "runtime/calls/standardize/standardize.h"
#include "runtime/calls/statistics/extremes.h"
#include "runtime/calls/statistics/histogram.h"

#include <variant>

namespace qrt {

using Call = std::variant<Conv2dCall, MatmulCall, Pool2dCall, ReduceCall, SoftmaxCall,
                          StandardizeCall, ElementwiseCall, CopyCall, FillCall, ScatterCall,
                          ScanCall, OrderCall, RecurrentCall, NonMaxSuppressionCall, NonZeroCall,
                          ExtremesCall, HistogramCall, AttentionCall, FusedConv2dCall>;

/// How many of the first buffers that the call writes are memory of its own, which nobody reads.
size_t scratchOf(const Call &call);
/// How many buffers the call writes: the node's `writes`, in order.
size_t resultsOf(const Call &call);
/// What it does to each element; null where it does nothing to them, or several things.
const ScalarProgram *scalarProgramOf(const Call &call);
std::string_view familyOf(const Call &call);
/// Whether at batch N it is N calls at batch 1, each on its own sample's part of every buffer; a
/// call that is the same at all batches is. Of a call that has passed its check.
bool isPerSample(const CallScope &scope, const Call &call);
/// Its float sums have other terms than those of their definition.
bool sumsOtherTerms(const Call &call);
/// The buffers it reads, each once, in order of its fields.
std::vector<uint32_t> readsOf(const Call &call);

} // namespace qrt
