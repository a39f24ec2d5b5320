#include "ir/bytecode_version.h"

using namespace mlir;

namespace qopt::nn {
namespace {

class VersionedBytecode : public BytecodeDialectInterface {
public:
  explicit VersionedBytecode(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  // A writer may be asked for another version's number.
  void writeVersion(DialectBytecodeWriter &writer) const override {
    FailureOr<const DialectVersion *> asked = writer.getDialectVersion<NNDialect>();
    writer.writeVarInt(succeeded(asked) ? static_cast<const BytecodeVersion *>(*asked)->number
                                        : bytecodeVersion);
  }

  std::unique_ptr<DialectVersion> readVersion(DialectBytecodeReader &reader) const override {
    uint64_t number = 0;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number > bytecodeVersion) {
      reader.emitError() << "made by a newer qopt: its operations are of version " << number
                         << ", and version " << bytecodeVersion << " is read here";
      return nullptr;
    }
    return std::make_unique<BytecodeVersion>(number);
  }
};

} // namespace

void addBytecodeVersion(NNDialect &dialect) { dialect.addInterfaces<VersionedBytecode>(); }

} // namespace qopt::nn
