import SVGAExport
import SVGAFormat
package import SVGAImage
package import SVGAModel
import SVGAVideo

/// Decodes outputs to measure their quality.
package enum OutputReader {
    /// - Returns: nil for lossless formats, and for formats without a decoder.
    package static func reader(_ format: OutputFormat, _ encoding: EncodingOptions, path: String) throws(SVGAError) -> (
        any AnimationReader
    )? {
        switch format {
        case .gif: return try reading { () throws(SVGAError) in try GIFAnimationReader(try bytes(path)) }
        case .webp: return try reading { () throws(SVGAError) in try WebPAnimationReader(try bytes(path)) }
        case .mp4, .webm, .mov:
            #if Video
                // A video with separate color and alpha parts does not show the frame directly.
                return encoding.alpha == nil ? try VideoReader(path: path) : nil
            #else
                return nil
            #endif
        default: return nil
        }
    }

    /// Whether ``reader(_:_:path:)`` returns a reader.
    package static func reads(_ format: OutputFormat, _ encoding: EncodingOptions) -> Bool {
        switch format {
        case .gif, .webp: true
        #if Video
            case .mp4, .webm, .mov: encoding.alpha == nil
        #endif
        default: false
        }
    }

    private static func bytes(_ path: String) throws(SVGAError) -> [UInt8] {
        try FileBytes.read(path: path, limits: .ownFiles)
    }

    private static func reading(_ make: () throws(SVGAError) -> any AnimationReader) throws(SVGAError) -> any AnimationReader {
        do throws(SVGAError) {
            return try make()
        } catch {
            throw .codec("reading again", reason: error.message)
        }
    }
}
