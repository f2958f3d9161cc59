#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/cairo.h"

#include <cairo.h>
