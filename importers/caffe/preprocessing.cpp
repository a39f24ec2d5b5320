#include "importers/caffe/preprocessing.h"

#include "importers/common/import.h"
#include "ir/dialect.h"
#include "ir/values/keys.h"

using namespace mlir;

namespace qopt::caffe {

// (x − mean)·scale as (x − mean) / (1 / scale). Nothing where the layer says nothing; `why` where
// what it says fits no argument of so many channels.
static nn::Preprocess preprocessOf(const proto::TransformationParameter &transform,
                                   int64_t channels, std::string &why) {
  nn::Preprocess preprocess;
  if (transform.mean_value_size() || transform.scale() != 1) {
    preprocess.mean.assign(transform.mean_value().begin(), transform.mean_value().end());
    if (preprocess.mean.empty())
      preprocess.mean.push_back(0);
    preprocess.std.assign(preprocess.mean.size(), 1 / double(transform.scale()));
  }
  const bool fits = preprocess.mean.size() <= 1 || int64_t(preprocess.mean.size()) == channels;
  if (!fits || !nn::whyUnusable(preprocess.mean, preprocess.std).empty()) {
    why = "transform_param's mean_value or scale does not fit its channels and is left out";
    preprocess = {};
  }
  if (channels == 3) // as OpenCV reads pictures, and convert_imageset stored them
    preprocess.image.channels = nn::ChannelOrder::Bgr;
  return preprocess;
}

void statePreprocessing(const Net &net, func::FuncOp entry, const std::string &path) {
  MLIRContext *context = entry.getContext();
  std::vector<std::string> names = nn::inputNames(entry);
  for (const NetInput &input : net.netInputs()) {
    auto at = llvm::find(names, input.name);
    if (!input.transform || at == names.end())
      continue;
    unsigned index = unsigned(at - names.begin());
    auto type = cast<RankedTensorType>(entry.getArgumentTypes()[index]);
    std::string why;
    nn::Preprocess preprocess =
        preprocessOf(*input.transform, type.getRank() >= 2 ? type.getDimSize(1) : 1, why);
    if (input.transform->has_mean_file())
      fileWarning(context, path) << "input '" << input.name << "': the mean image '"
                                 << input.transform->mean_file()
                                 << "' is not read; give its mean by --mean= and --std=";
    if (!why.empty())
      fileWarning(context, path) << "input '" << input.name << "': " << why;
    if (preprocess != nn::Preprocess())
      entry.setArgAttr(index, nn::preprocessAttr, nn::PreprocessAttr::get(context, preprocess));
  }
}

} // namespace qopt::caffe
