#include "importers/caffe/preprocessing.h"

#include "importers/common/import.h"
#include "ir/dialect.h"
#include "ir/values/keys.h"

#include <cmath>

using namespace mlir;

namespace qopt::caffe {

static bool fits(ArrayRef<double> mean, double deviation, Type argument) {
  auto type = cast<RankedTensorType>(argument);
  bool isFinite = llvm::all_of(mean, [](double m) { return std::isfinite(m); }) &&
                  std::isfinite(deviation) && deviation > 0;
  return isFinite &&
         (mean.size() == 1 || (type.getRank() >= 2 && type.getDimSize(1) == int64_t(mean.size())));
}

void statePreprocessing(const Net &net, func::FuncOp entry, const std::string &path) {
  std::vector<std::string> names = nn::inputNames(entry);
  for (const NetInput &input : net.netInputs()) {
    auto at = llvm::find(names, input.name);
    if (!input.transform || at == names.end())
      continue;
    const proto::TransformationParameter &transform = *input.transform;
    if (transform.has_mean_file())
      fileWarning(entry.getContext(), path)
          << "input '" << input.name << "': the mean image '" << transform.mean_file()
          << "' is not read; give its mean by --mean= and --std=";
    if (transform.mean_value_size() == 0 && transform.scale() == 1)
      continue;
    SmallVector<double> mean(transform.mean_value().begin(), transform.mean_value().end());
    if (mean.empty())
      mean.push_back(0);
    double deviation = 1 / double(transform.scale());
    unsigned index = unsigned(at - names.begin());
    if (!fits(mean, deviation, entry.getArgumentTypes()[index])) {
      fileWarning(entry.getContext(), path) << "input '" << input.name
                                            << "': transform_param's mean_value or scale does not "
                                               "fit its channels and is left out";
      continue;
    }
    MLIRContext *context = entry.getContext();
    SmallVector<double> deviations(mean.size(), deviation);
    entry.setArgAttr(index, nn::preprocessAttr,
                     nn::PreprocessAttr::get(context, DenseF64ArrayAttr::get(context, mean),
                                             DenseF64ArrayAttr::get(context, deviations)));
  }
}

} // namespace qopt::caffe
