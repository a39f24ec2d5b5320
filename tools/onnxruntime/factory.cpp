// ONNX Runtime looks for these functions in the library: CreateEpFactories and ReleaseEpFactory.
#include "tools/onnxruntime/card_memory.h"
#include "tools/onnxruntime/provider.h"

#include <span>

#define QOPT_ORT_EXPORT extern "C" __attribute__((visibility("default")))

namespace qopt::ort {
namespace {

/// ONNX Runtime releases a factory with its library, while sessions, allocators and copies that it
/// made may live: each of these keeps it by a share of its functions or its cards.
class ProviderFactory : public Factory, public std::enable_shared_from_this<ProviderFactory> {
public:
  explicit ProviderFactory(const ApiBase &base) : api(base) {
    name = [](const Factory *) { return providerName; };
    vendor = [](const Factory *) { return "qopt"; };
    vendorId = [](const Factory *) { return uint32_t(0); };
    versionText = [](const Factory *) { return QOPT_VERSION; };
    supportedDevices = [](Factory *self, const HardwareDevice *const *devices, size_t count,
                          EpDevice **found, size_t most, size_t *foundCount) {
      *foundCount = 0;
      return apiOf(self).guarded([&] {
        for (OwnDevice &device : ownOf(self).list({devices, count}, most))
          found[(*foundCount)++] = device.release();
      });
    };
    createEp = [](Factory *self, const HardwareDevice *const *, const KeyValuePairs *const *,
                  size_t, const SessionOptions *session, const Logger *logger, Ep **ep) {
      auto own = ownOf(self).sharedApi();
      return own->guarded([&] { *ep = new Provider(own, logger, readOptions(*own, session)); });
    };
    validateCompiled = [](Factory *, const HardwareDevice *const *, size_t, const char *version,
                          Compatibility *compatibility) -> Status * {
      *compatibility = compatibilityOf(version);
      return nullptr;
    };
    releaseEp = [](Factory *, Ep *ep) { delete static_cast<Provider *>(ep); };
    useHostsMemory();
  }

  virtual ~ProviderFactory() = default;

  /// Returns the factory for ONNX Runtime, which it is kept for until `release`.
  Factory *kept() {
    itself = shared_from_this();
    return this;
  }
  void release() { auto last = std::move(itself); }

protected:
  using OwnDevice = std::unique_ptr<EpDevice, void (*)(EpDevice *)>;
  static ProviderFactory &ownOf(Factory *self) { return *static_cast<ProviderFactory *>(self); }
  static const Api &apiOf(Factory *self) { return ownOf(self).api; }
  std::shared_ptr<const Api> sharedApi() { return {shared_from_this(), &api}; }

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

  OwnDevice makeDevice(const HardwareDevice *device, const KeyValuePairs *said) {
    EpDevice *made = nullptr;
    api.must(api.createEpDevice(this, device, said, nullptr, &made));
    return {made, api.releaseEpDevice};
  }

  /// Returns the processor, whose programs may run on a card, too, as the option `device` says.
  virtual std::vector<OwnDevice> list(std::span<const HardwareDevice *const> devices, size_t most) {
    std::vector<OwnDevice> found;
    for (const HardwareDevice *device : devices)
      if (found.size() < most && api.deviceType(device) == DeviceType::Cpu)
        found.push_back(makeDevice(device, nullptr));
    return found;
  }

  Api api;

private:
  std::shared_ptr<ProviderFactory> itself; // until ONNX Runtime releases it
};

/// Makes the provider of cards, whose sessions take and give tensors in a card's memory. ONNX
/// Runtime need not know of the cards: their devices are of the processor's.
class CardFactory : public ProviderFactory {
public:
  explicit CardFactory(const ApiBase &base) : ProviderFactory(base), cards(findCards(api)) {
    name = [](const Factory *) { return cardProviderName; };
    createEp = [](Factory *self, const HardwareDevice *const *, const KeyValuePairs *const *said,
                  size_t count, const SessionOptions *session, const Logger *logger, Ep **ep) {
      auto &own = cardsOf(self);
      return own.api.guarded([&] {
        const Card &card = own.chosen(said, count);
        *ep =
            new Provider(own.sharedApi(), logger, readCardOptions(own.api, session, card.device()));
      });
    };
    createAllocator = [](Factory *self, const MemoryInfo *info, const KeyValuePairs *,
                         Allocator **allocator) {
      auto &own = cardsOf(self);
      return own.api.guarded([&] { *allocator = makeAllocator(own.sharedCards(), info); });
    };
    releaseAllocator = [](Factory *, Allocator *allocator) { ort::releaseAllocator(allocator); };
    createDataTransfer = [](Factory *self, DataTransfer **transfer) {
      auto &own = cardsOf(self);
      return own.api.guarded([&] { *transfer = makeTransfer(own.sharedApi(), own.sharedCards()); });
    };
  }
  bool hasCards() const { return !cards.empty(); }

private:
  static CardFactory &cardsOf(Factory *self) { return static_cast<CardFactory &>(ownOf(self)); }
  std::shared_ptr<const Cards> sharedCards() { return {shared_from_this(), &cards}; }
  static constexpr const char *numberKey = "card";

