#include "importers/caffe/graph/binder.h"

#include "importers/caffe/file/weights_file.h"
#include "importers/caffe/graph/op_table.h"

using namespace mlir;

namespace qopt::caffe {

static std::string textOf(ArrayRef<int64_t> sizes) {
  std::string text;
  for (int64_t size : sizes)
    text += (text.empty() ? "" : "x") + std::to_string(size);
  return text.empty() ? "one number" : text;
}

Binder &Binder::blob(unsigned index, StringRef what, qrt::Tensor &tensor) {
  require(index < node.blobs.size(),
          net.hasWeights()
              ? (node.blobs.empty() ? Twine("has no weights in the file of weights: is it this "
                                            "network's?")
                                    : "has " + Twine(node.blobs.size()) +
                                          " blobs in the file of weights, but its " + what +
                                          " would be number " + Twine(index + 1))
              : Twine("needs weights: name their file by --weights="));
  if (!ok())
    return *this;
  auto read = readBlob(*node.blobs[index]);
  check(read.status());
  if (ok())
    tensor = *read;
  return *this;
}

Binder &Binder::weights(unsigned index, StringRef what, ArrayRef<int64_t> sizes, Value &value) {
  qrt::Tensor tensor;
  if (!blob(index, what, tensor).ok())
    return *this;
  auto isMore = [](int64_t size) { return size != 1; };
  Ints stored = llvm::filter_to_vector(tensor.shape(), isMore),
       wanted = llvm::filter_to_vector(sizes, isMore);
  require(stored == wanted, "its " + what + " is " + textOf(tensor.shape()) +
                                " in the file of weights, needs " + textOf(sizes));
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
  support(node.unknown.empty(), node.unknown + ", which is not known");
  // More than the layer has are another layer's: a bias that bias_term denies, a PReLU's slopes.
  require(node.blobs.size() <= blobCount(param()), "has " + Twine(node.blobs.size()) +
                                                       " blobs in the file of weights, needs " +
                                                       Twine(blobCount(param())));
  return LayerBinder::finish();
}

} // namespace qopt::caffe
