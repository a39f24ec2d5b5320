// The part of qrt_c.h that exchanges weights.
#include "runtime/core/c/qrt_c_handles.h"

#include <algorithm>

using namespace qrt;

qrt_status *qrt_model_refit(qrt_model *model, const qrt_artifact *artifact, uint32_t program,
                            uint32_t flags) {
  return guarded([&] {
    if (!model || !artifact)
      return nullPointer();
    return withLoadFlags({model->device}, flags,
                         [&](const LoadOptions &options, Binaries binaries) {
                           return artifact->artifact.refit(*model->model, *model->device, program,
                                                           model->entry, options, binaries);
                         });
  });
}

static const WeightPlace *weightOf(const qrt_model *model, uint32_t weight) {
  return weight < qrt_weight_count(model) ? &model->entry.weights[weight] : nullptr;
}

uint32_t qrt_weight_count(const qrt_model *model) {
  return model ? uint32_t(model->entry.weights.size()) : 0;
}
const char *qrt_weight_name(const qrt_model *model, uint32_t weight) {
  const WeightPlace *found = weightOf(model, weight);
  return found ? found->name.c_str() : nullptr;
}
const char *qrt_weight_type(const qrt_model *model, uint32_t weight) {
  const WeightPlace *found = weightOf(model, weight); // names are literals: they end in 0
  return found ? elementTypeName(found->type).data() : nullptr;
}
uint32_t qrt_weight_rank(const qrt_model *model, uint32_t weight) {
  const WeightPlace *found = weightOf(model, weight);
  return found ? uint32_t(found->shape.size()) : 0;
}
const char *qrt_weight_why_fixed(const qrt_model *model, uint32_t weight) {
  const WeightPlace *found = weightOf(model, weight);
  return found && found->constants.empty() ? found->why.c_str() : nullptr;
}

qrt_status *qrt_weight_shape(const qrt_model *model, uint32_t weight, int64_t *sizes,
                             uint32_t rank) {
  return guarded([&] {
    const WeightPlace *found = weightOf(model, weight);
    if (!found || (rank && !sizes))
      return invalidArgument("no such weight, or a null pointer");
    if (rank != found->shape.size())
      return invalidArgument("weight '" + found->name + "' has rank " +
                             std::to_string(found->shape.size()) + ", not " + std::to_string(rank));
    std::ranges::copy(found->shape, sizes);
    return Status();
  });
}

/// The bytes of a dense tensor; none of more elements than memory has, and for a size below 0.
static std::optional<uint64_t> bytesOf(ElementType type, const Shape &shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    if (size < 0 || __builtin_mul_overflow(count, size, &count) || count > mostBytesForC)
      return std::nullopt;
  return storedBytes(type, count);
}

static Status addValues(const qrt_weight &weight, std::vector<NamedTensor> &values) {
  if (!weight.name || !weight.type || (weight.rank && !weight.sizes))
    return nullPointer();
  const std::string name = "weight '" + std::string(weight.name) + "'";
  const std::optional<ElementType> type = parseElementType(weight.type);
  if (!type)
    return invalidArgument(name + ": there is no type '" + weight.type + "'");
  const Shape shape(weight.sizes, weight.sizes + weight.rank);
  const std::optional<uint64_t> bytes = bytesOf(*type, shape);
  if (!bytes || *bytes != weight.bytes)
    return invalidArgument(name + " of " + weight.type + " " + shapeToString(shape) + " has " +
                           std::to_string(weight.bytes) + " bytes");
  if (!weight.data && *bytes)
    return nullPointer();
  if (Status status = checkAligned(name, *type, weight.data); !status.ok())
    return status;
  values.push_back({weight.name, Tensor::view(*type, shape, weight.data)});
  return {};
}

qrt_status *qrt_refit(qrt_model *model, const qrt_weight *weights, uint32_t count) {
  return guarded([&] {
    if (!model || (count && !weights))
      return nullPointer();
    std::vector<NamedTensor> values;
    for (uint32_t i = 0; i < count; ++i)
      if (Status status = addValues(weights[i], values); !status.ok())
        return status;
    return model->model->refit(*model->device, values);
  });
}
