/// Parts of MPEG audio, made by hand.
package enum MPEGFixtures {
    /// The size of a frame: MPEG 1 layer III, 128 kbit/s, 44.1 kHz, stereo.
    package static let frameBytes = 417
    package static let frameSeconds = 1152.0 / 44100

    private static let header: [UInt8] = [0xFF, 0xFB, 0x90, 0]

    /// Silent frames.
    package static func frames(_ count: Int) -> [UInt8] {
        let frame = header + [UInt8](repeating: 0, count: frameBytes - 4)
        return (0..<count).flatMap { _ in frame }
    }

    /// An info header frame that declares the number of frames.
    package static func announcement(of count: UInt8) -> [UInt8] {
        let start = header + [UInt8](repeating: 0, count: 32) + Array("Xing".utf8) + [0, 0, 0, 1, 0, 0, 0, count]
        return start + [UInt8](repeating: 0, count: frameBytes - start.count)
    }

    /// An ID3v2 tag with this number of bytes after its header.
    package static func tag(_ count: UInt8 = 20, version: UInt8 = 3) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, 0, 0, 0, 0, count] + [UInt8](repeating: 0, count: Int(count))
    }

    /// An ID3v1 tag of 128 bytes for the end.
    package static let oldTag = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)

    /// A valid sound, slightly longer than 2 s.
    package static let sound = tag() + frames(80) + oldTag
}
