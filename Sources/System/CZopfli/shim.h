#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/zopfli.h"

#include <zopfli/zopfli.h>

// Exported by every libzopfli, but declared in a header that not every system installs.
void ZopfliDeflatePart(const ZopfliOptions *options, int btype, int final, const unsigned char *in, size_t instart, size_t inend,
                       unsigned char *bp, unsigned char **out, size_t *outsize);
