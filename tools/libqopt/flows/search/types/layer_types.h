// The types that a search chooses from, and the networks that have them.
#pragma once

#include "tools/libqopt/flows/quantize/quantizer.h"

namespace qopt::run {

/// The type of a layer; Float is the type that floats lie in memory as (Recipe::floats).
enum class LayerType { Float, Int8, Int16 };

/// "float", "int8", "int16": a policy file's `precision`.
llvm::StringRef typeName(LayerType type);

/// A type of each of these layers, which are named as the given network does.
struct LayerTypes {
  std::vector<std::string> layers;
  std::vector<LayerType> types;
  bool areAll(LayerType type) const {
    return llvm::all_of(types, [&](LayerType one) { return one == type; });
  }
};

/// The quantizer's network with these types, whose floats lie in memory as `floats`: f32, f16 or
/// bf16. Layers are told by name in the network's own attribute, so that a name may have any
/// characters.
qrt::Expected<Loaded> networkOf(const Quantizer &quantizer, const LayerTypes &types,
                                const std::string &floats);
/// The float network with all values that can be in this type.
qrt::Expected<Loaded> narrowFloats(const Quantizer &quantizer, const std::string &floats);
/// The float network with weights of 8 bits, which a run widens.
qrt::Expected<Loaded> narrowWeights(const Quantizer &quantizer);

/// A policy file (passes/quantize/policy/policy_file.h) that says the types, to be read, edited and
/// given to --policy or to --insert-quant.
std::string policyText(const LayerTypes &types);
/// The types that a policy file's text says of these layers; of others it must say nothing, and
/// nothing but precision or mode of any. Layers of which it says nothing have int8. `name`: what
/// messages call it.
qrt::Expected<LayerTypes> policyTypes(const std::string &text, const std::string &name,
                                      std::vector<std::string> layers);

} // namespace qopt::run
