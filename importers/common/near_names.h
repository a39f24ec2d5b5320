// What a misspelled name may have meant: passes say it too.
#pragma once

#include "ir/values/near_names.h"
