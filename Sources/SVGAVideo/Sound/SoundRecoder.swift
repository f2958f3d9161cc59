#if Video
    import CLibAV
    import SVGAExport
    package import SVGAModel
    package import SVGASupport

    /// Re-encodes the sounds of movies as constant bitrate MP3 with an ID3 tag, which all players with sound support.
    package enum SoundRecoder {
        package enum Outcome: Hashable, Sendable {
            case encoded([UInt8], MP3Rate, sampleRateBefore: Int)
            /// The MP3 would not be smaller.
            case notSmaller(MP3Rate)
            /// The sound cannot be decoded completely.
            case broken(reason: Message)
        }

        /// Checks that the encoder is available.
        /// - Throws: ``SVGAError/Kind/encoding`` with the missing library.
        package static func check() throws(SVGAError) {
            _ = try encoding { () throws(SVGAError) in try MP3Encoder.find() }
        }

        /// Re-encodes a sound. Mono stays mono. Players that use LAME's tag play exactly the original samples.
        ///
        /// - Parameters:
        ///   - payload: MP3, AAC, WAV, Ogg, MP4 or FLAC.
        ///   - name: for errors.
        ///   - bitsPerSecond: a bitrate in ``MP3Rate/range``.
        /// - Throws: ``SVGAError/Kind/encoding`` if the encoder fails; ``SVGAError/Kind/cancelled``.
        package static func recode(_ payload: [UInt8], name: String, bitsPerSecond: Int) throws(SVGAError) -> Outcome {
            try recode(payload, name: name, bitsPerSecond: bitsPerSecond, below: payload.count)
        }

        /// Converts a sound to MP3, even if the MP3 is larger.
        ///
        /// - Parameters:
        ///   - payload: MP3, AAC, WAV, Ogg, MP4 or FLAC.
        ///   - name: for errors.
        ///   - bitsPerSecond: a bitrate in ``MP3Rate/range``.
        ///   - maximumBytes: the limit for the MP3.
        /// - Throws: as ``recode(_:name:bitsPerSecond:)``.
        package static func convert(
            _ payload: [UInt8], name: String, bitsPerSecond: Int, maximumBytes: Int
        ) throws(SVGAError) -> Outcome {
            try recode(payload, name: name, bitsPerSecond: bitsPerSecond, below: maximumBytes)
        }

        private static func recode(
            _ payload: [UInt8], name: String, bitsPerSecond: Int, below limit: Int
        ) throws(SVGAError) -> Outcome {
            do throws(SVGAError) {
                return try recode(SoundInput(payload: payload, name: name), bitsPerSecond, below: limit)
            } catch {
                guard case .sound(_, let reason)? = error.detail else { throw error }
                return .broken(reason: reason)
            }
        }

        private static func recode(_ input: SoundInput, _ bitsPerSecond: Int, below limit: Int) throws(SVGAError) -> Outcome {
            var (rate, before) = (MP3Rate(bitsPerSecond, sampleRate: SoundForm.mixed.sampleRate), 0)
            let decoder = try SoundDecoder(input) { source in
                (rate, before) = (MP3Rate(bitsPerSecond, sampleRate: source.sampleRate), source.sampleRate)
                return SoundForm(sampleRate: rate.sampleRate, channels: source.channels)
            }
            guard var pending = try decoder.next().map(Array.init), let form = decoder.form else {
                return .broken(reason: "it has no sound")
            }
            let encoder = try encoding { () throws(SVGAError) in
                try MP3Encoder(form, .constant(bitsPerSecond: rate.bitsPerSecond))
            }
            // Stops when the result is not smaller, so that the time is bounded by the input's size.
            while encoder.byteCount < limit {
                try encoding { () throws(SVGAError) in try encoder.encodeFrames(of: &pending) }
                guard let piece = try decoder.next() else {
                    if let problem = decoder.problem { return .broken(reason: LibAV.text(of: problem)) }
                    let bytes = try encoding { () throws(SVGAError) in try encoder.finish(pending) }
                    return bytes.count < limit ? .encoded(bytes, rate, sampleRateBefore: before) : .notSmaller(rate)
                }
                pending += piece
            }
            return .notSmaller(rate)
        }

        /// An encoder failure does not mean that the sound is broken.
        private static func encoding<Result>(_ body: () throws(SVGAError) -> Result) throws(SVGAError) -> Result {
            do throws(SVGAError) {
                return try body()
            } catch {
                guard case .sound(_, let reason)? = error.detail else { throw error }
                throw .codec("MP3", reason: reason)
            }
        }
    }
#endif
