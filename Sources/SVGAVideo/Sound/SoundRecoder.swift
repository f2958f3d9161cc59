#if Video
    import CLibAV
    package import SVGAExport

    /// Encodes the sounds of movies anew, as MP3 of a constant bitrate with an ID3 tag, which all players play that play any sound.
    package enum SoundRecoder {
        package enum Outcome: Hashable, Sendable {
            case encoded([UInt8], MP3Rate, sampleRateBefore: Int)
            /// The MP3 would not be smaller.
            case notSmaller(MP3Rate)
            /// It cannot be decoded, or not all of it.
            case broken(reason: String)
        }

        /// Whether it can encode at all.
        /// - Throws: ``ExportError/codec(_:reason:)`` with what is missing.
        package static func check() throws(ExportError) {
            _ = try encoding { () throws(ExportError) in try MP3Encoder.find() }
        }

        /// Mono stays mono. The sound has its length and its start, to the sample for players that heed LAME's tag.
        ///
        /// - Parameters:
        ///   - payload: MP3, AAC, WAV, Ogg, MP4 or FLAC.
        ///   - name: for errors.
        ///   - bitsPerSecond: one of ``MP3Rate/range``.
        /// - Throws: ``ExportError/codec(_:reason:)`` where the encoder fails; ``ExportError/cancelled``.
        package static func recode(_ payload: [UInt8], name: String, bitsPerSecond: Int) throws(ExportError) -> Outcome {
            do throws(ExportError) {
                return try recode(SoundInput(payload: payload, name: name), bitsPerSecond, below: payload.count)
            } catch .sound(_, let reason) {
                return .broken(reason: reason)
            } catch {
                throw error
            }
        }

        private static func recode(_ input: SoundInput, _ bitsPerSecond: Int, below limit: Int) throws(ExportError) -> Outcome {
            var (rate, before) = (MP3Rate(bitsPerSecond, sampleRate: SoundForm.mixed.sampleRate), 0)
            let decoder = try SoundDecoder(input) { own in
                (rate, before) = (MP3Rate(bitsPerSecond, sampleRate: own.sampleRate), own.sampleRate)
                return SoundForm(sampleRate: rate.sampleRate, channels: own.channels)
            }
            guard var pending = try decoder.next().map(Array.init), let form = decoder.form else {
                return .broken(reason: "there is no sound in it")
            }
            let encoder = try encoding { () throws(ExportError) in
                try MP3Encoder(form, .constant(bitsPerSecond: rate.bitsPerSecond))
            }
            // What is not smaller is not made to its end, so that no sound takes much more time than others of its size.
            while encoder.byteCount < limit {
                try encoding { () throws(ExportError) in try encoder.encodeFrames(of: &pending) }
                guard let piece = try decoder.next() else {
                    if let problem = decoder.problem { return .broken(reason: LibAV.text(of: problem)) }
                    let bytes = try encoding { () throws(ExportError) in try encoder.finish(pending) }
                    return bytes.count < limit ? .encoded(bytes, rate, sampleRateBefore: before) : .notSmaller(rate)
                }
                pending += piece
            }
            return .notSmaller(rate)
        }

        /// The encoder's failures are nothing that is wrong with a sound.
        private static func encoding<Result>(_ body: () throws(ExportError) -> Result) throws(ExportError) -> Result {
            do throws(ExportError) {
                return try body()
            } catch .sound(_, let reason) {
                throw .codec("MP3", reason: reason)
            }
        }
    }
#endif
