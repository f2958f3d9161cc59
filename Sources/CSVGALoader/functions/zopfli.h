// The functions of Zopfli that are called.
SVGA_FUNCTION(ZopfliDeflatePart)
SVGA_FUNCTION(ZopfliInitOptions)
