package import SVGAModel

/// How pictures become a movie.
package struct PicturesOptions: Sendable {
    /// Where a film has its alpha.
    package enum Alpha: String, CaseIterable, Sendable {
        /// Of its codec; else beside the colours, if the file says so or all of its first pictures look so.
        case auto
        /// Colours in the left half and alpha in the right one, unless the file says otherwise.
        case sideBySide = "side-by-side"
        /// Colours in the upper half and alpha in the lower one, unless the file says otherwise.
        case stacked
        /// Nowhere but in its codec.
        case none
    }

    /// Frames a second, 1 to 60; nil: the source's, as near as a movie can have them.
    package var fps: Int?
    /// In pixels; of two sides one may be 0, which keeps the aspect. nil: the source's.
    package var size: (width: Int, height: Int)?
    /// 100 keeps every pixel; below it pictures get palettes, 1 being the worst, and small differences between pictures are left out. nil: 100, but for
    /// films of codecs that lose something.
    package var quality: Int?
    package var alpha = Alpha.auto
    /// The movie's file may have so many bytes, for which quality, size and frames a second are given up in this order; nil: any.
    package var targetBytes: Int?
    package var keepsSound = true
    package var limits = ReadLimits.default
    /// 0: as many as there are processors.
    package var threads = 0
    /// Called with each batch of pictures.
    package var progress: (@Sendable (PicturesProgress) -> Void)?

    package init() {}
}

/// How far an import is.
package struct PicturesProgress: Hashable, Sendable {
    /// 1 and 2: a source is read twice, and again where the result is too large.
    package let pass: Int
    /// Pictures read in this pass.
    package let done: Int
    /// In all; nil: not known yet.
    package let count: Int?
}
