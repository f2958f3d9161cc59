import SVGAImage
package import SVGAModel
import SVGAPixels

/// Creates the versions of a frame of an animated WebP file, or the picture of a file with one frame.
package struct WebPAnimationEncoder: FrameEncoder {
    package static let comparesFrames = true

    private let plan: ExportPlan
    private let encoder: WebPEncoder

    init(_ plan: ExportPlan, encoder: WebPEncoder) {
        self.plan = plan
        self.encoder = encoder
    }

    package func encode(_ picture: FramePicture) throws(SVGAError) -> WebPFrameVersions {
        let (width, height, frame) = (plan.widthPixels, plan.heightPixels, picture.frame)
        let isOnly = plan.frames.count == 1
        var patch = WebPVersion(FramePatch(picture, width: width, height: height, isWhole: isOnly, startsEven: true))
        if picture.previous == nil || patch.patch.isUnchanged {
            try patch.encode(encoder, frame: frame)
            let isFirst = picture.previous == nil
            return WebPFrameVersions(patch: patch, alone: isFirst ? patch : nil, coversAllInk: isFirst)
        }
        let all = FramePatch(
            FramePicture(pixels: picture.pixels, position: picture.position, frame: frame), width: width, height: height, startsEven: true)
        let coversAllInk = all.isUnchanged || patch.patch.area.union(all.area) == patch.patch.area
        // A patch that repeats visible pixels outside the changes is never smaller.
        guard coversAllInk, !patch.patch.isLaidOver else {
            try patch.encode(encoder, frame: frame)
            return WebPFrameVersions(patch: patch, alone: nil, coversAllInk: coversAllInk)
        }
        var alone = WebPVersion(all)
        try alone.encode(encoder, frame: frame)
        if patch.patch.area == all.area {
            patch = alone
        } else if encoder.effort > 4 {
            try patch.encode(encoder, frame: frame)
        }
        return WebPFrameVersions(patch: patch, alone: alone, coversAllInk: true)
    }
}

/// The possible encodings of a frame; the sink knows which of them apply.
package struct WebPFrameVersions: Sendable {
    /// The patch over the current canvas.
    let patch: WebPVersion
    /// The frame on an empty canvas; nil if it is larger than the patch.
    let alone: WebPVersion?
    /// Whether the canvas is empty after the area of the stored version is cleared.
    let coversAllInk: Bool
}

/// A patch, and its WebP file once it is encoded.
package struct WebPVersion: Sendable {
    let patch: FramePatch
    private var file: [UInt8]?
    /// The size of the file; the maximum integer if it is not encoded yet.
    var byteCount: Int { file?.count ?? .max }

    init(_ patch: FramePatch) { self.patch = patch }

    mutating func encode(_ encoder: WebPEncoder, frame: Int) throws(SVGAError) { file = try patch.webP(encoder, frame: frame) }

    /// The file; encodes it on first use.
    func file(_ encoder: WebPEncoder, frame: Int) throws(SVGAError) -> [UInt8] {
        if let file { return file }
        return try patch.webP(encoder, frame: frame)
    }
}
