@_exported public import SVGACheck
@_exported public import SVGAEdit
@_exported public import SVGAExport
@_exported public import SVGAFormat
@_exported public import SVGAImage
@_exported public import SVGAModel
@_exported public import SVGAPixels
@_exported public import SVGAPlayer
@_exported public import SVGARender
@_exported public import SVGASupport

#if Video
    @_exported public import SVGAVideo
#endif
