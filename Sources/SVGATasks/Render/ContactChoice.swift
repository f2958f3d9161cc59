package import SVGAImage
import SVGAModel
package import SVGAPixels
package import SVGARender
import SVGASupport

/// What `--format contact` shows where the command line does not say it.
package enum ContactChoice {
    /// How many frames.
    private static let most = 48
    /// Of the longer side of a frame, in pixels. Nothing is enlarged.
    private static let side = 240.0

    /// Frames spread evenly over all, with the first and the last one.
    package static func frames(of all: [Int]) -> [Int] {
        guard all.count > most else { return all }
        return (0..<most).map { all[$0 * (all.count - 1) / (most - 1)] }
    }

    /// - Parameter canvas: in points.
    package static func size(of canvas: (width: Int, height: Int), crop: SVGARect?) -> RenderOptions.OutputSize {
        let (width, height) = (crop?.width ?? Double(canvas.width), crop?.height ?? Double(canvas.height))
        guard max(width, height) > side else { return .scale(1) }
        return width >= height ? .pixels(width: Int(saturating: side), height: 0) : .pixels(width: 0, height: Int(saturating: side))
    }

    /// By the extension of the output; PNG unless it is that of another picture.
    package static func format(ofPath path: String) -> PictureFormat {
        let name = path.lowercased()
        if name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") { return .jpeg() }
        return name.hasSuffix(".webp") ? .webP() : .png
    }
}
