#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/gif.h"

#include <gif_lib.h>
