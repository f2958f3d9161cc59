import SVGAImage
import SVGAPixels
import SVGASupport

/// Turns frames into patches of the frame before, as WebP, in the page's own list of them.
///
/// A patch is `[x, y, isLaidOver, "WebP in base64"]`: unless it is laid over what is there, it replaces it. `0` is no patch at all. Frames at
/// multiples of the interval begin with an empty canvas, so that every frame can be shown after a few patches.
public struct HTMLFrameEncoder: FrameEncoder {
    let webP: WebPEncoder
    let width: Int
    let height: Int
    let keyInterval: Int

    public static var comparesFrames: Bool { true }

    /// Between frames that need none before them. A player holds the patches from one to the next, so that large canvases have more of them.
    static func keyInterval(width: Int, height: Int) -> Int { min(16, max(4, (24 << 20) / (width * height))) }

    public func encode(_ picture: FramePicture) throws(ExportError) -> [UInt8] {
        let isKey = picture.position % keyInterval == 0
        let picture = FramePicture(
            pixels: picture.pixels, previous: isKey ? nil : picture.previous, position: picture.position, frame: picture.frame)
        let patch = FramePatch(picture, width: width, height: height)
        guard !patch.isUnchanged else { return [UInt8(ascii: "0")] }
        let bytes = try patch.webP(webP, frame: picture.frame)
        var base64 = Base64(after: Array("[\(patch.area.x),\(patch.area.y),\(patch.isLaidOver),\"".utf8))
        bytes.withUnsafeBytes { base64.append($0) }
        base64.end()
        return base64.text + "\"]".utf8
    }
}
