// --emit: what a module compiles to, for people and for tests of lowering; models in other
// formats; drawings.
#include "tools/qopt/actions.h"

#include "runtime/core/driver.h"
#include "runtime/format/program.h"
#include "tools/io/file.h"
#include "tools/libqopt/report/drawing/svg.h"
#include "tools/libqopt/tuning.h"
#include "tools/qopt/described_device.h"

#include "llvm/Support/Path.h"

namespace qopt::tool {

static void writeKernels(const qrt::Program &program, llvm::raw_ostream &stream) {
  for (const qrt::KernelSource &kernel : program.kernels)
    stream << "// ---- kernel " << kernel.entry << " ----\n" << kernel.source << "\n";
}

static qrt::Expected<qrt::DeviceDescription> descriptionOf(const ProgramOptions &options) {
  if (!options.described.empty())
    return readDescribedDevice(options.described);
  auto opened = qrt::openDevice(options.device);
  if (!opened)
    return opened.status();
  return (*opened)->description();
}

static qrt::Status writeTo(const std::string &path,
                           llvm::function_ref<void(llvm::raw_ostream &)> write) {
  return path.empty() || path == "-" ? io::writeStdout(write) : io::writeFile(path, write);
}

qrt::Status writeProgram(mlir::ModuleOp module, const ProgramOptions &options, Emitted what,
                         const std::string &path) {
  auto description = descriptionOf(options);
  if (!description)
    return description.status();
  if (what == Emitted::Kernels && !description->takesKernels)
    return qrt::invalidArgument("error: --emit=kernels: device '" + options.device +
                                "' runs calls as they stand; see --emit=program");
  std::shared_ptr<const Tuning> tuning;
  if (!options.tuning.empty()) {
    auto read = readTuning(options.tuning);
    if (!read)
      return read.status();
    tuning = std::move(*read);
  }
  auto program =
      compile(module, allowing(*description, options.libraries), tuning.get(), options.order);
  if (!program)
    return program.status();
  auto write = [&](llvm::raw_ostream &stream) {
    if (what == Emitted::Kernels)
      writeKernels(**program, stream);
    else
      stream << qrt::describe(**program);
  };
  return writeTo(path, write);
}

static qrt::Status writeChecked(qrt::Expected<WrittenModel> model, const std::string &source,
                                const std::string &path) {
  if (!model)
    return {model.status().code(), source + ": error: " + model.status().message()};
  auto write = [&](llvm::raw_ostream &stream) { stream << model->bytes; };
  if (path == "-") { // what is poured out cannot be taken back
    qrt::Status status = model->check(model->bytes);
    return status.ok() ? io::writeStdout(write) : status;
  }
  auto check = [&](llvm::StringRef bytes) {
    model->bytes = {};
    return model->check(bytes);
  };
  return io::writeCheckedFile(path, write, check);
}

qrt::Status writeOnnx(mlir::ModuleOp module, bool pairs, const std::string &source,
                      const std::string &path) {
  return writeChecked(exportOnnx(module, pairs, QOPT_VERSION), source, path);
}

qrt::Status writeTflite(mlir::ModuleOp module, const std::string &source, const std::string &path) {
  return writeChecked(exportTflite(module, QOPT_VERSION), source, path);
}

qrt::Status writeDrawing(mlir::ModuleOp module, Drawn what, const std::string &source,
                         const std::string &path) {
  const drawing::DrawnNetwork network = drawing::drawnNetwork(module);
  const std::string title = source == "-" ? "network" : llvm::sys::path::filename(source).str();
  return writeTo(path, [&](llvm::raw_ostream &stream) {
    what == Drawn::Svg ? drawing::writeSvg(stream, network, title)
                       : drawing::writeDot(stream, network, title);
  });
}

} // namespace qopt::tool
