#include "importers/tflite/file/damage.h"

#include "importers/tflite/file/schema.h"

#include "llvm/ADT/Twine.h"

namespace qopt::tflite {

using flatbuffers::Verifier;

namespace {

// Goes down the tables in the order of the schema; each is checked before it is read.
class DamageFinder {
public:
  explicit DamageFinder(llvm::StringRef bytes)
      : bytes(bytes), verifier(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()) {}

  std::string find() {
    constexpr size_t headerBytes = 8; // the root's offset and the identifier
    if (bytes.size() < headerBytes)
      return "its header";
    const auto *root = flatbuffers::GetRoot<flatbuffers::Table>(bytes.data());
    if (!holds(root))
      return "its root table";
    const auto *model = flatbuffers::GetRoot<schema::Model>(bytes.data());
    if (!isList(root, schema::Model::VT_OPERATOR_CODES) ||
        !isList(root, schema::Model::VT_SUBGRAPHS) || !isList(root, schema::Model::VT_BUFFERS))
      return "its lists of operator codes, subgraphs and buffers";
    std::string place = findIn(model->operator_codes(), "operator code", "");
    if (place.empty())
      place = findInSubgraphs(*model);
    return place.empty() ? findIn(model->buffers(), "buffer", "") : place;
  }

private:
  // Returns whether the table's own list of fields lies within the file.
  bool holds(const flatbuffers::Table *table) { return table->VerifyTableStart(verifier); }
  bool isList(const flatbuffers::Table *table, flatbuffers::voffset_t field) {
    if (!table->VerifyOffset(verifier, field))
      return false;
    const auto *list =
        table->GetPointer<const flatbuffers::Vector<flatbuffers::Offset<void>> *>(field);
    return !list || verifier.VerifyVector(list);
  }

  template <typename Table>
  std::string findIn(const flatbuffers::Vector<flatbuffers::Offset<Table>> *list,
                     llvm::StringRef kind, const std::string &of) {
    for (flatbuffers::uoffset_t i = 0; list && i < list->size(); ++i)
      if (!list->Get(i)->Verify(verifier))
        return (kind + " " + std::to_string(i) + of).str();
    return "";
  }

  std::string findInSubgraphs(const schema::Model &model) {
    for (flatbuffers::uoffset_t i = 0; model.subgraphs() && i < model.subgraphs()->size(); ++i) {
      const schema::SubGraph *graph = model.subgraphs()->Get(i);
      const auto *table = reinterpret_cast<const flatbuffers::Table *>(graph);
      const std::string of = " of subgraph " + std::to_string(i);
      if (!holds(table) || !isList(table, schema::SubGraph::VT_TENSORS) ||
          !isList(table, schema::SubGraph::VT_OPERATORS))
        return "subgraph " + std::to_string(i);
      std::string place = findIn(graph->tensors(), "tensor", of);
      if (place.empty())
        place = findIn(graph->operators(), "operator", of);
      if (place.empty() && !graph->Verify(verifier))
        place = "subgraph " + std::to_string(i);
      if (!place.empty())
        return place;
    }
    return "";
  }

  llvm::StringRef bytes;
  Verifier verifier;
};

} // namespace

std::string damagedPlace(llvm::StringRef bytes) { return DamageFinder(bytes).find(); }

} // namespace qopt::tflite
