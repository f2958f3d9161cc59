#pragma once

#include <stddef.h>
#include <stdint.h>

// libFuzzer's own mutations, for a mutator that does more.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
