// Weights of a loaded model, exchanged while it runs (docs/decisions/runtime/refit.md).
#include "runtime/core/qrt.h"

#include "runtime/core/out_of_memory.h"
#include "runtime/format/refit/same_plan.h"
#include "runtime/numerics/types/return_if_error.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

namespace qrt {

// ---- new values ----

static std::string typeAndShape(ElementType type, const Shape &shape) {
  return std::string(elementTypeName(type)) + " of " +
         (shape.empty() ? "one element" : shapeToString(shape));
}

static std::string nameOf(const WeightPlace &place) {
  return "weight '" + place.name + "' of layer '" + place.layer + "'";
}

static Expected<const WeightPlace *> placeOf(std::span<const WeightPlace> places,
                                             const std::string &name) {
  auto found = std::ranges::find(places, name, &WeightPlace::name);
  if (found != places.end())
    return &*found;
  if (places.empty())
    return invalidArgument("there is no weight '" + name +
                           "': the program was loaded from no file that names its weights");
  return invalidArgument("there is no weight '" + name + "'; there are " +
                         std::to_string(places.size()) + ", the first is '" + places.front().name +
                         "'");
}

/// Checks that the new values keep to the range for which the layer's sums were proved, and that
/// floats are finite.
static Status checkValues(const WeightPlace &place, const Tensor &values) {
  return visitValues(values, [&]<typename Values>(const Values &all) -> Status {
    for (const auto &value : all) {
      if (isFloat(place.type)) {
        if (!std::isfinite(double(value)))
          return invalidArgument(nameOf(place) + ": a value is no finite number");
      } else if (int64_t(value) < place.low || int64_t(value) > place.high) {
        return invalidArgument(nameOf(place) + ": a value is " + std::to_string(int64_t(value)) +
                               "; from " + std::to_string(place.low) + " to " +
                               std::to_string(place.high) + " its sums are proved");
      }
    }
    return {};
  });
}

static Status checkFits(const WeightPlace &place, const Tensor &values) {
  if (place.constants.empty())
    return {StatusCode::Unsupported,
            nameOf(place) + " is not changed alone: " + place.why + "; refit the whole model"};
  if (values.type() != place.type || values.shape() != place.shape)
    return invalidArgument(nameOf(place) + " is " + typeAndShape(place.type, place.shape) + ", " +
                           typeAndShape(values.type(), values.shape()) + " was given");
  if (!values.data() && values.bytes())
    return invalidArgument(nameOf(place) + ": its values are missing");
  return checkValues(place, values);
}

static bool areEqual(const Tensor &a, const Tensor &b) {
  return std::memcmp(a.data(), b.data(), a.bytes()) == 0;
}

/// Returns the new value of each constant that changes. Layers that read the same constant must be
/// given together.
static Expected<std::map<uint32_t, const Tensor *>> valuesOf(std::span<const WeightPlace> places,
                                                             std::span<const NamedTensor> given) {
  std::map<uint32_t, const Tensor *> values;
  std::map<std::string, bool> isGiven;
  for (const NamedTensor &one : given) {
    Expected<const WeightPlace *> place = placeOf(places, one.name);
    if (!place)
      return place.status();
    QRT_RETURN_IF_ERROR(checkFits(**place, one.tensor));
    if (std::exchange(isGiven[one.name], true))
      return invalidArgument(nameOf(**place) + " is given twice");
    for (uint32_t constant : (*place)->constants) {
      auto [known, isNew] = values.try_emplace(constant, &one.tensor);
      if (!isNew && !areEqual(*known->second, one.tensor))
        return Status(StatusCode::Unsupported,
                      nameOf(**place) +
                          " was equal to another one, and the program holds both once; "
                          "refit the whole model to make them differ");
    }
  }
  auto isChanged = [&](uint32_t constant) { return values.contains(constant); };
  for (const WeightPlace &place : places)
    if (std::ranges::any_of(place.constants, isChanged) && !isGiven.contains(place.name))
      return Status(StatusCode::Unsupported,
                    nameOf(place) +
                        " is equal to one that is given, and the program holds both once: "
                        "give it too, or refit the whole model");
  return values;
}

static Tensor copyOf(const Tensor &values) {
  Tensor copy = Tensor::allocate(values.type(), values.shape());
  if (values.bytes())
    std::memcpy(copy.mutableData(), values.data(), values.bytes());
  return copy;
}

Expected<std::shared_ptr<const Program>> withWeights(const Program &program,
                                                     std::span<const WeightPlace> places,
                                                     std::span<const NamedTensor> values) {
  Expected<std::map<uint32_t, const Tensor *>> changed = valuesOf(places, values);
  if (!changed)
    return changed.status();
  constexpr const char *refitted = ", refitted";
  std::shared_ptr<Program> made;
  auto make = [&] {
    made = std::make_shared<Program>(program); // constants are shared, not copied
    for (const auto &[index, tensor] : *changed) {
      Constant &constant = made->constants[index];
      const bool isAgain = constant.key.ends_with(refitted);
      constant = {constant.key + (isAgain ? "" : refitted),
                  copyOf(*tensor).reshaped(constant.value.shape())};
    }
    return Status();
  };
  if (Status status = orOutOfMemory(make, "the new weights"); !status.ok())
    return status;
  return std::shared_ptr<const Program>(std::move(made));
}

// ---- exchange ----

std::vector<WeightPlace> Model::weights() const {
  std::lock_guard lock(current->mutex);
  return *current->weights;
}

Status Model::exchange(Device &device, std::shared_ptr<const Program> program,
                       std::shared_ptr<const std::vector<WeightPlace>> weights,
                       const LoadOptions &options) {
  const RunnableProgram before = ready();
  LoadOptions own = options;
  own.like = before.executable.get();
  Expected<std::unique_ptr<Executable>> loaded = device.load(program, own);
  if (!loaded)
    return loaded.status();
  RunnableProgram after{std::move(program), std::move(*loaded)};
  std::lock_guard lock(current->mutex);
  std::swap(current->ready, after); // what was goes behind the lock, or with its last run
  current->weights = std::move(weights);
  return {};
}

Status Model::refit(Device &device, std::shared_ptr<const Program> program,
                    std::vector<WeightPlace> weights, const LoadOptions &options) {
  std::lock_guard one(current->refits);
  QRT_RETURN_IF_ERROR(checkWeightPlaces(weights, program->constants));
  if (Status status = checkSamePlan(*ready().program, *program); !status.ok())
    return {status.code(), "this is no refit of the program that is loaded: " + status.message()};
  auto shared = std::make_shared<const std::vector<WeightPlace>>(std::move(weights));
  return exchange(device, std::move(program), std::move(shared), options);
}

Status Model::refit(Device &device, std::span<const NamedTensor> values,
                    const LoadOptions &options) {
  std::lock_guard one(current->refits);
  auto places = [&] {
    std::lock_guard lock(current->mutex);
    return current->weights;
  }();
  Expected<std::shared_ptr<const Program>> program = withWeights(*ready().program, *places, values);
  if (!program)
    return program.status();
  return exchange(device, std::move(*program), std::move(places), options);
}

} // namespace qrt
