#include "test/fuzz/proto_mutations.h"

#include <cmath>
#include <limits>

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

namespace qopt::test {

namespace {
/// The bytes that are damaged, and words that their format knows.
struct Damaged {
  const Message &model;
  std::span<const char *const> words;
};
} // namespace

// ---- values ----

static int64_t extremeInteger(Random &random, int64_t old) {
  constexpr int64_t lowest = std::numeric_limits<int64_t>::min();
  const int64_t choices[] = {0,         1,         -1,           2,         3,
                             7,         old + 1,   old - 1,      -old,      old * 2,
                             lowest,    ~lowest,   1LL << 31,    1LL << 32, (1LL << 31) - 1,
                             1LL << 40, 1LL << 62, -(1LL << 31), 64,        int64_t(random())};
  return pick(random, choices);
}

static double extremeReal(Random &random, double old) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double choices[] = {0,    -0.0,  1,     -1,    infinity, -infinity, NAN,
                            1e38, -1e38, 1e-40, 1e-30, old * 2,  -old,      old + 1};
  return pick(random, choices);
}

static void collectStrings(const Message &message, std::vector<std::string> &strings) {
  const Reflection &r = *message.GetReflection();
  std::vector<const FieldDescriptor *> fields;
  r.ListFields(message, &fields);
  for (const FieldDescriptor *field : fields) {
    int count = field->is_repeated() ? r.FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE)
        collectStrings(field->is_repeated() ? r.GetRepeatedMessage(message, field, i)
                                            : r.GetMessage(message, field),
                       strings);
      else if (field->type() == FieldDescriptor::TYPE_STRING)
        strings.push_back(field->is_repeated() ? r.GetRepeatedString(message, field, i)
                                               : r.GetString(message, field));
    }
  }
}

// Names mostly become other names of the model, so that edges are rewired.
static std::string otherString(Random &random, const std::string &old, const Damaged &damaged) {
  std::vector<std::string> known;
  collectStrings(damaged.model, known);
  switch (below(random, 8)) {
  case 0: return "";
  case 1: return old + std::string(1, char(random()));
  case 2: return damaged.words[below(random, damaged.words.size())];
  case 3: return std::string("\xff\x00\n'\"", 5);
  default: return known.empty() ? old : known[below(random, known.size())];
  }
}

static std::string otherBytes(Random &random, std::string bytes) {
  switch (below(random, 4)) {
  case 0: bytes.resize(below(random, bytes.size() + 1)); break;
  case 1: bytes.append(1 + below(random, 16), char(random())); break;
  case 2: bytes.clear(); break;
  default:
    if (!bytes.empty())
      bytes[below(random, bytes.size())] = char(random());
  }
  return bytes;
}

// ---- fields ----

