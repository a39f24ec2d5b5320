#include "test/fuzz/graphdef/checkpoint_seed.h"

#include "llvm/Support/Endian.h"

namespace qopt::test {

namespace proto = graphdef::proto;

static void addNumber(std::string &bytes, uint64_t value) { // a varint
  for (; value >= 0x80; value >>= 7)
    bytes += char(value | 0x80);
  bytes += char(value);
}

static void addWord(std::string &bytes, uint32_t value) {
  for (int i = 0; i < 4; ++i)
    bytes += char(value >> (8 * i));
}

static void addEntry(std::string &block, const std::string &key, const std::string &value) {
  addNumber(block, 0); // shares nothing with the key before
  addNumber(block, key.size());
  addNumber(block, value.size());
  block += key + value;
}

// A block with one whole key, behind it how it is compressed and a checksum; where it lies.
static std::string addBlock(std::string &table, std::string block) {
  addWord(block, 0);
  addWord(block, 1);
  std::string handle;
  addNumber(handle, table.size());
  addNumber(handle, block.size());
  table += block + std::string(5, '\0');
  return handle;
}

static std::string indexOf(const std::string &key, const std::string &entry) {
  proto::BundleHeaderProto header;
  header.set_num_shards(1);
  std::string table, block, index;
  addEntry(block, "", header.SerializeAsString());
  addEntry(block, key, entry);
  addEntry(index, key, addBlock(table, block));
  std::string footer = addBlock(table, "");
  footer += addBlock(table, index);
  footer.resize(40);
  table += footer;
  addWord(table, 0x8b80fb57u);
  addWord(table, 0xdb477524u);
  return table;
}

CheckpointSeed checkpointSeed() {
  CheckpointSeed seed;
  proto::BundleEntryProto entry;
  entry.set_dtype(proto::DT_FLOAT);
  entry.mutable_shape()->add_dim()->set_size(3);
  entry.set_size(12);
  seed.index = indexOf("v", entry.SerializeAsString());
  seed.data.assign(12, '\x3f');
  auto add = [&](const char *name, const char *op) -> proto::NodeDef & {
    proto::NodeDef &node = *seed.graph.add_node();
    node.set_name(name);
    node.set_op(op);
    return node;
  };
  add("v", "VariableV2");
  proto::NodeDef &x = add("x", "Placeholder");
  (*x.mutable_attr())["dtype"].set_type(proto::DT_FLOAT);
  (*x.mutable_attr())["shape"].mutable_shape()->add_dim()->set_size(3);
  proto::NodeDef &y = add("y", "AddV2");
  y.add_input("x");
  y.add_input("v");
  return seed;
}

} // namespace qopt::test
