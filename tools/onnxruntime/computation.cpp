#include "tools/onnxruntime/computation.h"

#include "ir/types/solve_sizes.h"
#include "tools/onnxruntime/stated_sizes.h"

#include <algorithm>
#include <cstring>

namespace qopt::ort {

static std::optional<size_t> indexOf(const std::vector<std::string> &names,
                                     const std::string &name) {
  auto found = std::ranges::find(names, name);
  return found == names.end() ? std::nullopt : std::optional(size_t(found - names.begin()));
}

Computation::Computation(const Api &api, const Node *fused, std::shared_ptr<CompiledPart> compiled)
    : api(api), part(std::move(compiled)) {
  createState = [](ComputeInfo *self, NodeComputeContext *, void **state) -> Status * {
    *state = self; // a program has none of its own between runs
    return nullptr;
  };
  compute = [](ComputeInfo *self, void *, KernelContext *context) {
    const auto &own = *static_cast<Computation *>(self);
    return own.api.guarded([&] { own.runNamed(context); });
  };
  releaseState = [](ComputeInfo *, void *) {};
  const auto given = namesOf(api, api.list(api.inputCount, api.inputs, fused));
  const auto taken = namesOf(api, api.list(api.outputCount, api.outputs, fused));
  for (const std::string &name : part->inputs) {
    auto index = indexOf(given, name);
    if (!index)
      throw Failure{ErrorCode::EpFail, "qopt: " + part->place + "nobody gives '" + name + "'"};
    inputs.push_back(*index);
  }
  for (const std::string &name : part->outputs)
    outputs.push_back(indexOf(taken, name));
}

void Computation::runNamed(KernelContext *context) const {
  try {
    run(context);
  } catch (const Failure &failure) {
    if (failure.message.starts_with("qopt: "))
      throw;
    throw Failure{failure.code, "qopt: " + part->place + failure.message};
  } catch (const std::exception &error) { // memory that ran out
    throw Failure{ErrorCode::EpFail, "qopt: " + part->place + error.what()};
  }
}

const Value *Computation::valueOf(KernelContext *context, size_t index) const {
  const Value *value = nullptr;
  api.must(api.contextInput(context, inputs[index], &value));
  return value;
}

qrt::Tensor Computation::input(KernelContext *context, size_t index) const {
  const Value *value = valueOf(context, index);
  std::shared_ptr<TensorInfo> info(api.get(api.tensorInfoOfValue, value), api.releaseTensorInfo);
  const TensorInfo *sizes = info.get();
  void *data = nullptr;
  api.must(api.tensorMutableData(const_cast<Value *>(value), &data));
  return qrt::Tensor::view(part->model->inputs()[index].type,
                           api.list(api.dimensionCount, api.dimensions, sizes), data);
}

bool Computation::isWrittenInPlace(size_t index, qrt::ElementType made) const {
  return outputs[index] && made == part->outputTypes[index];
}

void *Computation::outputOf(KernelContext *context, size_t index, const qrt::Shape &shape) const {
  if (!outputs[index])
    return nullptr;
  Value *value = nullptr;
  void *data = nullptr;
  api.must(api.contextOutput(context, *outputs[index], shape.data(), shape.size(), &value));
  if (qrt::elementCount(shape) == 0)
    return nullptr;
  api.must(api.tensorMutableData(value, &data));
  if (!data) // ONNX Runtime makes a tensor of what its allocator gives, null included
    throw Failure{ErrorCode::EpFail,
                  "there is no memory for output '" + part->outputs[index] + "'"};
  return data;
}

// The program that asks for memory must not see an exception.
qrt::Expected<qrt::Tensor> Computation::memoryFor(KernelContext *context, size_t index,
                                                  qrt::ElementType type,
                                                  const qrt::Shape &shape) const {
  if (!isWrittenInPlace(index, type))
    return qrt::newMemory(index, type, shape);
  try {
    return qrt::Tensor::view(type, shape, outputOf(context, index, shape));
  } catch (const Failure &failure) {
    return statusOf(failure);
  }
}

void Computation::pack(KernelContext *context, size_t index, const qrt::Tensor &made) const {
  const qrt::Tensor packed = qrt::packed(made, part->outputTypes[index]);
  if (void *data = outputOf(context, index, packed.shape()))
    std::memcpy(data, packed.data(), packed.bytes());
}

static std::vector<qrt::Shape> shapesOf(const std::vector<qrt::Tensor> &tensors) {
  std::vector<qrt::Shape> shapes;
  for (const qrt::Tensor &tensor : tensors)
    shapes.push_back(tensor.shape());
  return shapes;
}

std::shared_ptr<CompiledPart> Computation::keptFor(const std::vector<qrt::Tensor> &given) const {
  return part->stated && part->stated->keepsAny() ? part->stated->kept(shapesOf(given)) : nullptr;
}

bool Computation::maySizesHelp(const std::vector<qrt::Tensor> &given,
                               const qrt::Status &why) const {
  auto isEmpty = [](const qrt::Tensor &tensor) { return qrt::elementCount(tensor.shape()) == 0; };
  return why.code() == qrt::StatusCode::InvalidArgument ||
         why.code() == qrt::StatusCode::Unsupported || std::ranges::any_of(given, isEmpty) ||
         !nn::solveSizes(part->model->inputs(), given);
}

/// Says which sizes a program that was compiled before takes, and what else there is to do.
std::string Computation::whyOther(const std::vector<qrt::Tensor> &given) const {
  std::string own, theirs;
  for (size_t i = 0; i < given.size(); ++i) {
    const std::string separator = i ? ", " : "", name = "'" + part->inputs[i] + "' ";
    own += separator + name + qrt::shapeToString(given[i].shape());
    theirs += separator + name + nn::toString(part->model->inputs()[i].shape);
  }
  return own + " are not the sizes of its program, which takes " + theirs +
         ", each 1 or more and one for a name: compile the model anew with these sizes stated by "
         "add_free_dimension_override_by_name, or run the model that it was compiled from";
}

std::shared_ptr<CompiledPart> Computation::statedFor(const std::vector<qrt::Tensor> &given,
                                                     const qrt::Status &why) const {
  if (!part->stated && !nn::solveSizes(part->model->inputs(), given))
    throw Failure{ErrorCode::InvalidArgument, "qopt: " + part->place + whyOther(given)};
  if (!part->stated)
    fail(why, part->place);
  Refusal refusal;
  auto stated = part->stated->partFor(shapesOf(given), part->place, refusal);
  if (!stated)
    fail(refusal.status, placeOf(*part, refusal.status.message()));
  return stated;
}

void Computation::giveEmpty(KernelContext *context, const CompiledPart &stated) const {
  for (size_t i = 0; i < outputs.size(); ++i)
    outputOf(context, i, stated.emptyOutputs[i]);
}

void Computation::run(KernelContext *context) const {
  std::vector<qrt::Tensor> given;
  for (size_t i = 0; i < inputs.size(); ++i)
    given.push_back(input(context, i));
  const auto run = [&](CompiledModel &model, bool &isBegun) {
    return model.run(given, [&](size_t index, qrt::ElementType type, const qrt::Shape &shape) {
      isBegun = true;
      return memoryFor(context, index, type, shape);
    });
  };
  const auto results = runFitting(context, given, run);
  if (!results)
    return;
  if (!*results)
    fail(results->status(), placeOf(*part, results->status().message()));
  for (size_t i = 0; i < outputs.size(); ++i)
    if (outputs[i] && !isWrittenInPlace(i, (**results)[i].type()))
      pack(context, i, (**results)[i]);
}

} // namespace qopt::ort
