// A network that is rounded layer after layer, and the float one beside it, stage by stage.
#pragma once

#include "tools/libqopt/qopt_mlir.h"
#include "tools/libqopt/repair/stages.h"

#include "mlir/IR/IRMapping.h"

namespace qopt {

/// The part of a network between some values and others that follow from them, compiled.
class NetworkPart {
public:
  static qrt::Expected<std::unique_ptr<NetworkPart>>
  compile(mlir::func::FuncOp entry, llvm::ArrayRef<mlir::Value> known,
          llvm::ArrayRef<mlir::Value> wanted, const std::string &device,
          const CompileOptions &options);
  /// Returns the wanted values that follow from the known ones.
  qrt::Expected<std::vector<qrt::Tensor>> run(llvm::ArrayRef<qrt::Tensor> known) const;
  /// The largest batch, at most `wanted`, whose run keeps within `bytes`.
  int64_t batchWithin(int64_t bytes, int64_t wanted) const;

private:
  std::vector<size_t> inputs; // those of the known values that it reads
  /// For each wanted value: which of the known ones it is, or none.
  std::vector<std::optional<size_t>> isKnown;
  std::unique_ptr<CompiledModel> model; // null where all are known
};

/// For one batch, what the layers of a stage are to answer for and what they read.
struct PairedInputs {
  std::vector<qrt::Tensor> wanted, read;
  /// The wanted sum less what is made of the value that a layer's result is added to; no elements
  /// where there is none.
  std::vector<qrt::Tensor> lacks = {};
};

class PairedRuns {
public:
  /// `module` will have its layers rounded, stage by stage; how it is now is what is wanted.
  PairedRuns(mlir::ModuleOp module, std::string device, CompileOptions options, int64_t samples);

  /// Makes ready for a stage; the layers of those before are rounded.
  qrt::Status begin(const Stage &stage);
  /// Tells whether begin() left nothing at hand to start from but the network's inputs.
  bool readsSamples() const { return kept.empty(); }
  /// The largest batch, at most `wanted`, whose runs keep within `bytes`.
  int64_t batchWithin(int64_t bytes, int64_t wanted) const {
    return std::min(read->batchWithin(bytes, wanted), this->wanted->batchWithin(bytes, wanted));
  }
  /// One batch of the network's inputs, where samples are read.
  qrt::Expected<PairedInputs> run(const Calibrator::Batch &batch, int64_t rows);
  /// The same of all batches at hand.
  using Visit = llvm::function_ref<qrt::Status(const PairedInputs &inputs, int64_t samples,
                                               int64_t first, int64_t rows)>;
  qrt::Status replay(Visit visit);

private:
  /// Values at hand of a batch, in both networks.
  struct Kept {
    PairedInputs values;
    int64_t samples, rows;
  };
  qrt::Expected<PairedInputs> step(const PairedInputs &from);
  int64_t bytesOfAll(llvm::ArrayRef<mlir::Value> values) const;
  void keep(PairedInputs values, int64_t samples, int64_t rows);
  PairedInputs inputsOf(const PairedInputs &values) const;

  mlir::ModuleOp module;
  Module floats;
  mlir::IRMapping toFloats;
  std::string device;
  CompileOptions options;
  int64_t samples;
  std::vector<mlir::Value> known, next; // of `module`: at hand, and after this stage
  std::vector<size_t> places;           // among `next` of what each of the stage's layers reads
  std::vector<std::optional<size_t>> besides; // and of what its result is added to
  std::unique_ptr<NetworkPart> wanted, read;  // parts of both networks
  bool keepsNext = false;
  std::vector<Kept> kept, keptNext;
};

} // namespace qopt
