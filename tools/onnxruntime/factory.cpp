// What ONNX Runtime looks for in the library: CreateEpFactories and ReleaseEpFactory.
#include "tools/onnxruntime/provider.h"

#define QOPT_ORT_EXPORT extern "C" __attribute__((visibility("default")))

namespace qopt::ort {
namespace {

class ProviderFactory : public Factory {
public:
  explicit ProviderFactory(const ApiBase &base) : api(base) {
    name = [](const Factory *) { return providerName; };
    vendor = [](const Factory *) { return "qopt"; };
    vendorId = [](const Factory *) { return uint32_t(0); };
    versionText = [](const Factory *) { return QOPT_VERSION; };
    supportedDevices = [](Factory *self, const HardwareDevice *const *devices, size_t count,
                          EpDevice **found, size_t most, size_t *foundCount) {
      return apiOf(self).guarded(
          [&] { ownOf(self).list(devices, count, found, most, *foundCount); });
    };
    createEp = [](Factory *self, const HardwareDevice *const *, const KeyValuePairs *const *,
                  size_t, const SessionOptions *session, const Logger *logger, Ep **ep) {
      const Api &own = apiOf(self);
      return own.guarded([&] { *ep = new Provider(own, logger, readOptions(own, session)); });
    };
    validateCompiled = [](Factory *, const HardwareDevice *const *, size_t, const char *version,
                          Compatibility *compatibility) -> Status * {
      *compatibility = compatibilityOf(version);
      return nullptr;
    };
    releaseEp = [](Factory *, Ep *ep) { delete static_cast<Provider *>(ep); };
    useHostsMemory();
  }

private:
  static ProviderFactory &ownOf(Factory *self) { return *static_cast<ProviderFactory *>(self); }
  static const Api &apiOf(Factory *self) { return ownOf(self).api; }

  /// Programs take and give tensors in the host's memory: there is nothing to allocate or to copy.
  void useHostsMemory() {
    createAllocator = [](Factory *, const MemoryInfo *, const KeyValuePairs *,
                         Allocator **allocator) -> Status * {
      *allocator = nullptr;
      return nullptr;
    };
    releaseAllocator = [](Factory *, Allocator *) {};
    createDataTransfer = [](Factory *, DataTransfer **transfer) -> Status * {
      *transfer = nullptr;
      return nullptr;
    };
    isStreamAware = [](const Factory *) { return false; };
    createStream = [](Factory *, const MemoryDevice *, const KeyValuePairs *,
                      SyncStream **stream) -> Status * {
      *stream = nullptr;
      return nullptr;
    };
  }

  /// The processor, whose programs may run on a card, too, as the option `device` says.
  void list(const HardwareDevice *const *devices, size_t count, EpDevice **found, size_t most,
            size_t &foundCount) {
    foundCount = 0;
    for (size_t i = 0; i < count && foundCount < most; ++i)
      if (api.deviceType(devices[i]) == DeviceType::Cpu) {
        api.must(api.createEpDevice(this, devices[i], nullptr, nullptr, &found[foundCount]));
        ++foundCount;
      }
  }

  Api api;
};

} // namespace
} // namespace qopt::ort

QOPT_ORT_EXPORT qopt::ort::Status *
CreateEpFactories(const char *, const void *base, const qopt::ort::Logger *,
                  qopt::ort::Factory **factories, size_t most, size_t *count) {
  using namespace qopt::ort;
  const auto &own = *static_cast<const ApiBase *>(base);
  *count = 0;
  if (most == 0)
    return nullptr; // it is asked for none
  try {
    factories[0] = new ProviderFactory(own);
    *count = 1;
    return nullptr;
  } catch (const Failure &failure) {
    return errorOf(own, failure);
  }
}

QOPT_ORT_EXPORT qopt::ort::Status *ReleaseEpFactory(qopt::ort::Factory *factory) {
  delete static_cast<qopt::ort::ProviderFactory *>(factory);
  return nullptr;
}
