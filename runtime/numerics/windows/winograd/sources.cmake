target_sources(qrt_numerics PRIVATE windows/winograd/kernel_tables.cpp windows/winograd/winograd.cpp
  windows/winograd/winograd_factors.cpp)
qrt_add_isa_sources(qrt_numerics ISAS ${QRT_ISAS} SOURCES windows/winograd/winograd_tiles.cpp)
