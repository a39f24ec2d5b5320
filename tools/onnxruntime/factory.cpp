// ONNX Runtime looks for these functions in the library: CreateEpFactories and ReleaseEpFactory.
#include "tools/onnxruntime/card_memory.h"
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

  virtual ~ProviderFactory() = default;

protected:
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
  virtual void list(const HardwareDevice *const *devices, size_t count, EpDevice **found,
                    size_t most, size_t &foundCount) {
    foundCount = 0;
    for (size_t i = 0; i < count && foundCount < most; ++i)
      if (api.deviceType(devices[i]) == DeviceType::Cpu) {
        api.must(api.createEpDevice(this, devices[i], nullptr, nullptr, &found[foundCount]));
        ++foundCount;
      }
  }

  Api api;
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
        *ep = new Provider(own.api, logger, readCardOptions(own.api, session, card.device()));
      });
    };
    createAllocator = [](Factory *self, const MemoryInfo *info, const KeyValuePairs *,
                         Allocator **allocator) {
      auto &own = cardsOf(self);
      return own.api.guarded([&] { *allocator = makeAllocator(own.cards, info); });
    };
    releaseAllocator = [](Factory *, Allocator *allocator) { ort::releaseAllocator(allocator); };
    createDataTransfer = [](Factory *self, DataTransfer **transfer) {
      auto &own = cardsOf(self);
      return own.api.guarded([&] { *transfer = makeTransfer(own.api, own.cards); });
    };
  }
  bool hasCards() const { return !cards.empty(); }

private:
  static CardFactory &cardsOf(Factory *self) { return static_cast<CardFactory &>(ownOf(self)); }
  static constexpr const char *numberKey = "card";

  /// Lists each card as a device of the processor's, with its number for who chooses.
  void list(const HardwareDevice *const *devices, size_t count, EpDevice **found, size_t most,
            size_t &foundCount) override {
    foundCount = 0;
    for (size_t i = 0; i < count; ++i)
      for (size_t n = 0; api.deviceType(devices[i]) == DeviceType::Cpu && n < cards.size(); ++n) {
        if (foundCount == most)
          return;
        KeyValuePairs *pairs = nullptr;
        api.createKeyValues(&pairs);
        std::shared_ptr<KeyValuePairs> freed(pairs, api.releaseKeyValues);
        api.addKeyValue(pairs, numberKey, std::to_string(n).c_str());
        api.must(api.createEpDevice(this, devices[i], pairs, nullptr, &found[foundCount]));
        api.must(api.addAllocatorInfo(found[foundCount], cards[n]->info()));
        ++foundCount;
      }
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
    auto made = std::make_unique<ProviderFactory>(own);
    auto ofCards = std::make_unique<CardFactory>(own);
    factories[(*count)++] = made.release();
    if (most > 1 && ofCards->hasCards())
      factories[(*count)++] = ofCards.release();
    return nullptr;
  } catch (const Failure &failure) {
    return errorOf(own, failure);
  } catch (const std::exception &error) { // memory that ran out
    return errorOf(own, {ErrorCode::Fail, std::string("qopt: ") + error.what()});
  }
}

QOPT_ORT_EXPORT qopt::ort::Status *ReleaseEpFactory(qopt::ort::Factory *factory) {
  delete static_cast<qopt::ort::ProviderFactory *>(factory);
  return nullptr;
}
