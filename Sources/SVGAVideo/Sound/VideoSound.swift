import SVGASupport

#if Video
    import CLibAV
    import SVGAExport
    package import SVGAModel

    /// The sound of a video as an MP3, which all players of movies support.
    package enum VideoSound {
        /// - Parameter seconds: the maximum duration.
        /// - Returns: MP3 sound unchanged; other formats are re-encoded as 48 kHz stereo.
        /// - Throws: ``SVGAError/Kind/invalidFile`` if it cannot be decoded; ``SVGAError/Kind/cancelled``.
        package static func mp3(path: String, seconds: Double) throws(SVGAError) -> [UInt8] {
            try mp3(SoundInput(.path(path), .film, name: path), seconds: seconds)
        }

        /// Like ``mp3(path:seconds:)``, for bytes in memory.
        package static func mp3(bytes: [UInt8], name: String, seconds: Double) throws(SVGAError) -> [UInt8] {
            try mp3(SoundInput(.bytes(bytes), .film, name: name), seconds: seconds)
        }

        private static func mp3(_ input: SoundInput, seconds: Double) throws(SVGAError) -> [UInt8] {
            if input.decoder?.pointee.id == AV_CODEC_ID_MP3 { return try copy(input, seconds: seconds) }
            let decoder = try SoundDecoder(input)
            let form = SoundForm.mixed
            let encoder = try MP3Encoder(form)
            let wanted = Int(saturating: min(max(0, seconds), 1e6) * Double(form.sampleRate)) * form.channels
            var (pending, taken): ([Float], Int) = ([], 0)
            while taken < wanted, let piece = try decoder.next() {
                pending += piece.prefix(wanted - taken)
                taken += piece.count
                try encoder.encodeFrames(of: &pending)
            }
            return try encoder.finish(pending)
        }

        private static let maximumBytes = 1 << 27

        private static func copy(_ input: SoundInput, seconds: Double) throws(SVGAError) -> [UInt8] {
            var packet = av_packet_alloc()
            defer { av_packet_free(&packet) }
            guard let packet, let base = input.stream?.pointee.time_base else { throw SoundInput.failure(input.name, svga_averror(ENOMEM)) }
            var bytes: [UInt8] = []
            while bytes.count < maximumBytes, input.read(into: packet) >= 0 {
                defer { av_packet_unref(packet) }
                guard !Task.isCancelled else { throw .cancelled }
                let start = Double(packet.pointee.pts) * Double(base.num) / Double(max(1, base.den))
                if packet.pointee.pts != svga_av_nopts(), start >= seconds { break }
                bytes += UnsafeBufferPointer(start: packet.pointee.data, count: max(0, Int(packet.pointee.size)))
            }
            if bytes.isEmpty { throw SoundInput.failure(input.name, svga_averror_eof()) }
            return bytes
        }
    }
#endif
