// The network's own file states a policy of its layers; it is read here.
#include "ir/values/stated_precision.h"
#include "passes/quantize/policy/policy_file.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// The most bits that layers ask for which read the value, perhaps through others of which the file
// says nothing.
static unsigned bitsAskedOf(Value value, const PolicyFile &file) {
  unsigned bits = 0;
  SmallVector<Value> open{value};
  DenseSet<Value> seen;
  while (!open.empty()) {
    Value next = open.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    for (Operation *user : next.getUsers())
      for (Value result : user->getResults()) {
        auto layer = file.layers.find(keyOf(result));
        if (layer == file.layers.end())
          open.push_back(result);
        else
          bits = std::max(bits, layer->second.bits.value_or(0));
      }
  }
  return bits;
}

PolicyFile statedPolicy(func::FuncOp entry, const ValuesByKey &values) {
  PolicyFile file;
  for (const auto &[key, precision] : statedPrecisions(entry)) {
    if (!values.find(key))
      continue;
    LayerPolicy &layer = file.layers[key];
    if (precision == StatedPrecision::Int8 || precision == StatedPrecision::Int16)
      layer.bits = precision == StatedPrecision::Int8 ? 8u : 16u;
    else
      layer.mode = LayerMode::Observe;
  }
  if (file.layers.empty())
    return file;
  // An operation takes a value as it is: inputs have the bits that their readers ask for.
  PolicyFile inputs;
  for (Value argument : entry.getArguments())
    if (unsigned bits = bitsAskedOf(argument, file))
      inputs.layers[keyOf(argument)].bits = bits;
  file.layers.merge(inputs.layers);
  return file;
}

} // namespace qopt
