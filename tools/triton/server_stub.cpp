// Nothing: the linker reads this library's name.
