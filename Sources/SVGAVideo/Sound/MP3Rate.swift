/// A constant bitrate of MP3. MPEG knows some, and the lower ones only at lower sampling rates.
package struct MP3Rate: Hashable, Sendable {
    package let sampleRate: Int
    package let bitsPerSecond: Int

    /// What can be asked for.
    package static let range = 8000...320_000

    /// The highest sampling rate first.
    private static let sampleRates = [48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000]

    /// The rate as it is where MPEG has it, else the next below. The sampling rate stays where it can: one that is too high for the
    /// bitrate is halved, and one that MPEG does not have becomes the next above.
    ///
    /// - Parameters:
    ///   - bitsPerSecond: one of ``range``.
    ///   - sampleRate: of the sound.
    package init(_ bitsPerSecond: Int, sampleRate: Int) {
        // Sounds of 88,200 Hz and the like lose nothing but tones that nobody hears.
        let highest = sampleRate % 11025 == 0 ? 44100 : 48000
        let known = MP3Rate.sampleRates.last { $0 >= sampleRate } ?? highest
        let isTooHigh = (MP3Rate.kilobits(at: known).first ?? 0) * 1000 > bitsPerSecond
        self.sampleRate = isTooHigh ? known / 2 : known
        let rates = MP3Rate.kilobits(at: self.sampleRate).map { $0 * 1000 }
        self.bitsPerSecond = rates.last { $0 <= bitsPerSecond } ?? rates[0]
    }

    /// Of layer III, as MPEG 1, 2 and 2.5 have them; of the last LAME writes no more.
    private static func kilobits(at sampleRate: Int) -> [Int] {
        if sampleRate >= 32000 { return [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] }
        let all = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        return sampleRate >= 16000 ? all : Array(all[..<8])
    }
}
