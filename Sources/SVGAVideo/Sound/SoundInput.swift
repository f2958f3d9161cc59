import SVGAModel
import SVGASupport

#if Video
    import CLibAV
    import SVGAExport

    /// An open sound file: one stream of a ``MediaInput``.
    final class SoundInput {
        /// The name of the sound, for errors.
        let name: String
        private let media: MediaInput
        private let index: Int32
        private(set) var decoder: UnsafePointer<AVCodec>?

        /// nil: all codecs of libav.
        var codecs: String? { media.kind.codecs }

        /// Opens a payload of a movie.
        convenience init(payload bytes: [UInt8], name: String) throws(SVGAError) {
            try self.init(.bytes(bytes), .soundPayload, name: name)
        }

        /// Opens a sound file, or the sound of a video.
        convenience init(path: String) throws(SVGAError) {
            try self.init(.path(path), .soundFile, name: path)
        }

        init(_ source: MediaInput.Source, _ kind: MediaInput.Kind, name: String) throws(SVGAError) {
            try LibAV.load()
            self.name = name
            do throws(MediaInput.Failure) {
                media = try MediaInput(source, kind)
            } catch {
                throw SoundInput.failure(name, error.code)
            }
            index = media.select(AVMEDIA_TYPE_AUDIO, &decoder)
            guard index >= 0 else { throw .sound(name, reason: "it has no sound") }
        }

        var stream: UnsafeMutablePointer<AVStream>? { media.stream(index) }

        /// Reads the next packet.
        /// - Returns: libav's code, negative at the end or if the file is truncated.
        func read(into packet: UnsafeMutablePointer<AVPacket>) -> Int32 { media.read(index, into: packet) }

        static func failure(_ name: String, _ code: Int32) -> SVGAError {
            .sound(name, reason: code == svga_averror_eof() ? "it ends before its sound begins" : LibAV.text(of: code))
        }
    }
#endif
