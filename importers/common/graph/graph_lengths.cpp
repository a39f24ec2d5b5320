// Values of which the data decide the length: who may read them, and how they leave the graph.
#include "importers/common/graph/graph_importer.h"

#include "ir/values/keys.h"
#include "ir/values/results.h"

using namespace mlir;

namespace qopt {

const Padding *GraphImporter::paddingOf(StringRef name) const {
  ImportedPtr value = lookup(name);
  return value && value->value ? builder->paddings.of(value->value) : nullptr;
}

// "" where no input has such a length.
std::string GraphImporter::openLength(const Layer &layer) const {
  for (const std::string &name : layer.inputs)
    if (const Padding *padding = paddingOf(name)) {
      nn::Dim most = nn::symbolicShape(lookup(name)->value)[padding->dim];
      return "reads '" + name + "', where the data decide how long dimension " +
             std::to_string(padding->dim) + " is, " + most.text() + " at most; --outputs=" + name +
             " ends the graph before it";
    }
  return "";
}

// Refuses a layer that makes something of an open length. Layers whose converters make nothing of
// sizes pass: their operations are asked one by one.
qrt::Status GraphImporter::checkLengths(size_t index) const {
  std::string open = source.readsRows(index) ? "" : openLength(source.layers[index]);
  return open.empty() ? qrt::Status() : qrt::Status(qrt::StatusCode::Unsupported, open);
}

// Appends to the outputs the values that say how much of them there is, each once.
void GraphImporter::nameResults(SmallVectorImpl<Value> &results) {
  OpBuilder &b = builder->builder;
  std::vector<std::string> names = outputs;
  llvm::DenseMap<Value, StringAttr> counts;
  SmallVector<std::pair<unsigned, Attribute>> lengths;
  for (unsigned i = 0; i < outputs.size(); ++i) {
    const Padding *padding = builder->paddings.of(results[i]);
    if (!padding)
      continue;
    StringAttr &name = counts[padding->count];
    if (!name) {
      std::string own = outputs[i] + ".count";
      while (llvm::is_contained(names, own))
        own += "_";
      name = b.getStringAttr(own);
      names.push_back(own);
      results.push_back(padding->count);
    }
    lengths.emplace_back(i, nn::LengthAttr::get(b.getContext(), padding->dim, name));
  }
  function.setType(b.getFunctionType(function.getBody().front().getArgumentTypes(),
                                     ValueRange(results).getTypes()));
  nn::setOutputNames(function, names);
  for (auto [i, length] : lengths)
    function.setResultAttr(i, nn::lengthAttr, length);
}

} // namespace qopt
