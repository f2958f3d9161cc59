#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/jxl.h"

#include <jxl/encode.h>
