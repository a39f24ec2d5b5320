// Windows over images as the format has them: pads in a word, or an operator before.
#pragma once

#include "importers/common/ops/windows.h"
#include "importers/tflite/export/graph/op_table.h"

namespace qopt::tflite {

/// An image [N, H, W, C] of the file; a line [N, W, C] is an image of height 1.
struct FileImage {
  TensorIndex tensor = noTensor;
  mlir::Type element;
  llvm::SmallVector<nn::Dim> sizes;
};

/// The image that operand 0 of the layer is.
FileImage imageOf(Layer &b);
/// A window of two dimensions from an operation's attributes, which may have one.
ImageWindow planeOf(llvm::ArrayRef<int64_t> kernel, llvm::ArrayRef<int64_t> strides,
                    llvm::ArrayRef<int64_t> dilations, llvm::ArrayRef<int64_t> pads);
/// Returns whether the pads over the image are those of padding SAME.
bool isSame(const FileImage &image, const ImageWindow &window);
/// Returns the operator's padding. Pads that are neither SAME nor none are put around the image
/// before it, with this value.
schema::Padding padded(Layer &b, FileImage &image, const ImageWindow &window, double value);
/// Puts the window's pads around the image.
void putAround(Layer &b, FileImage &image, const ImageWindow &window, double value);
/// The layer's operator on images; a line's result is an image before it is a line again.
void writeImage(Layer &b, schema::BuiltinOperator code, Tensors inputs,
                schema::BuiltinOptionsUnion options);

} // namespace qopt::tflite
