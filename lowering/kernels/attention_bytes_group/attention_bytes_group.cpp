// Attention of bytes in one call, on GPUs of any make: groups hold their rows' scores in local
// memory. Its bits are those of the parts. CPUs do better with the parts, whose loops are vectors.
#include "lowering/emit/extents.h"
#include "lowering/emit/products/attention.h"
#include "lowering/emit/products/reasons.h"
#include "lowering/emit/rounding.h"

#include <algorithm>
#include <bit>

namespace qopt::kernels::attention_bytes_group {
namespace {

using qrt::AttentionCall;
using qrt::ElementType;

constexpr int64_t group = 64; // an item for each partial sum

int64_t localBytes(const AttentionCall &call, int64_t rows) {
  return rows * (roundUp(call.keys, 4) * 5 + roundUp(call.depth, 4) + group * 4);
}

/// CUDA lets a kernel declare so much, whatever a launch may ask for.
std::string whyDeclaredNot(const AttentionCall &call, int64_t rows) {
  return whyMore("bytes of local memory", 48 << 10, localBytes(call, rows));
}

std::string against(const CallSite &site, const AttentionCall &call) {
  constexpr TypeSet types{ElementType::I8, ElementType::U8};
  return firstReason(
      {whyTypesNot(types, {site.typeOf(call.query.operand), site.typeOf(call.key.operand),
                           site.typeOf(call.value.operand)}),
       whyNotGpu(site.device), whyGroupNot(site.device, group, localBytes(call, 1)),
       whyDeclaredNot(call, 1)});
}

/// Items that a row's elements of a value go to; what is left shares the rows.
int64_t columnsOf(const AttentionCall &call, int64_t rows) {
  const int64_t most = std::min(group, int64_t(std::bit_ceil(uint64_t(call.width))));
  return std::max(most, group / rows);
}

std::string againstParameters(const CallSite &site, const AttentionCall &call,
                              const KernelParameters &parameters) {
  return firstReason({whyHalfServes("queries", parameters.down, 1, call.rows),
                      whyLocalMemoryNot(site.device, localBytes(call, parameters.down)),
                      whyDeclaredNot(call, parameters.down)});
}

// A key is loaded once for all rows of a group.
double cost(const CallSite &, const AttentionCall &call, const KernelParameters &parameters,
            int64_t batch) {
  const double rows = parameters.down;
  const double groups = double(call.batch.at(batch)) * double(qrt::matricesOf(call)) *
                        double(divideUp(call.rows, parameters.down));
  return groups * (500 + double(call.keys * (call.depth + call.width)) * (1 + rows / 2));
}

/// Returns whether each row of the access is dense and begins at a word of four elements.
bool areWords(const qrt::StridedAccess &access) {
  return access.offset % 4 == 0 && access.strides.back() == 1 &&
         std::all_of(access.strides.begin(), access.strides.end() - 1,
                     [](int64_t stride) { return stride % 4 == 0; });
}

/// Only queries and weights, which local memory holds in words, may be unsigned. Words are worth it
/// also where a device multiplies their bytes one by one.
bool hasDots(const CallSite &site, const AttentionCall &call) {
  return site.typeOf(call.key.operand) == ElementType::I8 &&
         site.typeOf(call.value.operand) == ElementType::I8 && call.depth % 4 == 0 &&
         areWords(call.key.access);
}

qrt::Status emit(LaunchDraft &draft, const AttentionCall &call) {
  const int64_t rows = draft.choice.parameters.down;
  QRT_RETURN_IF_ERROR(defineAttention(draft, call));
  defineByteTypes(draft, call);
  draft.define("GROUP", group);
  draft.define("ROWS", rows);
  draft.define("COLUMNS", columnsOf(call, rows));
  draft.define("DOTS", hasDots(draft.site(), call));
  draft.groups(timesExtent(call.batch, qrt::matricesOf(call) * divideUp(call.rows, rows)), 1,
               uint32_t(group));
  return addAttentionPrograms(draft, call);
}

/// So many queries a group.
constexpr KernelParameters space[] = {{.down = 8}, {.down = 4}, {.down = 2}, {.down = 1}};

constexpr DeviceKernel kernels[] = {
    {.name = "attention.i8.group",
     .family = AttentionCall::family,
     .preference = 300,
     .text = {"attention_bytes_group", "attention_bytes_group.cl", "ordered_sum.h", {"dot4.h"}},
     .against = typed<against>,
     .emit = typed<emit>,
     .space = space,
     .againstParameters = typed<againstParameters>,
     .cost = typed<cost>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::attention_bytes_group
