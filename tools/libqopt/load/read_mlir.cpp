#include "tools/libqopt/load/read_mlir.h"

#include "ir/ops.h"
#include "ir/ops/quantize/upstream_casts.h"
#include "tools/libqopt/diagnostics.h"
#include "tools/libqopt/load/bytecode_sum.h"
#include "tools/libqopt/load/child_process.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SourceMgr.h"

#include <cstring>

using namespace mlir;
using qrt::Expected;
using qrt::Status;
using qrt::StatusCode;

namespace qopt {

using Buffer = std::unique_ptr<llvm::MemoryBuffer>;

static Buffer alignedCopy(llvm::MemoryBufferRef source) {
  auto copy = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      source.getBufferSize(), source.getBufferIdentifier(), bytecodeAlignment);
  llvm::copy(source.getBuffer(), copy->getBufferStart());
  return copy;
}

/// The child enters this phase before it verifies.
static constexpr char verifying = 'v';

/// Upstream's reader of text forgets the alignment of a resource without bytes, and its reader of
/// bytecode refuses one of alignment 0.
static void alignEmptyConstants(ModuleOp module) {
  auto &manager =
      DenseResourceElementsHandle::getManagerInterface(module.getContext()).getBlobManager();
  module.walk([&](nn::ConstantOp constant) {
    auto resource = dyn_cast_or_null<DenseResourceElementsAttr>(constant->getAttr("value"));
    AsmResourceBlob *blob = resource ? resource.getRawHandle().getBlob() : nullptr;
    if (blob && blob->getData().empty() && blob->getDataAlignment() == 0)
      manager.update(resource.getRawHandle().getKey(),
                     HeapAsmResourceBlob::allocateAndCopyWithAlign(ArrayRef<char>(), 64));
  });
}

static Module parse(MLIRContext &context, std::shared_ptr<llvm::SourceMgr> sources) {
  Module module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context, /*verifyAfterParse=*/false));
  if (module)
    alignEmptyConstants(*module);
  return module;
}

/// Upstream's bytecode makes quantized types unchecked; asking some for their
/// width, or printing them, crashes.
static LogicalResult checkType(quant::QuantizedType type,
                               llvm::function_ref<InFlightDiagnostic()> emit) {
  unsigned flags = type.getFlags();
  Type storage = type.getStorageType(), expressed = type.getExpressedType();
  int64_t min = type.getStorageTypeMin(), max = type.getStorageTypeMax();
  return llvm::TypeSwitch<quant::QuantizedType, LogicalResult>(type)
      .Case([&](quant::UniformQuantizedType one) {
        return one.verifyInvariants(emit, flags, storage, expressed, one.getScale(),
                                    one.getZeroPoint(), min, max);
      })
      .Case([&](quant::UniformQuantizedPerAxisType one) {
        return one.verifyInvariants(emit, flags, storage, expressed, one.getScales(),
                                    one.getZeroPoints(), one.getQuantizedDimension(), min, max);
      })
      .Case([&](quant::UniformQuantizedSubChannelType one) {
        return one.verifyInvariants(emit, flags, storage, expressed, one.getScales(),
                                    one.getZeroPoints(), one.getQuantizedDimensions(),
                                    one.getBlockSizes(), min, max);
      })
      .Case([&](quant::CalibratedQuantizedType one) {
        return one.verifyInvariants(emit, expressed, one.getMin(), one.getMax());
      })
      .Default([&](quant::QuantizedType one) {
        return one.verifyInvariants(emit, flags, storage, expressed, min, max);
      });
}

