#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/imagequant.h"

#include <libimagequant.h>
