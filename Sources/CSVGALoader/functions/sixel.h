// The functions of libsixel that are called.
SVGA_FUNCTION(sixel_dither_new)
SVGA_FUNCTION(sixel_dither_set_palette)
SVGA_FUNCTION(sixel_dither_set_pixelformat)
SVGA_FUNCTION(sixel_dither_unref)
SVGA_FUNCTION(sixel_encode)
SVGA_FUNCTION(sixel_helper_format_error)
SVGA_FUNCTION(sixel_output_new)
SVGA_FUNCTION(sixel_output_unref)