static LogicalResult checkTypes(ModuleOp module) {
  AttrTypeWalker walker; // remembers what it saw
  walker.addWalk([&](quant::QuantizedType type) {
    auto emit = [&] { return module.emitError("a quantized type is damaged: "); };
    return failed(checkType(type, emit)) ? WalkResult::interrupt() : WalkResult::advance();
  });
  auto isSound = [&](auto part) { return !walker.walk(part).wasInterrupted(); };
  WalkResult result = module.walk([&](Operation *op) {
    bool sound = isSound(op->getAttrDictionary()) && llvm::all_of(op->getResultTypes(), isSound);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        sound = sound && llvm::all_of(block.getArgumentTypes(), isSound);
    return sound ? WalkResult::advance() : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// The child's work: reads and verifies in a context like the host's. Its answer
/// is the module as bytecode where the source is text, or what is wrong. Nothing
/// is taken down: the process ends.
static int proveSource(ChildAnswer &answer, MLIRContext &host,
                       std::shared_ptr<llvm::SourceMgr> sources, bool isText) {
  auto *context = new MLIRContext(host.getDialectRegistry(), MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  context->allowUnregisteredDialects(host.allowsUnregisteredDialects());
  context->printOpOnDiagnostic(host.shouldPrintOpOnDiagnostic());
  auto *errors = new ErrorCollector(context);
  ModuleOp module = parse(*context, std::move(sources)).release();
  bool sound = module && succeeded(checkTypes(module));
  if (module)
    answer.enter(verifying);
  if (!sound || failed(verify(module)) ||
      (isText && failed(writeBytecodeToFile(module, answer.stream)))) {
    answer.stream << errors->status(StatusCode::InvalidArgument, "not to be read").message();
    return 1;
  }
  return 0;
}

/// Returns the error with this file's name before it. Without one, places in bytecode would tell
/// another file's name.
static Status refused(const std::string &name, const std::string &why) {
  bool isNamed = llvm::StringRef(why).starts_with(name);
  return qrt::invalidArgument(isNamed ? why : name + ": " + why);
}

/// A sound file of this size needs no more; a fraction of it in practice.
static ChildLimits limitsFor(uint64_t fileBytes) {
  return {(uint64_t(1) << 30) + 24 * fileBytes, unsigned(2 + (fileBytes >> 20))};
}

/// The remedy behind the reader's words, for bytecode that is cut off or changed.
static constexpr char getAnew[] = "; get the file anew, or make it again from the model";

static Status damaged(const std::string &name, const ChildResult &result,
                      const ChildLimits &limits) {
  std::string when = result.phase == verifying ? "verified" : "read";
  switch (result.end) {
  case ChildResult::OutOfMemory:
    return qrt::invalidArgument(
        name + ": error: the file is damaged: being " + when + ", it asks for more than the " +
        std::to_string(limits.bytes >> 20) + " MiB that one of its size may need" + getAnew);
  case ChildResult::OutOfTime:
    return qrt::invalidArgument(name + ": error: the file is damaged: it cannot be " + when +
                                " in " + std::to_string(limits.seconds) + " s" + getAnew);
  case ChildResult::NotStarted:
    return {StatusCode::Io, name + ": error: no child process can be had to read it in: " +
                                std::strerror(result.code) +
                                "; free processes or memory, or say that the origin is trusted"};
  case ChildResult::Crashed:
  case ChildResult::Finished: break;
  }
  return qrt::invalidArgument(name + ": error: the file is damaged: being " + when +
                              ", it crashes MLIR (signal " + std::to_string(result.code) + ")" +
                              getAnew);
}

/// The child would not know a dialect that was loaded past the registry.
static Status checkDialects(MLIRContext &context, const std::string &name) {
  for (Dialect *dialect : context.getLoadedDialects())
    if (!context.getDialectRegistry().getDialectAllocator(dialect->getNamespace()) &&
        dialect->getNamespace() != BuiltinDialect::getDialectNamespace())
      return qrt::invalidArgument(name + ": error: dialect '" + dialect->getNamespace().str() +
                                  "' is loaded but not in the context's registry, from which a "
                                  "file's reader makes its own; append it there");
  return {};
}

/// Bytes that were read and verified once: the source's own if they are
/// bytecode, or the module that the text says.
static Expected<Buffer> prove(MLIRContext &context, Buffer buffer, const std::string &name) {
  if (Status status = checkDialects(context, name); !status.ok())
    return status;
  bool isText = !isBytecode(*buffer);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(*buffer, isText), llvm::SMLoc());
  ChildLimits limits = limitsFor(buffer->getBufferSize());
  ChildResult result = runInChild(
      [&](ChildAnswer &answer) { return proveSource(answer, context, sources, isText); }, limits);
  if (result.end != ChildResult::Finished)
    return damaged(name, result, limits);
  if (result.code != 0) {
    const std::string why = result.answer->getBuffer().str();
    const bool isDamaged = !isText && result.phase != verifying;
    return refused(name, isDamaged ? why + "; the file is damaged" + getAnew : why);
  }
  return isText ? std::move(result.answer) : std::move(buffer);
}

Expected<Module> readMlir(MLIRContext &context, Buffer buffer, const std::string &name,
                          Origin origin) {
  // Whoever made it: damage may leave a sound module, of another network.
  if (isBytecode(*buffer) && !isAsWritten(buffer->getBuffer()))
    return qrt::invalidArgument(name +
                                ": error: its bytes are not those that were written: they have "
                                "another sum; the file is damaged" +
                                getAnew);
  if (isBytecode(*buffer) && !llvm::isAddrAligned(bytecodeAlignment, buffer->getBufferStart()))
    buffer = alignedCopy(*buffer);
  if (origin == Origin::Unknown) {
    auto proven = prove(context, std::move(buffer), name);
    if (!proven)
      return proven.status();
    buffer = std::move(*proven);
  }
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  ErrorCollector errors(&context);
  Module module = parse(context, sources);
  if (module && succeeded(verify(*module)) && succeeded(nn::convertUpstreamCasts(*module)))
    return module;
  return refused(name,
                 errors.status(StatusCode::InvalidArgument, "cannot be read as MLIR").message());
}

} // namespace qopt
