package import SVGAModel
import SVGASupport

/// Converts sounds to MP3 with an ID3 tag, which all players with sound play.
package enum SoundConversion {
    #if Video
        private static let bitsPerSecond = 128_000
        /// About an hour.
        private static let maximumBytes = 64_000_000
    #endif

    /// The MP3 of a sound.
    /// - Throws: ``SVGAError/Kind/encoding`` if the sound is broken or too long, or if this build has no encoder; ``SVGAError/Kind/cancelled``.
    @Sendable package static func mp3(_ sound: [UInt8], key: String) throws(SVGAError) -> [UInt8] {
        #if Video
            let outcome = try SoundRecoder.convert(sound, name: key, bitsPerSecond: bitsPerSecond, maximumBytes: maximumBytes)
            switch outcome {
            case .encoded(let mp3, _, _): return mp3
            case .notSmaller: throw SVGAError(.encoding, "the MP3 would be too large", detail: nil)
            case .broken(let reason): throw SVGAError(.encoding, "the sound cannot be decoded completely: \(reason)", detail: nil)
            }
        #else
            throw SVGAError(.encoding, "this build cannot encode MP3", detail: nil)
        #endif
    }
}
