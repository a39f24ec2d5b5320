#include "tools/libqopt/flows/feed/given_arrays.h"

#include "tools/libqopt/flows/feed/preprocess.h"
#include "tools/libqopt/flows/numbers/differences.h"
#include "tools/libqopt/flows/numbers/finite_values.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>
#include <random>

using namespace qrt;

namespace qopt::run {

Expected<Shape> shapeFor(const Port &port, Shape shape, const std::string &name) {
  const Shape given = shape;
  if (shape.size() + 1 == port.shape.size())
    shape.insert(shape.begin(), 1);
  auto differs = [](int64_t size, const nn::Dim &dim) {
    return dim.isStatic() && dim.value() != size;
  };
  bool fits = shape.size() == port.shape.size();
  for (size_t i = 0; fits && i < shape.size(); ++i)
    fits = !differs(shape[i], port.shape[i]);
  if (!fits)
    return invalidArgument(name + ": has shape " + shapeToString(given) + ", input '" + port.name +
                           "' takes " + nn::toString(port.shape));
  return shape;
}

/// Refuses a NaN, unless it is allowed, with its place; warns of infinities, which masks are made
/// of.
static Status checkFinite(const Reports &reports, const Tensor &array, const std::string &name,
                          bool allowsNan) {
  if (const std::string nans = placesOfNan(array); !nans.empty() && !allowsNan)
    return invalidArgument(name + ": holds NaN" + nans +
                           "; --allow-nan feeds it to a network that is made for it");
  if (const std::string infinities = placesOfInfinity(array); !infinities.empty())
    reports.warn(name + ": holds an infinity" + infinities);
  return {};
}

Expected<GivenArray> prepareGiven(const Reports &reports, const Port &port, const Tensor &array,
                                  const std::string &name, const ArrayReading &reading) {
  auto shape = shapeFor(port, array.shape(), name);
  if (!shape)
    return shape.status();
  if (Status status = checkFinite(reports, array, name, reading.allowsNan); !status.ok())
    return status;
  noteNarrowing(reports, array.type(), name);
  const Tensor raw = array.reshaped(*shape);
  auto element = [&](int64_t i) { return std::pair(name, indexToString(i, array.shape())); };
  auto tensor = prepare(port, raw, reading.preprocessed, {name, element});
  return tensor ? Expected(GivenArray{raw, std::move(*tensor)}) : tensor.status();
}

std::vector<Tensor> randomInputs(llvm::ArrayRef<Port> ports, int64_t batch, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Tensor> inputs;
  for (const Port &port : ports) {
    Tensor bytes = Tensor::allocate(ElementType::U8, port.shapeAt(batch));
    for (uint8_t &value : bytes.mutableValues<uint8_t>())
      value = uint8_t(random() >> 56) & (port.type == ElementType::Bool ? 1 : 0xff);
    if (port.type != ElementType::F32) {
      Tensor tensor = Tensor::allocate(port.type, port.shapeAt(batch));
      if (byteWidth(port.type) == 1)
        std::memcpy(tensor.mutableData(), bytes.data(), bytes.bytes());
      inputs.push_back(tensor); // indices and the like: zero is always in range
      continue;
    }
    nn::Preprocess preprocess = port.preprocess;
    if (!preprocess.normalizes())
      preprocess = {{128}, {128}};
    inputs.push_back(*io::toFloat(bytes, preprocess, normalizedDim(port), port.name));
  }
  return inputs;
}

Status checkSizesKnown(const std::string &path, const CompiledModel &model) {
  std::vector<std::string> symbols = model.symbols();
  if (symbols.size() <= 1)
    return {};
  return invalidArgument(path + ": sizes " + llvm::join(symbols, ", ") +
                         " are open; give --shape=" + model.inputs()[0].name + ":SIZES");
}

} // namespace qopt::run
