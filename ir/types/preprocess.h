// How raw samples become an argument, as #nn.preprocess holds it; plain, for hosts that see no MLIR
// header. docs/decisions/tools/images.md says why the steps are these.
#pragma once

#include "runtime/numerics/types/preprocess.h"

namespace qopt::nn {

using qrt::channelDim;
using qrt::ChannelOrder;
using qrt::fitsChannels;
using qrt::ImageDims;
using qrt::imageDims;
using qrt::imageSettings;
using qrt::ImageSteps;
using qrt::Interpolation;
using qrt::PixelSize;
using qrt::Preprocess;
using qrt::PreprocessOverrides;
using qrt::preprocessSettings;
using qrt::setSetting;
using qrt::setStep;
using qrt::Settings;
using qrt::settingsOf;
using qrt::textOf;
using qrt::whyUnusable;

} // namespace qopt::nn
