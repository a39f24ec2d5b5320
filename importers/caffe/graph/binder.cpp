#include "importers/caffe/graph/binder.h"

#include "importers/caffe/file/weights_file.h"
#include "importers/caffe/graph/op_table.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;

namespace qopt::caffe {

static std::string textOf(ArrayRef<int64_t> sizes) {
  std::string text;
  for (int64_t size : sizes)
    text += (text.empty() ? "" : "x") + std::to_string(size);
  return text.empty() ? "one number" : text;
}

std::string Binder::weightsName() const { return "'" + net.weightsFile()->path() + "'"; }

std::string Binder::whyNoBlob(unsigned index, StringRef what) const {
  if (!net.weightsFile())
    return "needs weights: name their file by --weights=";
  if (!node.blobs.empty())
    return "has " + std::to_string(node.blobs.size()) + " blobs in " + weightsName() +
           ", but its " + what.str() + " would be number " + std::to_string(index + 1);
  std::string near = net.nearWeights(param().name());
  return "has no weights in " + weightsName() + (near.empty() ? ": is it this network's?" : near);
}

void Binder::noteOdd(int64_t count, int64_t all, StringRef what, StringRef how) {
  if (count)
    odd.push_back((Twine(count) + " of the " + Twine(all) + " numbers of its " + what +
                   (count == 1 ? " is " : " are ") + how)
                      .str());
}

Binder &Binder::blob(unsigned index, StringRef what, qrt::Tensor &tensor) {
  if (index >= node.blobs.size())
    require(false, whyNoBlob(index, what));
  if (!ok())
    return *this;
  auto read = readBlob(*node.blobs[index]);
  check(read.status());
  if (!ok())
    return *this;
  tensor = *read;
  auto values = std::as_const(tensor).values<float>();
  noteOdd(llvm::count_if(values, [](float x) { return std::isnan(x); }), tensor.size(), what,
          "NaN");
  noteOdd(llvm::count_if(values, [](float x) { return std::isinf(x); }), tensor.size(), what,
          "infinite");
  return *this;
}

Binder &Binder::weights(unsigned index, StringRef what, ArrayRef<int64_t> sizes, Value &value) {
  qrt::Tensor tensor;
  if (!blob(index, what, tensor).ok())
    return *this;
  auto isMore = [](int64_t size) { return size != 1; };
  Ints stored = llvm::filter_to_vector(tensor.shape(), isMore),
       wanted = llvm::filter_to_vector(sizes, isMore);
  require(stored == wanted, "needs " + what + " of " + textOf(sizes) + ", has " +
                                textOf(tensor.shape()) + " in " + weightsName());
  if (ok())
    value = constantPart(what, RankedTensorType::get(sizes, f32()),
                         tensor.reshaped({sizes.begin(), sizes.end()}));
  return *this;
}

Value Binder::scalarFor(Value x, StringRef name, float value) {
  if (!ok() || rankOf(x))
    return scalarPart(name, value);
  return constantPart(name, RankedTensorType::get({}, f32()),
                      qrt::Tensor::fromValues<float>({}, std::span<const float>(&value, 1)));
}

Conversion Binder::finish() {
  // More than the layer has are another layer's: a bias that bias_term denies, a PReLU's slopes.
  const size_t most = blobCount(param());
  if (node.blobs.size() > most)
    require(false, "needs " + Twine(most) + " blobs, has " + Twine(node.blobs.size()) + " in " +
                       weightsName());
  Conversion result = LayerBinder::finish();
  if (result.status.ok() && !odd.empty())
    net.oddWeights.push_back(
        ("layer '" + layer() + "' (" + param().type() + "): " + llvm::join(odd, ", ")).str());
  return result;
}

} // namespace qopt::caffe
