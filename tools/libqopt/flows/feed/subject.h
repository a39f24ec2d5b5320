// A network as flows hold it, and on a device.
#pragma once

#include "tools/libqopt/artifact.h"
#include "tools/libqopt/flows/layers/layer_names.h"
#include "tools/libqopt/flows/reports/reports.h"
#include "tools/libqopt/qopt_mlir.h"

namespace qopt::run {

/// Returns the ports' names, in their order.
std::vector<std::string> namesOf(llvm::ArrayRef<Port> ports);

/// Steps of a start and their seconds (OnStep).
using StartSteps = std::vector<std::pair<std::string, double>>;

/// A network in memory, and what messages call it.
struct Loaded {
  std::string path;
  std::shared_ptr<mlir::MLIRContext> context; // of all modules made of it
  Module module;                              // null: of a .qart file there is none
  std::vector<LoadOptions::Shape> bound = {}; // sizes that were open and are what is to be fed
  LayerNames layers = {};                     // of the network that it was made of by repairs
  std::shared_ptr<StartSteps> start = std::make_shared<StartSteps>(); // that were told so far
  std::shared_ptr<Reports> reports = std::make_shared<Reports>();     // of the flow that holds it

  /// Copies a network that a host holds into a context of its own, so that flows on several threads
  /// share nothing. `name` is what messages call it.
  static qrt::Expected<Loaded> copyOf(const Network &network, const std::string &name,
                                      std::shared_ptr<Reports> reports);
  /// A copy that messages call `name`.
  Loaded clone(const std::string &name) const;
  /// From now on what MLIR says of the modules goes to the reports.
  void listen() const;
};

/// The way a flow compiles, and the database of measured choices that somebody named: who names one
/// means it to be used, and is told where it says nothing of the device.
struct CompileSettings : CompileOptions {
  std::string tuningFile = {};
};

/// Warns where a database that somebody named says nothing of the device, though it takes kernels.
void warnOfTuning(Reports &reports, const CompileSettings &how,
                  const qrt::DeviceDescription &device);

/// A network on a device.
struct Subject : Loaded {
  std::string device;
  std::shared_ptr<CompiledModel> model;

  /// Applies `rewrite` to the module if given, and compiles. Every message names the network.
  using Rewrite = llvm::function_ref<qrt::Status(mlir::ModuleOp)>;
  static qrt::Expected<Subject> compile(Loaded loaded, const std::string &device, Rewrite rewrite,
                                        const CompileSettings &how);

  /// These are of the module, or of the program that ran.
  int64_t weightBytes() const;
  int64_t multiplyAdds(int64_t batch) const;
};

/// The status with `path` before its message, unless it begins so.
qrt::Status named(const qrt::Status &status, const std::string &path);
/// Keeps what it is told of a start.
OnStep noteIn(std::shared_ptr<StartSteps> start);

} // namespace qopt::run
