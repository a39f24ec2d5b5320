// The table of converters, one for each operator.
#pragma once

#include "importers/onnx/graph/binder.h"

namespace qopt::onnx {

/// Reads one node through the binder and binds its results.
using Converter = void(Binder &);

/// The domain of ONNX Runtime's own operators.
inline constexpr llvm::StringLiteral microsoft = "com.microsoft";

struct OpEntry {
  llvm::StringLiteral name;
  Converter *convert;
  /// The oldest opset whose form it reads. Attributes that it does not know are refused anyway:
  /// this is for what changed its meaning alone.
  int64_t since = 1;
  /// Empty: ONNX's own. The same name in two domains is two operators.
  llvm::StringLiteral domain = "";
};

/// Null for operators that are not supported, or not in so old a form.
Converter *findConverter(const proto::NodeProto &node, int64_t opset);
/// Tells whether an operator's converter makes nothing of its inputs' lengths but operations, each
/// of which says what becomes of their rows. Other converters may read sizes as numbers.
bool readsRows(const proto::NodeProto &node);
/// "Conv", or "com.microsoft.QLinearAdd" outside the default domain.
std::string operatorName(const proto::NodeProto &node);
std::string operatorName(llvm::StringRef domain, llvm::StringRef name);

// One list for each family's file.
llvm::ArrayRef<OpEntry> convOps();
llvm::ArrayRef<OpEntry> matmulOps();
llvm::ArrayRef<OpEntry> matMulNBitsOps();
llvm::ArrayRef<OpEntry> poolOps();
llvm::ArrayRef<OpEntry> patchOps();
llvm::ArrayRef<OpEntry> resizeOps();
llvm::ArrayRef<OpEntry> sampleOps();
llvm::ArrayRef<OpEntry> signalOps();
llvm::ArrayRef<OpEntry> spectrumOps();
llvm::ArrayRef<OpEntry> unpoolOps();
llvm::ArrayRef<OpEntry> elementwiseOps();
llvm::ArrayRef<OpEntry> logicOps();
llvm::ArrayRef<OpEntry> reductionOps();
llvm::ArrayRef<OpEntry> shapeOps();
llvm::ArrayRef<OpEntry> boxOps();
llvm::ArrayRef<OpEntry> padOps();
llvm::ArrayRef<OpEntry> moveOps();
llvm::ArrayRef<OpEntry> generateOps();
llvm::ArrayRef<OpEntry> scatterOps();
llvm::ArrayRef<OpEntry> shapeComputeOps();
llvm::ArrayRef<OpEntry> quantizeOps();
llvm::ArrayRef<OpEntry> fakeQuantizeOps();
llvm::ArrayRef<OpEntry> qlinearOps();
llvm::ArrayRef<OpEntry> qlinearProductOps();
llvm::ArrayRef<OpEntry> normOps();
llvm::ArrayRef<OpEntry> microsoftOps();
llvm::ArrayRef<OpEntry> einsumOps();
llvm::ArrayRef<OpEntry> attentionOps();
llvm::ArrayRef<OpEntry> microsoftAttentionOps();
llvm::ArrayRef<OpEntry> rotaryOps();
llvm::ArrayRef<OpEntry> causalConvOps();
llvm::ArrayRef<OpEntry> lossOps();
llvm::ArrayRef<OpEntry> recurrentOps();
llvm::ArrayRef<OpEntry> selectOps();

} // namespace qopt::onnx
