// Pictures as raw samples: resized, cropped and ordered as #nn.preprocess says, u8.
#pragma once

#include "tools/io/arrays/npy.h"
#include "tools/io/image/picture.h"

#include "ir/types/preprocess.h"

#include <optional>

namespace qopt::io {

/// The form that an input's samples have as pictures.
struct PictureForm {
  nn::ImageSteps steps;
  nn::ImageDims dims;   // of a batch of samples
  int64_t channels = 3; // 1 or 3
  nn::PixelSize size;   // −1: any

  /// Returns the form for an input of shape [N, C, H, W] or [N, H, W, C]; none for others. Sizes
  /// below 0 are open.
  static std::optional<PictureForm> of(const std::vector<int64_t> &shape,
                                       const nn::ImageSteps &steps);
};

/// One sample, without a batch: grey is made of colours by ITU-R 601, colours of grey by copies.
/// Fails where the picture cannot get the input's size by the steps. Messages do not name the file.
qrt::Expected<qrt::Tensor> toSample(const Picture &picture, const PictureForm &form);
/// The sample's size, from the header alone.
qrt::Expected<nn::PixelSize> sampleSize(const PictureHeader &header, const PictureForm &form);

/// The file's sample as an array; decoded when it is read. Only the header is looked at before.
qrt::Expected<ArrayStream> openPicture(const std::string &path, const PictureForm &form);

} // namespace qopt::io
