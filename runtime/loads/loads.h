// Every kind of load step, a folder each: how a constant is made once at load from another one. The
// folder x_y has x_y/x_y.h, whose struct is LoadXY; the build lists the folders (kinds.h), and
// std::visit finds the rest by overload:
//
//   Status check(const Tensor &source, const XLoad &);                what must hold
//   void fill(const LoadSource &source, const XLoad &, Tensor &);     the target, which is zeros
//
// Each has source, target, type and targetShape, says what people call it (`kind`), and whether
// kernels that read it sum other terms than those of their definition (`hasOtherTerms`).
#pragma once

#include "runtime/loads/kinds.h" // generated

namespace qrt {

/// Return the indices of the constant that is read and of the one that is made.
uint32_t sourceOf(const LoadStep &step);
uint32_t targetOf(const LoadStep &step);
/// Return the type, shape, kind and sums' terms of the constant that is made.
ElementType typeOf(const LoadStep &step);
const Shape &shapeOf(const LoadStep &step);
std::string_view kindOf(const LoadStep &step);
bool sumsOtherTerms(const LoadStep &step);

/// Checks a step whose source is `source`.
Status checkStep(const Tensor &source, const LoadStep &step);
/// Returns the target of a step that has passed checkStep.
Tensor makeConstant(const LoadSource &source, const LoadStep &step);

} // namespace qrt
