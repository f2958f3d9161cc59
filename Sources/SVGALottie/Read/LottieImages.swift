package import SVGAModel
import SVGAPixels

/// An image that a layer shows and the file lacks.
package struct LottieMissingImage: Hashable, Sendable {
    /// The name of the layer.
    package let layer: String
    package let asset: String
    /// The reason, which is also one of the file's notes.
    package let note: Diagnostic
}

/// An image asset, as stored.
package struct LottieImage: Sendable {
    /// The size in the animation, in points.
    package let width: Double
    package let height: Double
    /// nil: the file does not contain it.
    package let entity: ImageEntity?
    /// The path in the file, such as `images/img_0.png`; empty if it is embedded in the JSON.
    package let path: String
    var fit = LottieImageFit()
}

/// How an image fills its rectangle: the attribute `preserveAspectRatio` of SVG.
struct LottieImageFit: Hashable, Sendable {
    /// Whether the image covers its rectangle instead of being inside.
    var isCovering = true
    /// Whether both directions are scaled separately.
    var isStretched = false
    /// Shares of the remaining width and height before the image.
    var alignX = 0.5
    var alignY = 0.5

    init() {}

    init(_ text: String) {
        let words = text.split(separator: " ")
        guard let align = words.first else { return }
        isStretched = align == "none"
        isCovering = words.last == "slice"
        func share(_ axis: String) -> Double { align.contains(axis + "Min") ? 0 : align.contains(axis + "Max") ? 1 : 0.5 }
        (alignX, alignY) = (share("x"), share("Y"))
    }

    /// The transform from an image's pixels to its rectangle.
    func transform(_ imageWidth: Double, _ imageHeight: Double, width: Double, height: Double) -> SVGATransform {
        var (scaleX, scaleY) = (width / imageWidth, height / imageHeight)
        if !isStretched {
            let scale = isCovering ? max(scaleX, scaleY) : min(scaleX, scaleY)
            (scaleX, scaleY) = (scale, scale)
        }
        return SVGATransform.translation(x: (width - imageWidth * scaleX) * alignX, y: (height - imageHeight * scaleY) * alignY)
            .scaledBy(x: scaleX, y: scaleY)
    }
}
