import SVGAImage
package import SVGAModel
package import SVGASupport

/// Writes one JPEG file per frame.
package typealias JPEGSequenceSink = StillSequenceSink<JPEGFrameEncoder>

extension JPEGSequenceSink {
    /// - Parameters:
    ///   - destination: as for any ``StillSequenceSink``.
    ///   - quality: 1 (smallest) to 100 (best).
    package convenience init(to destination: OutputDestination, quality: Int = JPEGFrameEncoder.usualQuality) throws(SVGAError) {
        try self.init(to: destination) { JPEGFrameEncoder(quality: quality, width: $0.widthPixels, height: $0.heightPixels) }
    }
}

/// Encodes the frames of a ``JPEGSequenceSink``.
package struct JPEGFrameEncoder: FrameEncoder {
    package static let encodesPixelsOnly = true
    package static let usualQuality = 90

    let quality: Int
    let width: Int
    let height: Int

    /// - Throws: ``SVGAError/Kind/unsupported``.
    package func encode(_ picture: FramePicture) throws(SVGAError) -> [UInt8] {
        guard picture.isOpaque else { throw .alphaNotHeld(format: "JPEG", frame: picture.frame) }
        return try encoding(frame: picture.frame) { () throws(SVGAError) in
            try JPEGEncoder(quality: quality).encode(picture.pixels, width: width, height: height)
        }
    }
}
