// The precompiled header of tests that include no MLIR: GoogleTest and the program as plain data.
// Tests still include what they use: they must compile without it too.
#pragma once

#include "runtime/format/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>
