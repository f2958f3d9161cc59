/// The length of a sound, as far as its headers tell: WAV and MPEG audio.
package enum SoundLength {
    /// nil if only decoding could tell.
    package static func milliseconds(of bytes: [UInt8]) -> Int32? {
        bytes.withUnsafeBufferPointer { bytes in
            let seconds = bytes.starts(with: Array("RIFF".utf8)) ? wave(bytes) : mpeg(bytes)
            guard let seconds, seconds > 0, seconds < 1e6 else { return nil }
            return Int32((seconds * 1000).rounded())
        }
    }

    /// The size of the data divided by the bytes per second, both from the header.
    private static func wave(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }
        var at = 12
        var bytesPerSecond = 0
        while at + 8 <= bytes.count {
            let size = number(at + 4)
            let name = bytes[at..<at + 4]
            if name.elementsEqual("fmt ".utf8), at + 24 <= bytes.count { bytesPerSecond = number(at + 16) }
            if name.elementsEqual("data".utf8), bytesPerSecond > 0 {
                return Double(min(size, bytes.count - at - 8)) / Double(bytesPerSecond)
            }
            at += 8 + size + size % 2
        }
        return nil
    }

    /// The sum of the frames' lengths, after an ID3 tag if there is one.
    private static func mpeg(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        var at = 0
        if bytes.starts(with: Array("ID3".utf8)), bytes.count >= 10 {
            at = 10 + (6..<10).reduce(0) { $0 << 7 | Int(bytes[$1] & 0x7F) }
        }
        var seconds = 0.0
        while at + 4 <= bytes.count, let frame = MPEGFrame(bytes[at + 1], bytes[at + 2]), bytes[at] == 0xFF {
            seconds += frame.seconds
            at += frame.byteCount
        }
        // What follows the last frame, such as a tag, plays nothing.
        return seconds > 0 ? seconds : nil
    }
}

/// The header of a frame of MPEG audio layer III.
private struct MPEGFrame {
    let byteCount: Int
    let seconds: Double

    /// nil for other layers and reserved values.
    init?(_ second: UInt8, _ third: UInt8) {
        guard second & 0b1110_0110 == 0b1110_0010 else { return nil }
        let version = second >> 3 & 3
        let isFirst = version == 3
        let rates =
            isFirst
            ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0]
            : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0]
        let bits = rates[Int(third >> 4)] * 1000
        let samplesPerSecond = [44100, 48000, 32000, 0][Int(third >> 2 & 3)] / (isFirst ? 1 : version == 2 ? 2 : 4)
        guard version != 1, bits > 0, samplesPerSecond > 0 else { return nil }
        let samples = isFirst ? 1152 : 576
        byteCount = samples / 8 * bits / samplesPerSecond + Int(third >> 1 & 1)
        seconds = Double(samples) / Double(samplesPerSecond)
    }
}
