// TFLite's schema as flatc writes it out of schema.fbs, in namespace qopt::tflite::schema.
#pragma once

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum" // of unions, whose switches have a default
#include "importers/tflite/file/schema_generated.h"
#pragma GCC diagnostic pop
