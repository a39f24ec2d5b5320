// Notes the memory of a large batch before it is asked for.
#pragma once

#include "tools/qrun/feed/model.h"

namespace qopt::run {

/// "note: net.onnx on host: a run of batch 65,536 takes 12.3 GiB, and its inputs 3.0 GiB more", of
/// more than a GiB; else "".
std::string noteOfMemory(const std::string &model, int64_t batch, int64_t runBytes,
                         int64_t inputBytes);
std::string noteOfMemory(const Subject &subject, int64_t batch);

} // namespace qopt::run
