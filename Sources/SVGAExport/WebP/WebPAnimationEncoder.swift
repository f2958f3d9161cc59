import SVGAImage
import SVGAPixels

/// Makes the versions of a frame of an animated WebP file, or the only picture where there is one frame.
package struct WebPAnimationEncoder: FrameEncoder {
    package static let comparesFrames = true

    private let plan: ExportPlan
    private let encoder: WebPEncoder

    init(_ plan: ExportPlan, encoder: WebPEncoder) {
        self.plan = plan
        self.encoder = encoder
    }

    package func encode(_ picture: FramePicture) throws(ExportError) -> WebPFrameVersions {
        let (width, height, frame) = (plan.widthPixels, plan.heightPixels, picture.frame)
        let isOnly = plan.frames.count == 1
        var patch = WebPVersion(FramePatch(picture, width: width, height: height, isWhole: isOnly, startsEven: true))
        if picture.previous == nil || patch.patch.isUnchanged {
            try patch.encode(encoder, frame: frame)
            let isFirst = picture.previous == nil
            return WebPFrameVersions(patch: patch, alone: isFirst ? patch : nil, holdsAllInk: isFirst)
        }
        let all = FramePatch(
            FramePicture(pixels: picture.pixels, position: picture.position, frame: frame), width: width, height: height, startsEven: true)
        let holdsAllInk = all.isUnchanged || patch.patch.area.union(all.area) == patch.patch.area
        // Ink outside of what changed would be stored again for nothing, and so would ink that did not change.
        guard holdsAllInk, !patch.patch.isLaidOver else {
            try patch.encode(encoder, frame: frame)
            return WebPFrameVersions(patch: patch, alone: nil, holdsAllInk: holdsAllInk)
        }
        var alone = WebPVersion(all)
        try alone.encode(encoder, frame: frame)
        if patch.patch.area == all.area {
            patch = alone
        } else if encoder.effort > 4 {
            try patch.encode(encoder, frame: frame)
        }
        return WebPFrameVersions(patch: patch, alone: alone, holdsAllInk: true)
    }
}

/// The ways in which a frame may be stored; the sink knows which are possible.
package struct WebPFrameVersions: Sendable {
    /// On what is on the canvas.
    let patch: WebPVersion
    /// On an empty canvas, which nearly always takes less; nil where it would take more.
    let alone: WebPVersion?
    /// Whether nothing is left on the canvas once the area of the version that was stored is cleared.
    let holdsAllInk: Bool
}

/// A patch, and its WebP file once it is needed.
package struct WebPVersion: Sendable {
    let patch: FramePatch
    private var file: [UInt8]?
    /// Of the file; the most there can be where it is not made yet.
    var byteCount: Int { file?.count ?? .max }

    init(_ patch: FramePatch) { self.patch = patch }

    mutating func encode(_ encoder: WebPEncoder, frame: Int) throws(ExportError) { file = try patch.webP(encoder, frame: frame) }

    /// The file; made now where it was not thought to be needed.
    func file(_ encoder: WebPEncoder, frame: Int) throws(ExportError) -> [UInt8] {
        if let file { return file }
        return try patch.webP(encoder, frame: frame)
    }
}
