#if Video
    import CLibAV
    import SVGAExport

    /// An opened file of sound: one stream of a ``MediaInput``.
    final class SoundInput {
        /// For errors.
        let name: String
        private let media: MediaInput
        private let index: Int32
        private(set) var decoder: UnsafePointer<AVCodec>?

        /// nil: what libav knows.
        var codecs: String? { media.kind.codecs }

        /// A payload of a movie.
        convenience init(payload bytes: [UInt8], name: String) throws(ExportError) {
            try self.init(.bytes(bytes), .soundPayload, name: name)
        }

        /// A file of sound, or the sound of a film.
        convenience init(path: String) throws(ExportError) {
            try self.init(.path(path), .soundFile, name: path)
        }

        init(_ place: MediaInput.Place, _ kind: MediaInput.Kind, name: String) throws(ExportError) {
            try LibAV.load()
            self.name = name
            do throws(MediaInput.Failure) {
                media = try MediaInput(place, kind)
            } catch {
                throw SoundInput.failure(name, error.code)
            }
            index = media.select(AVMEDIA_TYPE_AUDIO, &decoder)
            guard index >= 0 else { throw .sound(name, reason: "there is no sound in it") }
        }

        var stream: UnsafeMutablePointer<AVStream>? { media.stream(index) }

        /// The next piece of the sound.
        /// - Returns: libav's code, below 0 at the end or where the file breaks off.
        func read(into packet: UnsafeMutablePointer<AVPacket>) -> Int32 { media.read(index, into: packet) }

        static func failure(_ name: String, _ code: Int32) -> ExportError {
            .sound(name, reason: code == svga_averror_eof() ? "it ends before any sound" : LibAV.text(of: code))
        }
    }
#endif
