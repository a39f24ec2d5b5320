// This library is empty: the linker reads its name.
