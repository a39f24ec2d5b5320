// Readers at some places of what they read: a trial of a range computes less and tells as much.
#pragma once

#include "ir/values/keys.h"

#include "mlir/IR/Builders.h"

#include <optional>

namespace qopt {

/// A reader that computes at some places alone.
struct ReaderAtPlaces {
  mlir::Value value;                 // f32, those elements that it reads there
  mlir::Operation *reader = nullptr; // on `value`; null: nobody reads it, and it counts itself
};

/// Makes `reader`, or null for the value itself, at places of a grid that is spread evenly over
/// what it computes, so that it reads some `mostValues` elements of a sample; channels are all
/// there, and so are samples, along the first dimension. A convolution's windows lie within the
/// image. New operations are built at the insertion point, where all operands of `reader` are
/// known. None where the reader is no convolution, no product with one matrix for all samples and
/// no operation of elements, where sizes of a sample are open, or where half of the elements and
/// more would stay.
std::optional<ReaderAtPlaces> readerAtPlaces(mlir::OpBuilder &builder, nn::NameTable &names,
                                             mlir::Value value, mlir::Operation *reader,
                                             int64_t mostValues);

} // namespace qopt
