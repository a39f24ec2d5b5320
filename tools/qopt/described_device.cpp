#include "tools/qopt/described_device.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

namespace qopt::tool {

namespace {

bool parse(llvm::StringRef text, std::string &value) {
  value = text.str();
  return !text.empty();
}
bool parse(llvm::StringRef text, bool &value) {
  value = text == "true";
  return value || text == "false";
}
bool parse(llvm::StringRef text, std::vector<std::string> &value) {
  value.clear();
  for (llvm::StringRef name : llvm::split(text, ','))
    value.push_back(name.str());
  return !text.empty();
}
template <std::integral T> bool parse(llvm::StringRef text, T &value) {
  return !text.getAsInteger(10, value);
}

/// Sets the field of that name. Returns false where there is none, or where it does not take the
/// value.
bool setField(qrt::DeviceDescription &device, llvm::StringRef name, llvm::StringRef text) {
  bool isSet = false;
  visitFields(device, [&](std::string_view field, auto &value) {
    if (name == llvm::StringRef(field))
      isSet = parse(text, value);
  });
  return isSet;
}

} // namespace

qrt::Expected<qrt::DeviceDescription> readDescribedDevice(const std::string &path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return qrt::Status(qrt::StatusCode::NotFound,
                       "error: " + path + ": " + file.getError().message());
  qrt::DeviceDescription device;
  for (llvm::line_iterator line(**file, true, '#'); !line.is_at_end(); ++line) {
    auto [name, value] = line->trim().split(' ');
    if (!setField(device, name, value.trim()))
      return qrt::invalidArgument("error: " + path + ":" + std::to_string(line.line_number()) +
                                  ": expected a field of a device and its value, as "
                                  "'computeCapability 90' or 'wgmma true'");
  }
  return device;
}

} // namespace qopt::tool
