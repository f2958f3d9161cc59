#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/cairo.h"
#include "../../CSVGALoader/functions/pango.h"
#include "../../CSVGALoader/functions/rsvg.h"

#include <cairo-script.h>
#include <librsvg/rsvg.h>
