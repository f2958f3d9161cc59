/// A constant bitrate of MP3. MPEG defines some, and the lower ones only for lower sample rates.
package struct MP3Rate: Hashable, Sendable {
    package let sampleRate: Int
    package let bitsPerSecond: Int

    /// The valid bitrates.
    package static let range = 8000...320_000

    /// Highest sample rate first.
    private static let sampleRates = [48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000]

    /// The bitrate itself if MPEG defines it, else the next lower one. The sample rate stays if possible.
    /// It is halved if it is too high for the bitrate, and raised to the next one if MPEG does not define it.
    ///
    /// - Parameters:
    ///   - bitsPerSecond: a bitrate in ``range``.
    ///   - sampleRate: the sample rate of the sound.
    package init(_ bitsPerSecond: Int, sampleRate: Int) {
        // Sounds of 88,200 Hz and above only lose inaudible frequencies.
        let highest = sampleRate % 11025 == 0 ? 44100 : 48000
        let supported = MP3Rate.sampleRates.last { $0 >= sampleRate } ?? highest
        let isTooHigh = (MP3Rate.kilobits(at: supported).first ?? 0) * 1000 > bitsPerSecond
        self.sampleRate = isTooHigh ? supported / 2 : supported
        let rates = MP3Rate.kilobits(at: self.sampleRate).map { $0 * 1000 }
        self.bitsPerSecond = rates.last { $0 <= bitsPerSecond } ?? rates[0]
    }

    /// Layer III bitrates of MPEG 1, 2 and 2.5; LAME writes only these of the last.
    private static func kilobits(at sampleRate: Int) -> [Int] {
        if sampleRate >= 32000 { return [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] }
        let all = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        return sampleRate >= 16000 ? all : Array(all[..<8])
    }
}
