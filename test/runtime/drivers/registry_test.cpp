#include "runtime/core/driver.h"

#include <gtest/gtest.h>

namespace qrt {
namespace {

TEST(Registry, OpensHostAndNull) {
  for (const char *name : {"host", "host:1", "null"}) {
    auto device = openDevice(name);
    ASSERT_TRUE(device.ok()) << device.status().message();
    EXPECT_EQ((*device)->description().driver, std::string_view(name).substr(0, 4));
  }
  EXPECT_EQ((*openDevice("host:3"))->description().computeUnits, 3u);
}

TEST(Registry, UnknownDevicesAreNamedWithTheKnown) {
  for (const char *name : {"", "gpu", "null:3"}) {
    auto device = openDevice(name);
    ASSERT_FALSE(device.ok()) << name;
    EXPECT_EQ(device.status().code(), StatusCode::NotFound);
    EXPECT_EQ(checkDevice(name).message(), device.status().message());
    EXPECT_NE(device.status().message().find("there are host[:threads], cuda[:index], "
                                             "opencl[:index]"),
              std::string::npos)
        << device.status().message();
  }
}

TEST(Registry, WhatIsNoNumberIsRefused) {
  for (const char *name : {"host:", "host:x", "opencl:-1", "cuda:x", "host:1:2"}) {
    auto device = openDevice(name);
    ASSERT_FALSE(device.ok()) << name;
    EXPECT_EQ(device.status().code(), StatusCode::InvalidArgument);
    EXPECT_NE(device.status().message().find("expected"), std::string::npos);
  }
}

TEST(Registry, NamesOfTheCallerAreDevicesToo) {
  const std::vector<std::string> others = {"reference"};
  EXPECT_TRUE(checkDevice("reference", others).ok());
  EXPECT_TRUE(checkDevice("host:2", others).ok());
  EXPECT_TRUE(checkDevice("opencl:4000", others).ok()) << "there may be such a device elsewhere";
  EXPECT_FALSE(checkDevice("reference").ok());
  EXPECT_EQ(checkDevice("metal", others).message(),
            "unknown device 'metal'; there are host[:threads], cuda[:index], opencl[:index], "
            "reference");
}

TEST(Registry, SaysWhichDriversTakeKernels) {
  for (const char *name : {"cuda", "cuda:1", "opencl", "opencl:4000"})
    EXPECT_TRUE(takesKernels(name)) << name;
  for (const char *name : {"host", "host:2", "null", "metal", ""})
    EXPECT_FALSE(takesKernels(name)) << name;
}

TEST(Registry, AnOpenClDeviceThatIsNotThereIsAnError) {
  auto device = openDevice("opencl:4000");
  ASSERT_FALSE(device.ok());
  EXPECT_EQ(device.status().code(), StatusCode::NotFound);
}

TEST(Registry, ThreadsHaveALimit) {
  for (const char *name : {"host:0", "host:1025", "host:1000000", "host:4294967295"}) {
    auto device = openDevice(name);
    ASSERT_FALSE(device.ok()) << name;
    EXPECT_EQ(checkDevice(name).message(), device.status().message());
    EXPECT_EQ(device.status().code(), StatusCode::InvalidArgument);
    EXPECT_NE(device.status().message().find("1024"), std::string::npos);
  }
}

TEST(Registry, ListBeginsWithTheHost) {
  std::vector<DeviceDescription> devices = listDevices();
  ASSERT_FALSE(devices.empty());
  EXPECT_EQ(devices[0].name, (*openDevice("host"))->description().name);
  for (const DeviceDescription &device : devices)
    EXPECT_NE(device.driver, "null") << "it computes nothing";
}

} // namespace
} // namespace qrt
