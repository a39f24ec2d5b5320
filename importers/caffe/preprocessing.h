// Turns what a data layer does to images into #nn.preprocess of the input.
#pragma once

#include "importers/caffe/graph/net.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt::caffe {

/// transform_param's mean_value and scale, and for three channels the order that Caffe reads
/// pictures in, BGR. Warns, at the file, of a mean_file, which is not read.
void statePreprocessing(const Net &net, mlir::func::FuncOp entry, const std::string &path);

} // namespace qopt::caffe
