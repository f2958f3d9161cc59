#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/cairo.h"
#include "../../CSVGALoader/functions/pango.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
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

/// The file of a font, and the font's index in it. NULL: unknown. Valid as long as the font.
static inline const char *svga_font_file(PangoFont *font, int *index) {
    FcPattern *pattern = pango_fc_font_get_pattern(PANGO_FC_FONT(font));
    FcChar8 *file = NULL;
    if (!pattern || FcPatternGetString(pattern, FC_FILE, 0, &file) != FcResultMatch) return NULL;
    if (FcPatternGetInteger(pattern, FC_INDEX, 0, index) != FcResultMatch) *index = 0;
    return (const char *)file;
}

static inline GLogWriterOutput svga_write_glib_message(GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
    // GLib ends the process after an error: its reason is shown.
    return level & G_LOG_LEVEL_ERROR ? g_log_writer_default(level, fields, count, data) : G_LOG_WRITER_HANDLED;
}

/// Drops what GLib, Pango and librsvg write to standard error, on all threads. A process may call it once: GLib ends it the second time.
static inline void svga_drop_glib_messages(void) { g_log_set_writer_func(svga_write_glib_message, NULL, NULL); }
