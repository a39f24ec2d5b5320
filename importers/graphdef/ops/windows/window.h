// The attributes that convolutions and pools share: strides, dilations, padding, data_format.
#pragma once

#include "importers/common/ops/windows.h"
#include "importers/graphdef/graph/binder.h"

namespace qopt::graphdef {

/// An image as the IR has it, [N, C, …], and where its channels were.
struct ImageInput {
  Value x;
  bool channelsLast = true;
};

/// Reads input `index` as an image of `rank` dimensions by data_format, NHWC by default.
ImageInput readImage(Binder &b, unsigned index, int64_t rank);
/// Binds output 0 in the layout of the input.
void bindAs(Binder &b, const ImageInput &image, Value y);
/// The entries of an attribute that stand for the image's dimensions; those of samples and channels
/// must be 1. An absent attribute means 1 everywhere.
Ints readSizes(Binder &b, llvm::StringRef attribute, const ImageInput &image, int64_t rank);
/// strides, dilations and padding of a window of which `window.kernel` is known. Padding SAME of a
/// stride above 1 needs the image's size.
void readWindow(Binder &b, const ImageInput &image, ImageWindow &window);
/// strides alone, and what padding says: SAME, VALID or EXPLICIT.
std::string readStrides(Binder &b, const ImageInput &image, ImageWindow &window);

} // namespace qopt::graphdef
