// Models on a device that the caller has opened, for hosts of several networks: models of one
// device share its threads, or its context on a card. Any number of them may run and be compiled at
// once.
#pragma once

#include "tools/libqopt/artifact.h"

namespace qopt {

/// Compiles as CompiledModel::compile does. The model keeps the device.
qrt::Expected<std::unique_ptr<CompiledModel>> compileOn(std::shared_ptr<qrt::Device> device,
                                                        mlir::ModuleOp module,
                                                        const CompileOptions &options = {});

/// Opens an artifact as ArtifactModel::open does. The model keeps the device.
qrt::Expected<std::unique_ptr<ArtifactModel>> openOn(std::shared_ptr<qrt::Device> device,
                                                     qrt::Artifact artifact,
                                                     const OpenOptions &options = {});

} // namespace qopt
