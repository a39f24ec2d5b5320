// Quantized tensors as layers have them: steps, a scale, a zero point. Constants become types;
// with what is computed, arithmetic comes of it.
#pragma once

#include "importers/onnx/graph/binder.h"

namespace qopt::onnx {

inline constexpr unsigned noInput = ~0u;

/// The inputs that say a quantized tensor. Without a zero point it is 0. Several scales run along
/// `axis`, each for one element of it or, where blocks are said, for so many.
struct Quantized {
  unsigned steps = noInput, scale = noInput, zero = noInput;
  int64_t axis = 1, block = 0;
};

/// Returns the type that input `index` stores.
std::optional<qrt::ElementType> storedType(Binder &b, unsigned index);

/// Tells whether scale and zero point (`storage` where none is there) are constants, and a type can
/// state them.
bool hasTypedParameters(Binder &b, const Quantized &q, qrt::ElementType storage);

/// The real values in f32.
Value realPart(Binder &b, llvm::StringRef name, const Quantized &q);
/// The steps of real values: quantized by type where it says the parameters, else plain integers
/// or 8-bit floats, of `storage` where no zero point tells.
Value stepsPart(Binder &b, llvm::StringRef name, Value real, const Quantized &q,
                qrt::ElementType storage, bool saturate = true);

/// Input `index` as plain integers, whatever its type says of them.
Value plainPart(Binder &b, llvm::StringRef name, unsigned index);
/// clamp(rint(real / scale) + zero), where NaN gives zero (null: 0): plain integers.
Value roundedPart(Binder &b, llvm::StringRef name, Value real, Value scale, Value zero,
                  qrt::ElementType storage);
/// A constant scale: a normal number above 0.
void checkScale(Binder &b, double scale);

/// "name/part"; the part alone where the name is empty.
std::string joined(llvm::StringRef name, llvm::StringRef part);

} // namespace qopt::onnx