static void changeScalar(Message &message, const FieldDescriptor *field, int index, Random &random,
                         const Damaged &damaged) {
  const Reflection &r = *message.GetReflection();
  bool many = field->is_repeated();
#define QOPT_CHANGE(TYPE, MAKE)                                                                    \
  if (many)                                                                                        \
    r.SetRepeated##TYPE(&message, field, index,                                                    \
                        MAKE(random, r.GetRepeated##TYPE(message, field, index)));                 \
  else                                                                                             \
    r.Set##TYPE(&message, field, MAKE(random, r.Get##TYPE(message, field)));                       \
  break
  auto integer = [](Random &random, uint64_t old) {
    return uint64_t(extremeInteger(random, int64_t(old % (uint64_t(1) << 40))));
  };
  auto opposite = [](Random &, bool old) { return !old; };
  auto enumValue = [](Random &random, int) { return int(below(random, 16)); };
  auto string = [&](Random &random, const std::string &old) {
    return field->type() == FieldDescriptor::TYPE_BYTES ? otherBytes(random, old)
                                                        : otherString(random, old, damaged);
  };
  switch (int(field->cpp_type())) { // Protobuf's list, of which these matter
  case FieldDescriptor::CPPTYPE_INT64: QOPT_CHANGE(Int64, integer);
  case FieldDescriptor::CPPTYPE_UINT64: QOPT_CHANGE(UInt64, integer);
  case FieldDescriptor::CPPTYPE_INT32: QOPT_CHANGE(Int32, integer);
  case FieldDescriptor::CPPTYPE_FLOAT: QOPT_CHANGE(Float, extremeReal);
  case FieldDescriptor::CPPTYPE_DOUBLE: QOPT_CHANGE(Double, extremeReal);
  case FieldDescriptor::CPPTYPE_ENUM: QOPT_CHANGE(EnumValue, enumValue);
  case FieldDescriptor::CPPTYPE_BOOL: QOPT_CHANGE(Bool, opposite);
  case FieldDescriptor::CPPTYPE_STRING: QOPT_CHANGE(String, string);
  default: break;
  }
#undef QOPT_CHANGE
}

static void appendScalar(Message &message, const FieldDescriptor *field, Random &random) {
  const Reflection &r = *message.GetReflection();
  switch (int(field->cpp_type())) { // Protobuf's list, of which these matter
  case FieldDescriptor::CPPTYPE_INT64:
    return r.AddInt64(&message, field, extremeInteger(random, 1));
  case FieldDescriptor::CPPTYPE_INT32: return r.AddInt32(&message, field, int32_t(random()));
  case FieldDescriptor::CPPTYPE_FLOAT: return r.AddFloat(&message, field, 1.0f);
  case FieldDescriptor::CPPTYPE_STRING: return r.AddString(&message, field, "x");
  default: return;
  }
}

static void changeRepeated(Message &message, const FieldDescriptor *field, Random &random,
                           const Damaged &damaged) {
  const Reflection &r = *message.GetReflection();
  int count = r.FieldSize(message, field);
  bool isMessage = field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
  int one = int(below(random, count)), other = int(below(random, count));
  switch (below(random, 5)) {
  case 0: r.SwapElements(&message, field, one, other); return;
  case 1:
    r.SwapElements(&message, field, one, count - 1);
    r.RemoveLast(&message, field);
    return;
  case 2:
    if (!isMessage)
      return appendScalar(message, field, random);
    r.AddMessage(&message, field)->CopyFrom(r.GetRepeatedMessage(message, field, one));
    return;
  case 3:
    if (below(random, 4) == 0)
      return r.ClearField(&message, field);
    [[fallthrough]];
  default:
    if (isMessage)
      r.MutableRepeatedMessage(&message, field, one)
          ->CopyFrom(r.GetRepeatedMessage(message, field, other));
    else
      changeScalar(message, field, one, random, damaged);
  }
}

// Each message that is present, with repeated fields' elements.
static void collectMessages(Message &message, std::vector<Message *> &messages) {
  messages.push_back(&message);
  const Reflection &r = *message.GetReflection();
  std::vector<const FieldDescriptor *> fields;
  r.ListFields(message, &fields);
  for (const FieldDescriptor *field : fields) {
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE)
      continue;
    int count = field->is_repeated() ? r.FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i)
      collectMessages(field->is_repeated() ? *r.MutableRepeatedMessage(&message, field, i)
                                           : *r.MutableMessage(&message, field),
                      messages);
  }
}

void mutateField(Message &model, std::span<const char *const> words, Random &random) {
  const Damaged damaged{model, words};
  std::vector<Message *> messages;
  collectMessages(model, messages);
  Message &message = *messages[below(random, messages.size())];
  const Reflection &r = *message.GetReflection();
  std::vector<const FieldDescriptor *> fields;
  r.ListFields(message, &fields);
  if (fields.empty() || below(random, 16) == 0) {
    // A field that is absent: a number or name comes into being.
    const auto &descriptor = *message.GetDescriptor();
    const FieldDescriptor *field = descriptor.field(int(below(random, descriptor.field_count())));
    if (field->is_repeated())
      appendScalar(message, field, random);
    else
      changeScalar(message, field, 0, random, damaged);
    return;
  }
  const FieldDescriptor *field = fields[below(random, fields.size())];
  if (field->is_repeated())
    changeRepeated(message, field, random, damaged);
  else if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE || below(random, 12) == 0)
    r.ClearField(&message, field);
  else
    changeScalar(message, field, 0, random, damaged);
}

void mutateBytes(std::string &bytes, Random &random) {
  for (uint64_t i = 1 + below(random, 8); i > 0 && !bytes.empty(); --i)
    bytes[below(random, bytes.size())] ^= char(1 << below(random, 8));
  if (below(random, 4) == 0)
    bytes.resize(below(random, bytes.size() + 1));
  if (below(random, 8) == 0)
    bytes.insert(below(random, bytes.size() + 1), std::string(below(random, 9), char(random())));
}

} // namespace qopt::test
