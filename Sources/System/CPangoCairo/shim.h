#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/cairo.h"
#include "../../CSVGALoader/functions/pango.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

// GObject's casts between a class and its interfaces are macros, which Swift does not import.

/// A font map of its own that knows the fonts of `config` and in which a point is a unit of user space. NULL: Pango has no FreeType.
static inline PangoFontMap *svga_font_map_new(FcConfig *config) {
    PangoFontMap *map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
    if (!map) return NULL;
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(map), 72);
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
    return map;
}
