package import SVGAModel

/// Options for importing pictures.
package struct PicturesOptions: Sendable {
    /// The source of a video's alpha.
    package enum Alpha: String, CaseIterable, Sendable {
        /// The codec's alpha; otherwise beside the colors, if the file declares it or its first pictures look like it.
        case auto
        /// Colors in the left half and alpha in the right one, unless the file declares another layout.
        case sideBySide = "side-by-side"
        /// Colors in the upper half and alpha in the lower one, unless the file declares another layout.
        case stacked
        /// Only the codec's alpha.
        case none
    }

    /// The frame rate, 1 to 60; nil: the nearest to the source's.
    package var fps: Int?
    /// In pixels; one side may be 0, which keeps the aspect ratio. nil: the source's size.
    package var size: (width: Int, height: Int)?
    /// 100 keeps every pixel. Below it, pictures get palettes, and small differences between pictures are ignored; 1 is the worst.
    /// nil: 100, except for videos with lossy codecs.
    package var quality: Int?
    package var alpha = Alpha.auto
    /// The maximum file size in bytes; quality, size and frame rate are reduced for it in this order. nil: any.
    package var targetBytes: Int?
    package var keepsSound = true
    package var limits = ReadLimits.default
    /// 0: the number of available processors.
    package var threads = 0
    /// Called after each batch of pictures.
    package var progress: (@Sendable (PicturesProgress) -> Void)?

    package init() {}
}

/// The progress of an import.
package struct PicturesProgress: Hashable, Sendable {
    /// 1 and 2, because a source is read twice; more if the result is too large.
    package let pass: Int
    /// The pictures read in this pass.
    package let done: Int
    /// The total number; nil: unknown.
    package let count: Int?
}
