import SVGAModel
import SVGASupport

/// The duration of a sound by its headers: WAV and MPEG audio.
package enum SoundLength {
    /// nil if the sound would have to be decoded.
    package static func milliseconds(of bytes: [UInt8]) -> Int32? {
        let seconds: Double? =
            switch PayloadKind.sniff(bytes) {
            case .sound(.wav): bytes.withUnsafeBufferPointer { wave($0) }
            case .sound(.mp3): MPEGStream(bytes).seconds
            default: nil
            }
        guard let seconds, seconds > 0, seconds < 1e6 else { return nil }
        return Int32(saturating: (seconds * 1000).rounded())
    }

    /// The data size divided by the bytes per second, both from the header.
    private static func wave(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        let reader = ByteReader(bytes)
        var at = 12
        var bytesPerSecond = 0
        while let size = reader.little(at: at + 4, bytes: 4) {
            let name = bytes[at..<at + 4]
            if name.elementsEqual("fmt ".utf8), at + 24 <= bytes.count { bytesPerSecond = reader.little(at: at + 16, bytes: 4) ?? 0 }
            if name.elementsEqual("data".utf8), bytesPerSecond > 0 {
                return Double(min(size, bytes.count - at - 8)) / Double(bytesPerSecond)
            }
            at += 8 + size + size % 2
        }
        return nil
    }
}
