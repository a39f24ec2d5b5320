// devices: what libqrt alone finds here.
#include "runtime/core/qrt.h"

#include <cstdio>

int main() {
  for (const qrt::DeviceDescription &device : qrt::listDevices())
    std::printf("device %s: %s\n", device.driver.c_str(), device.name.c_str());
}
