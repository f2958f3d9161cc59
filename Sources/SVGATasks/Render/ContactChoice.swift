package import SVGAImage
import SVGAModel
package import SVGAPixels
package import SVGARender
import SVGASupport

/// The defaults of `--format contact`.
package enum ContactChoice {
    private static let maximumFrameCount = 48
    /// The maximum of a frame's longer maximumSide in pixels. Frames are not enlarged.
    private static let maximumSide = 240.0

    /// Evenly spaced frames with the first and the last one.
    package static func frames(of all: [Int]) -> [Int] {
        guard all.count > maximumFrameCount else { return all }
        return (0..<maximumFrameCount).map { all[$0 * (all.count - 1) / (maximumFrameCount - 1)] }
    }

    /// - Parameter canvas: in points.
    package static func size(of canvas: (width: Int, height: Int), crop: SVGARect?) -> RenderOptions.OutputSize {
        let (width, height) = (crop?.width ?? Double(canvas.width), crop?.height ?? Double(canvas.height))
        guard max(width, height) > maximumSide else { return .scale(1) }
        return width >= height
            ? .pixels(width: Int(saturating: maximumSide), height: 0) : .pixels(width: 0, height: Int(saturating: maximumSide))
    }

    /// By the extension of the output; PNG for unknown extensions.
    package static func format(ofPath path: String) -> PictureFormat {
        let name = path.lowercased()
        if name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") { return .jpeg() }
        return name.hasSuffix(".webp") ? .webP() : .png
    }
}
