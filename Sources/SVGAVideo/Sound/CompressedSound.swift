#if Video
    package import SVGAExport

    /// Sound as small bytes, for pages and packages.
    package enum CompressedSound {
        /// MP3 of good variable quality, which every browser plays. It says how much of its start and end is not sound
        /// (LAME's tag), so that what is decoded has the track's start and length, to the sample where the player heeds the tag.
        /// - Throws: ``/SVGAExport/ExportError/sound(_:reason:)`` where libav has no MP3 encoder; ``/SVGAExport/ExportError/cancelled``; what the track throws.
        package static func mp3(_ track: any SoundTrack) throws(ExportError) -> (bytes: [UInt8], mimeType: String) {
            let encoder = try MP3Encoder(sampleRate: track.sampleRate, channels: track.channels)
            var samples = [Float](repeating: 0, count: encoder.frameSamples * track.channels)
            var position = 0
            while position < track.sampleCount {
                guard !Task.isCancelled else { throw .cancelled }
                let count = min(encoder.frameSamples, track.sampleCount - position)
                try samples.withUnsafeMutableBufferPointer { (samples) throws(ExportError) in
                    let part = UnsafeMutableBufferPointer(rebasing: samples[..<(count * track.channels)])
                    try track.read(at: position, into: part)
                    try encoder.encode(UnsafeBufferPointer(part))
                }
                position += count
            }
            return (try encoder.finish(), "audio/mpeg")
        }
    }
#endif
