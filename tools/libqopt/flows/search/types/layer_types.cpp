#include "tools/libqopt/flows/search/types/layer_types.h"

#include "ir/values/keys.h"
#include "ir/values/stated_precision.h"
#include "passes/quantize/policy/policy_file.h"

#include "llvm/Support/JSON.h"

using namespace qrt;

namespace qopt::run {

llvm::StringRef typeName(LayerType type) {
  switch (type) {
  case LayerType::Float: return "float";
  case LayerType::Int8: return "int8";
  case LayerType::Int16: return "int16";
  }
  llvm_unreachable("all types are named");
}

static nn::StatedPrecision precisionOf(LayerType type) {
  switch (type) {
  case LayerType::Float: return nn::StatedPrecision::Float;
  case LayerType::Int8: return nn::StatedPrecision::Int8;
  case LayerType::Int16: return nn::StatedPrecision::Int16;
  }
  llvm_unreachable("all types have a precision");
}

Expected<Loaded> networkOf(const Quantizer &quantizer, const LayerTypes &types,
                           const std::string &floats) {
  Recipe recipe = quantizer.options.recipe;
  recipe.floats = floats;
  const Loaded &source = quantizer.source();
  Loaded stated = source.clone(source.path);
  const mlir::func::FuncOp entry = nn::entryOf(*stated.module);
  nn::StatedPrecisions precisions = nn::statedPrecisions(entry);
  for (auto [layer, type] : llvm::zip_equal(types.layers, types.types))
    if (type != LayerType::Int8)
      precisions[source.layers.in(layer)] = precisionOf(type);
  nn::setStatedPrecisions(entry, precisions);
  auto made = integersOf(stated, quantizer.options.output, recipe,
                         recipe.isDynamic() ? nullptr : &quantizer.ranges(), {}, Warnings::Kept);
  if (made && !nn::entryOf(*source.module)->hasAttr(nn::precisionsAttr))
    nn::entryOf(*made->module)->removeAttr(nn::precisionsAttr);
  return made;
}

Expected<Loaded> narrowFloats(const Quantizer &quantizer, const std::string &floats) {
  return rewritten(quantizer.imported(), quantizer.options.output, nullptr,
                   "assign-precision{type=" + floats + "},cancel-conversions", Warnings::Kept);
}

Expected<Loaded> narrowWeights(const Quantizer &quantizer) {
  return rewritten(quantizer.imported(), quantizer.options.output, nullptr, "quantize-weights",
                   Warnings::Kept);
}

std::string policyText(const LayerTypes &types) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    json.attribute("version", 1);
    json.attributeObject("layers", [&] {
      for (auto [layer, type] : llvm::zip_equal(types.layers, types.types))
        json.attributeObject(llvm::json::fixUTF8(layer),
                             [&] { json.attribute("precision", typeName(type)); });
    });
  });
  return text + "\n";
}

static Expected<LayerType> typeOf(const LayerPolicy &said, const std::string &where) {
  const bool isOther = said.scheme || said.weightBits || said.perChannel || said.attention ||
                       (said.mode && *said.mode != LayerMode::Observe);
  if (isOther)
    return invalidArgument(where + "a search takes \"precision\" alone: float, int8 or int16");
  if (said.mode)
    return LayerType::Float;
  return said.bits.value_or(8) == 16 ? LayerType::Int16 : LayerType::Int8;
}

Expected<LayerTypes> policyTypes(const std::string &text, const std::string &name,
                                 std::vector<std::string> layers) {
  std::string reason;
  const std::optional<PolicyFile> file = parsePolicy(text, reason);
  if (!file)
    return invalidArgument(name + ": " + reason);
  if (!file->ranges.empty() || !file->scales.empty())
    return invalidArgument(name + ": has ranges or scales, which a search measures itself; "
                                  "--insert-quant=policy= takes them");
  LayerTypes types{std::move(layers), {}};
  types.types.assign(types.layers.size(), LayerType::Int8);
  for (const auto &[layer, said] : file->layers) {
    const auto found = llvm::find(types.layers, layer);
    if (found == types.layers.end())
      return invalidArgument(name + ": names layer '" + layer +
                             "', which has no weights, or which the network does not have");
    auto type = typeOf(said, name + ": layer '" + layer + "': ");
    if (!type)
      return type.status();
    types.types[size_t(found - types.layers.begin())] = *type;
  }
  return types;
}

} // namespace qopt::run
