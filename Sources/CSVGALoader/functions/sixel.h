// The functions of libsixel that are called.
SVGA_FUNCTION(sixel_output_new)
SVGA_FUNCTION(sixel_output_unref)
