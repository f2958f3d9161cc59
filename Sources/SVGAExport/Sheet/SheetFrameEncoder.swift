import SVGAPixels

/// Trims frames to their ink.
public struct SheetFrameEncoder: FrameEncoder {
    /// What is left of a frame.
    public struct Packet: Sendable {
        let area: PixelRect
        let pixels: [UInt8]
        let hash: Int
    }

    let width: Int
    let height: Int

    public func encode(_ picture: FramePicture) throws(ExportError) -> Packet {
        // The patch of an empty canvas. A wholly transparent frame keeps a pixel: loaders stumble over pictures of no size.
        let patch = FramePatch(picture, width: width, height: height)
        var hasher = Hasher()
        hasher.combine(patch.area.width)
        patch.pixels.withUnsafeBytes { hasher.combine(bytes: $0) }
        return Packet(area: patch.area, pixels: patch.pixels, hash: hasher.finalize())
    }
}
