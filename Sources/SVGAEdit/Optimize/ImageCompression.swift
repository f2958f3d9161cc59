import SVGAFormat
import SVGAImage

/// Encodes pictures losslessly, in the smallest of the allowed formats.
struct ImageCompression: Sendable {
    let options: OptimizeOptions

    /// 1 (fastest) to 9 (smallest).
    private static let webPEffort = 9

    /// nil if the libraries fail, which happens only without memory.
    func file(_ picture: PNGPicture) -> [UInt8]? {
        let png = PNGCompression(repack: repacking).file(picture)
        // A colour profile would be lost.
        guard options.usesWebP, picture.carried.isEmpty, let webP = webP(picture) else { return png }
        return webP.count < png?.count ?? .max ? webP : png
    }

    private var repacking: PNGCompression.Repacking? {
        guard options.usesZopfli else { return nil }
        return { rows in try? Deflated(usesZopfli: true).stream(rows, .zlib) }
    }

    private func webP(_ picture: PNGPicture) -> [UInt8]? {
        guard max(picture.width, picture.height) <= WebPEncoder.longestSide else { return nil }
        let encoder = WebPEncoder(options: WebPOptions(effort: ImageCompression.webPEffort))
        return picture.pixels.withUnsafeBytes { try? encoder.encode($0, width: picture.width, height: picture.height) }
    }
}
