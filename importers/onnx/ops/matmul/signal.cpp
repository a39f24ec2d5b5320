// Constants of signal processing: windows and the mel scale's triangles.
#include "importers/onnx/file/tensor_data.h"
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"

#include <cmath>
#include <numbers>

using namespace mlir;

namespace qopt::onnx {

// Computed in f64 and rounded once; DOUBLE is f32 here.
template <typename ValueAt>
static void bindTable(Binder &b, int64_t dataType, const Ints &shape, ValueAt valueAt) {
  int32_t named = int32_t(std::clamp<int64_t>(dataType, -1, 1000));
  std::optional<qrt::ElementType> type = elementTypeOf(named);
  if (type == qrt::ElementType::F64)
    type = qrt::ElementType::F32;
  b.support(type && !qrt::isPacked(*type) && *type != qrt::ElementType::Bool,
            "of " + dataTypeName(named));
  if (!b.ok())
    return;
  qrt::Tensor tensor = qrt::Tensor::allocate(*type, {shape.begin(), shape.end()});
  qrt::visitElementType(*type, [&](auto tag) {
    using T = typename decltype(tag)::Storage;
    llvm::MutableArrayRef<T> values(tensor.mutableValues<T>().data(), tensor.size());
    for (int64_t i = 0; i < tensor.size(); ++i)
      values[i] = T(float(valueAt(i)));
  });
  b.bind(0, tensor);
}

// c0 − c1·cos(2πi/n) + c2·cos(4πi/n)
static void cosineWindow(Binder &b, double c0, double c1, double c2) {
  Ints size;
  int64_t dataType = proto::TensorProto::FLOAT;
  bool periodic = true;
  b.arity(1, 1).ints(0, size).attr("output_datatype", dataType).attr("periodic", periodic);
  b.require(!b.ok() || size.size() == 1, "size is no scalar");
  if (!b.ok())
    return;
  b.require(size[0] >= 0, "size is negative").support(size[0] > 0, "with an empty result");
  b.support(size[0] <= int64_t(1) << 24, "of more than 2^24 elements");
  if (!b.ok())
    return;
  int64_t period = size[0] - (periodic ? 0 : 1);
  bindTable(b, dataType, size, [&](int64_t i) {
    double angle = 2 * std::numbers::pi * double(i) / double(std::max<int64_t>(period, 1));
    return period == 0 ? 1 : c0 - c1 * std::cos(angle) + c2 * std::cos(2 * angle);
  });
}
static void hann(Binder &b) { cosineWindow(b, 0.5, 0.5, 0); }
static void hamming(Binder &b) { cosineWindow(b, 25.0 / 46, 21.0 / 46, 0); }
static void blackman(Binder &b) { cosineWindow(b, 0.42, 0.5, 0.08); }

static double realScalar(Binder &b, unsigned index) {
  qrt::Tensor tensor;
  if (!b.reals(index, tensor).require(tensor.size() == 1, "needs scalars").ok())
    return 0;
  return tensor.values<float>()[0];
}

// Triangles between frequencies that are evenly spaced on the mel scale, as ONNX's reference has
// them: bins count as many as the triangles and their two ends.
static void melWeightMatrix(Binder &b) {
  Ints given[3];
  int64_t dataType = proto::TensorProto::FLOAT;
  b.arity(5, 5).attr("output_datatype", dataType);
  for (unsigned i = 0; i < 3; ++i) {
    b.ints(i, given[i]);
    b.require(!b.ok() || given[i].size() == 1, "needs scalars");
    if (b.ok())
      b.bounded(given[i], 1, int64_t(1) << 24, "num_mel_bins, dft_length or sample_rate");
  }
  double edges[2] = {realScalar(b, 3), realScalar(b, 4)};
  b.require(edges[0] >= 0 && edges[0] <= edges[1], "the edges are no range of frequencies");
  if (!b.ok())
    return;
  int64_t count = given[0][0], length = given[1][0], bins = length / 2 + 1;
  b.support(bins * count <= int64_t(1) << 24, "of more than 2^24 elements");
  auto mel = [](double hertz) { return 2595 * std::log10(1 + hertz / 700); };
  double step = (mel(edges[1]) - mel(edges[0])) / double(count + 2);
  Ints places;
  for (int64_t i = 0; b.ok() && i < count + 2; ++i) {
    double hertz = 700 * (std::pow(10, (double(i) * step + mel(edges[0])) / 2595) - 1);
    double place = std::floor(double(length + 1) * hertz / double(given[2][0]));
    b.require(place < double(bins), "the upper edge lies above half the sample rate");
    places.push_back(b.ok() ? int64_t(place) : 0);
  }
  if (!b.ok())
    return;
  bindTable(b, dataType, {bins, count}, [&](int64_t i) {
    int64_t row = i / count, low = places[i % count], center = places[i % count + 1],
            high = places[i % count + 2];
    if (row == center)
      return 1.0;
    if (row > center)
      return row < high ? double(high - row) / double(high - center) : 0;
    return row >= low ? double(row - low) / double(center - low) : 0;
  });
}

ArrayRef<OpEntry> signalOps() {
  static constexpr OpEntry ops[] = {{"HannWindow", hann},
                                    {"HammingWindow", hamming},
                                    {"BlackmanWindow", blackman},
                                    {"MelWeightMatrix", melWeightMatrix}};
  return ops;
}

} // namespace qopt::onnx
