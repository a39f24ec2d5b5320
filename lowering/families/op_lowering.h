// An OpLowering tells how an operation's region turns into calls, and which layouts the operation
// prefers to read. A family's lower.cpp gives one for the operations that become its calls, in a
// function that the folder gives its name: `void addTopK(OpLowerings &)` of families/top_k.
#pragma once

#include "lowering/build/program_builder.h"

namespace qopt {

/// These are chosen before an operation says how it prefers to read: the layout that its result is
/// wished in (null: no one cares), and its call as its kernel would read its input (null: as it
/// stands).
struct Chosen {
  const Layout *result = nullptr;
  const qrt::Call *call = nullptr;
};

/// wishAsResult() prefers the result's layout for operands of its rank, noWish() none.
std::optional<Layout> wishAsResult(mlir::Operation *, unsigned index, const Chosen &);
std::optional<Layout> noWish(mlir::Operation *, unsigned index, const Chosen &);

struct OpLowering {
  /// Appends the region's calls. Fails after a diagnostic naming the layer.
  mlir::LogicalResult (*lower)(ProgramBuilder &builder, const Region &region);
  /// The layout that operand `index` is best read in; none where any will do.
  std::optional<Layout> (*wish)(mlir::Operation *op, unsigned index,
                                const Chosen &chosen) = wishAsResult;
  /// Its call before any buffer stands, for a kernel that has a say in layouts; null: none has.
  qrt::Call (*draft)(mlir::Operation *op) = nullptr;
  /// Returns whether every dimension of its result is a coordinate that its epilogue may read by;
  /// null: what the epilogue reads follows the result's shape or its channels.
  bool (*hasAllCoordinates)(mlir::Operation *op) = nullptr;
  /// Returns whether its region may write its result as a part of a concatenation; null: never.
  bool (*writesPart)(const Region &region, const JoinedPart &part) = nullptr;
  /// Its call reads f16 and bf16 where the operation reads f32, widened as they are loaded.
  bool widens = false;
};

/// All families add their operations here. An operation has one family.
class OpLowerings {
public:
  template <typename... Ops> void add(const OpLowering &lowering) {
    (insert(mlir::TypeID::get<Ops>(), lowering), ...);
  }
  /// Adds a lowering of operations that none is added for by its type.
  void addWhere(bool (*holds)(mlir::Operation *), const OpLowering &lowering) {
    predicates.push_back({holds, lowering});
  }
  const OpLowering *of(mlir::Operation *op) const;

private:
  void insert(mlir::TypeID op, const OpLowering &lowering);

  llvm::DenseMap<mlir::TypeID, OpLowering> types;
  std::vector<std::pair<bool (*)(mlir::Operation *), OpLowering>> predicates;
};

/// Calls every family's function (generated of the folders).
void addFamilies(OpLowerings &lowerings);

/// Null where `op` cannot be compiled.
const OpLowering *loweringOf(mlir::Operation *op);

} // namespace qopt
