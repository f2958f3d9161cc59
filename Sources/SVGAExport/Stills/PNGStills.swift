package import SVGAImage
package import SVGAModel
package import SVGASupport

/// Writes one PNG file per frame.
package typealias PNGSequenceSink = StillSequenceSink<PNGFrameEncoder>

extension PNGSequenceSink {
    /// - Parameters:
    ///   - destination: as for any ``StillSequenceSink``.
    ///   - encoder: the PNG encoder with its compression level.
    package convenience init(to destination: OutputDestination, encoder: PNGEncoder = PNGEncoder()) throws(SVGAError) {
        try self.init(to: destination) { PNGFrameEncoder(encoder: encoder, width: $0.widthPixels, height: $0.heightPixels) }
    }
}

/// Encodes the frames of a ``PNGSequenceSink``.
package struct PNGFrameEncoder: FrameEncoder {
    package static let encodesPixelsOnly = true

    let encoder: PNGEncoder
    let width: Int
    let height: Int

    package func encode(_ picture: FramePicture) throws(SVGAError) -> [UInt8] {
        try encoding(frame: picture.frame) { () throws(SVGAError) in
            try encoder.encode(picture.pixels, width: width, height: height)
        }
    }
}
