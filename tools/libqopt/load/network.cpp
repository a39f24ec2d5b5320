#include "tools/libqopt/qopt_mlir.h"

#include "ir/values/keys.h"
#include "passes/quantize/policy/ranges.h"
#include "tools/libqopt/calibrator.h"
#include "tools/libqopt/diagnostics.h"
#include "tools/libqopt/load/bytecode_sum.h"
#include "tools/libqopt/memory.h"

using namespace mlir;
using qrt::Expected;
using qrt::Status;

namespace qopt {

struct Network::Parts {
  std::shared_ptr<MLIRContext> context; // clones share it, and the weights in it
  Module module;                        // goes first
  std::function<void(const std::string &)> take;
};

Network::Network(std::unique_ptr<Parts> parts) : parts(std::move(parts)) {}
Network::Network(Network &&) noexcept = default;
Network &Network::operator=(Network &&) noexcept = default;
Network::~Network() = default;

Expected<Network> Network::load(const std::string &path, const LoadOptions &options) {
  std::shared_ptr<MLIRContext> context = makeContext();
  auto module = loadModule(*context, path, options);
  if (!module)
    return module.status();
  return Network(std::make_unique<Parts>(Parts{std::move(context), std::move(*module), {}}));
}

Expected<Network> Network::parse(std::string_view bytes, Origin origin) {
  std::shared_ptr<MLIRContext> context = makeContext();
  auto module = parseModule(*context, bytes, origin);
  if (!module)
    return module.status();
  return Network(std::make_unique<Parts>(Parts{std::move(context), std::move(*module), {}}));
}

Network Network::clone() const {
  return Network(
      std::make_unique<Parts>(Parts{parts->context, (*parts->module).clone(), parts->take}));
}

void Network::onWarning(std::function<void(const std::string &)> take) {
  parts->take = std::move(take);
}

Status Network::runPasses(std::string_view pipeline) {
  ScopedDiagnosticHandler handler(parts->context.get(), [&](Diagnostic &diagnostic) {
    if (!parts->take)
      return failure(); // to standard error
    parts->take(renderDiagnostic(diagnostic));
    return success();
  });
  return qopt::runPasses(*parts->module, pipeline);
}

Status Network::calibrate(const Calibration &calibration) {
  mlir::func::FuncOp entry = nn::entryOf(*parts->module);
  if (!entry)
    return qrt::invalidArgument("the module has no entry");
  return orNoMemory("for its ranges", [&] {
    std::string reason = applyCalibration(entry, calibration);
    return reason.empty() ? Status() : qrt::invalidArgument(reason);
  });
}

Expected<Ports> Network::ports() const { return portsOf(*parts->module); }

Expected<std::unique_ptr<CompiledModel>> Network::compile(const std::string &device,
                                                          const CompileOptions &options) const {
  auto model = CompiledModel::compile(*parts->module, device, options);
  if (model)
    (*model)->owner = parts->context;
  return model;
}

Expected<std::shared_ptr<const qrt::Program>> Network::compile(const qrt::DeviceDescription &device,
                                                               const Tuning *tuning,
                                                               qrt::FloatOrder order) const {
  return qopt::compile(*parts->module, device, tuning, order);
}

std::string Network::text() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  (*parts->module)->print(stream);
  return text;
}

std::string Network::bytecode() const {
  std::string bytes;
  (void)writeSummed(*parts->module, "qopt", bytes); // fails for versions it was not asked for
  return bytes;
}

int64_t Network::weightBytes() const { return qopt::weightBytes(*parts->module); }
int64_t Network::multiplyAdds(int64_t batch) const {
  return qopt::multiplyAdds(*parts->module, batch);
}
std::string Network::hash() const { return moduleHash(*parts->module); }

Expected<std::unique_ptr<Calibrator>> Calibrator::create(const Network &network,
                                                         const std::string &device,
                                                         const CalibratorOptions &options) {
  auto calibrator = create(*network.parts->module, device, options);
  if (calibrator)
    (*calibrator)->owner = network.parts->context;
  return calibrator;
}

} // namespace qopt
