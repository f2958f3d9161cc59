#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/webp.h"

#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>