  /// Returns each card as a device of the processor's, with its number for who chooses.
  std::vector<OwnDevice> list(std::span<const HardwareDevice *const> devices,
                              size_t most) override {
    std::vector<OwnDevice> found;
    for (const HardwareDevice *device : devices)
      for (size_t n = 0; api.deviceType(device) == DeviceType::Cpu && n < cards.size(); ++n) {
        if (found.size() == most)
          return found;
        KeyValuePairs *pairs = nullptr;
        api.createKeyValues(&pairs);
        std::shared_ptr<KeyValuePairs> freed(pairs, api.releaseKeyValues);
        api.addKeyValue(pairs, numberKey, std::to_string(n).c_str());
        found.push_back(makeDevice(device, pairs));
        api.must(api.addAllocatorInfo(found.back().get(), cards[n]->info()));
      }
    return found;
  }

  /// ONNX Runtime refuses several devices whose memory differs.
  const Card &chosen(const KeyValuePairs *const *said, size_t count) const {
    for (size_t i = 0; i < count; ++i)
      for (const auto &card : cards)
        if (numberIn(said[i]) == std::to_string(&card - cards.data()))
          return *card;
    throw Failure{ErrorCode::InvalidArgument, "qopt: none of the session's devices is a GPU"};
  }
  std::string numberIn(const KeyValuePairs *pairs) const {
    const char *const *keys = nullptr, *const *values = nullptr;
    size_t count = 0;
    api.keyValues(pairs, &keys, &values, &count);
    for (size_t i = 0; i < count; ++i)
      if (std::string_view(keys[i]) == numberKey)
        return values[i];
    return "";
  }

  Cards cards;
};

/// Returns null where there are no cards, and where they cannot be asked, which the log says: the
/// host's provider does without them.
std::shared_ptr<CardFactory> makeCardFactory(const ApiBase &base, const Logger *logger) {
  std::string why;
  try {
    auto made = std::make_shared<CardFactory>(base);
    return made->hasCards() ? made : nullptr;
  } catch (const Failure &failure) {
    why = failure.message;
  } catch (const std::exception &error) {
    why = error.what();
  }
  Api(base).log(logger, LogLevel::Warning,
                std::string("there is no ") + cardProviderName + ": " + why);
  return nullptr;
}

} // namespace
} // namespace qopt::ort

QOPT_ORT_EXPORT qopt::ort::Status *
CreateEpFactories(const char *, const void *base, const qopt::ort::Logger *logger,
                  qopt::ort::Factory **factories, size_t most, size_t *count) {
  using namespace qopt::ort;
  const auto &own = *static_cast<const ApiBase *>(base);
  *count = 0;
  if (most == 0)
    return nullptr; // it is asked for none
  try {
    auto made = std::make_shared<ProviderFactory>(own);
    auto ofCards = most > 1 ? makeCardFactory(own, logger) : nullptr;
    factories[(*count)++] = made->kept();
    if (ofCards)
      factories[(*count)++] = ofCards->kept();
    return nullptr;
  } catch (const Failure &failure) {
    return errorOf(own, failure);
  } catch (const std::exception &error) { // memory that ran out
    return errorOf(own, {ErrorCode::Fail, std::string("qopt: ") + error.what()});
  }
}

QOPT_ORT_EXPORT qopt::ort::Status *ReleaseEpFactory(qopt::ort::Factory *factory) {
  static_cast<qopt::ort::ProviderFactory *>(factory)->release();
  return nullptr;
}
