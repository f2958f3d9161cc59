import SVGASupport

/// The structure of an MPEG audio payload by its headers: tags, frames, and stray bytes.
package struct MPEGStream: Hashable, Sendable {
    /// The number of audio frames, without a first frame that is only an info header (Xing, Info, VBRI).
    package private(set) var frames = 0
    /// The duration without the declared encoder padding.
    package private(set) var seconds = 0.0
    /// The declared number of frames.
    package private(set) var announcedFrames: Int?
    /// The missing bytes of an incomplete last frame, which is not counted.
    package private(set) var missingBytes = 0
    /// Bytes that are neither frames nor tags nor padding.
    package private(set) var strayBytes = 0
    /// The number of frames that bytes between frames replace, by their size.
    package private(set) var damagedFrames = 0
    /// Whether there is an ID3v2 tag with an unknown version or an invalid size.
    package private(set) var hasBrokenTag = false
    /// Whether the frames have free format: their length is not declared, so nothing else is known.
    package private(set) var isFreeFormat = false

    /// The number of missing frames. Some encoders count the Xing header frame.
    package var missingFrames: Int { announcedFrames.map { $0 > frames + 1 ? $0 - frames : 0 } ?? 0 }

    /// - Complexity: linear in the bytes, most of which are skipped.
    package init(_ bytes: [UInt8]) { self = bytes.withUnsafeBufferPointer { MPEGStream(walking: $0) { _, _ in } } }

    /// The audio frames of an MP3, without an info header.
    /// - Returns: nil if the frames are not of layer III, or have free format.
    package static func layerIII(_ bytes: [UInt8]) -> [LayerIIIFrame]? {
        var frames: [LayerIIIFrame] = []
        var isOther = false
        let stream = bytes.withUnsafeBufferPointer { bytes in
            MPEGStream(walking: bytes) { frame, at in
                if let place = frame.layerIII(bytes, at) { frames.append(place) } else { isOther = true }
            }
        }
        return isOther || stream.isFreeFormat ? nil : frames
    }

    /// - Parameter visit: called for each audio frame with its offset.
    private init(walking bytes: UnsafeBufferPointer<UInt8>, visit: (MPEGFrame, Int) -> Void) {
        var at = 0
        // All frames of a stream have the same version, layer and sampling rate.
        var first: MPEGFrame?
        var isInStep = false
        var silence = 0.0
        var gapBytes = 0
        defer { seconds = max(0, seconds - silence) }
        while at < bytes.count {
            if let tag = MPEGTag(bytes, at) {
                hasBrokenTag = hasBrokenTag || tag.isBroken
                at += tag.byteCount
                isInStep = false
            } else if let frame = MPEGFrame(bytes, at), first.map({ $0.isLike(frame) }) ?? true, isInStep || frame.isFollowed(bytes, at) {
                if frame.byteCount == 0 {
                    isFreeFormat = true
                    return
                }
                if at + frame.byteCount > bytes.count {
                    missingBytes = at + frame.byteCount - bytes.count
                    return
                }
                if first == nil {
                    announcedFrames = frame.announcedFrames(bytes, at)
                    silence = frame.announcedSilence(bytes, at)
                }
                if first != nil || announcedFrames == nil {
                    frames += 1
                    seconds += frame.seconds
                    visit(frame, at)
                }
                if first != nil { damagedFrames += (gapBytes + frame.byteCount / 2) / frame.byteCount }
                first = first ?? frame
                at += frame.byteCount
                (isInStep, gapBytes) = (true, 0)
            } else {
                if bytes[at] != 0 { strayBytes += 1 }
                at += 1
                (isInStep, gapBytes) = (false, gapBytes + 1)
            }
        }
    }
}

/// A tag between or around the frames.
private struct MPEGTag {
    let byteCount: Int
    var isBroken = false

    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) {
        let remaining = bytes.count - at
        func has(_ text: StaticString) -> Bool {
            guard remaining >= text.utf8CodeUnitCount else { return false }
            return text.withUTF8Buffer { bytes[at..<at + $0.count].elementsEqual($0) }
        }
        switch bytes[at] {
        case UInt8(ascii: "I") where has("ID3"):
            guard remaining >= 10 else {
                (byteCount, isBroken) = (remaining, true)
                return
            }
            // Sizes have seven bits per byte, so that no tag looks like a frame.
            let size = (at + 6..<at + 10).reduce(0) { $0 << 7 | Int(bytes[$1] & 0x7F) }
            let footer = bytes[at + 5] & 0x10 != 0 ? 10 : 0
            let isSupported = (2...4).contains(bytes[at + 3]) && (at + 6..<at + 10).allSatisfy { bytes[$0] < 0x80 }
            isBroken = !isSupported || 10 + size + footer > remaining
            // After an invalid header, the search for frames continues immediately.
            byteCount = isBroken ? 10 : 10 + size + footer
        case UInt8(ascii: "T") where has("TAG"): byteCount = min(remaining, has("TAG+") ? 227 : 128)
        case UInt8(ascii: "A") where has("APETAGEX") && remaining >= 32:
            let size = ByteReader(bytes).little(at: at + 12, bytes: 4) ?? 0
            // The size excludes the header. A footer without a header is found after its items.
            byteCount = min(remaining, bytes[at + 23] & 0x20 != 0 ? 32 + size : 32)
        case UInt8(ascii: "L") where has("LYRICSBEGIN"): byteCount = remaining
        default: return nil
        }
    }
}

/// The header of an MPEG audio frame.
private struct MPEGFrame {
    /// 0 for the free format, which does not declare it.
    let byteCount: Int
    let seconds: Double
    private let samplesPerSecond: Int
    /// The version, layer and sampling rate, equal in all frames of a stream.
    private let kind: Int
    /// The offset of an info header in the first frame.
    private let sideBytes: Int

    /// Kilobits per second by index: version 1 layer I, II, III; versions 2 and 2.5 layer I, layers II and III.
    private static let rates: [[Int]] = [
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// nil without a header, or if it has reserved values.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) {
        guard at + 4 <= bytes.count, bytes[at] == 0xFF, bytes[at + 1] >= 0xE0 else { return nil }
        let (second, third) = (bytes[at + 1], bytes[at + 2])
        let version = Int(second >> 3 & 3)
        let layer = 4 - Int(second >> 1 & 3)
        let rateIndex = Int(third >> 4)
        let samplingIndex = Int(third >> 2 & 3)
        guard version != 1, layer < 4, rateIndex < 15, samplingIndex < 3 else { return nil }
        let isFirst = version == 3
        let row = isFirst ? layer - 1 : layer == 1 ? 3 : 4
        let bitsPerSecond = MPEGFrame.rates[row][rateIndex] * 1000
        samplesPerSecond = [44100, 48000, 32000][samplingIndex] / (isFirst ? 1 : version == 2 ? 2 : 4)
        let samples = layer == 1 ? 384 : layer == 2 || isFirst ? 1152 : 576
        let padding = Int(third >> 1 & 1)
        let slot = layer == 1 ? 4 : 1
        byteCount = bitsPerSecond == 0 ? 0 : (samples / 8 / slot * bitsPerSecond / samplesPerSecond + padding) * slot
        seconds = Double(samples) / Double(samplesPerSecond)
        kind = version << 8 | layer << 4 | samplingIndex
        let isMono = bytes[at + 3] >> 6 == 3
        sideBytes = isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17
    }

    func isLike(_ other: MPEGFrame) -> Bool { kind == other.kind }

    /// Whether a similar frame, a tag or the end follows: two bytes alone may match by chance.
    func isFollowed(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
        let end = at + byteCount
        if byteCount == 0 || end == bytes.count { return true }
        guard end < bytes.count else { return false }
        return MPEGTag(bytes, end) != nil || MPEGFrame(bytes, end).map(isLike) ?? (bytes[end] == 0)
    }

    /// The frame's position in the bytes; nil for another layer, or if it is too short for its side information.
    func layerIII(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> LayerIIIFrame? {
        let isProtected = bytes[at + 1] & 1 == 0
        guard kind >> 4 & 0xF == 3, (isProtected ? 6 : 4) + sideBytes <= byteCount else { return nil }
        return LayerIIIFrame(
            offset: at, isFirstVersion: kind >> 8 == 3, channels: bytes[at + 3] >> 6 == 3 ? 1 : 2, sideBytes: sideBytes,
            isProtected: isProtected)
    }

    /// The number of frames that an info header declares; nil: an audio frame.
    func announcedFrames(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
        func number(_ offset: Int) -> Int? {
            offset + 4 <= at + byteCount ? ByteReader(bytes).big(at: offset, bytes: 4) : nil
        }
        let xing = at + 4 + sideBytes
        if let name = number(xing), name == 0x5869_6E67 || name == 0x496E_666F {
            guard let flags = number(xing + 4), flags & 1 != 0 else { return 0 }
            return number(xing + 8) ?? 0
        }
        let vbri = at + 36
        return number(vbri) == 0x5642_5249 ? number(vbri + 14) ?? 0 : nil
    }

    /// The encoder padding before and after the sound in seconds, from a LAME tag after the info header.
    func announcedSilence(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Double {
        let name = at + 4 + sideBytes + 120
        let samples = name + 21
        guard announcedFrames(bytes, at) != nil, samples + 3 <= at + byteCount else { return 0 }
        guard ["LAME", "Lavf", "Lavc"].contains(where: { bytes[name..<name + 4].elementsEqual($0.utf8) }) else { return 0 }
        let (first, second, third) = (Int(bytes[samples]), Int(bytes[samples + 1]), Int(bytes[samples + 2]))
        return Double((first << 4 | second >> 4) + ((second & 0xF) << 8 | third)) / Double(samplesPerSecond)
    }
}

/// An MP3 frame: a header, perhaps a checksum, and side information with the gain of each granule and channel (ISO 11172-3, 2.4.1.7).
package struct LayerIIIFrame: Hashable, Sendable {
    fileprivate let offset: Int
    /// MPEG-1, which has two granules; MPEG-2 and 2.5 have one.
    fileprivate let isFirstVersion: Bool
    fileprivate let channels: Int
    fileprivate let sideBytes: Int
    fileprivate let isProtected: Bool

    private var sideOffset: Int { offset + (isProtected ? 6 : 4) }

    /// The bit offsets of the gains, which have eight bits.
    package var gainBits: [Int] {
        // Before them: the start of the main data, private bits, and in MPEG-1 four bits of scale factor selection for each channel.
        let before = isFirstVersion ? (channels == 1 ? 18 : 20) : channels == 1 ? 9 : 10
        let (blocks, size) = isFirstVersion ? (2 * channels, 59) : (channels, 63)
        // In each block, the lengths of the main data and of its big values precede the gain.
        return (0..<blocks).map { sideOffset * 8 + before + $0 * size + 21 }
    }

    /// Writes the checksum of changed side information, if the frame has one.
    package func updateChecksum(of bytes: inout [UInt8]) {
        guard isProtected else { return }
        var checksum: UInt16 = 0xFFFF
        for index in [offset + 2, offset + 3] + Array(sideOffset..<sideOffset + sideBytes) {
            checksum ^= UInt16(bytes[index]) << 8
            for _ in 0..<8 { checksum = checksum & 0x8000 != 0 ? checksum << 1 ^ 0x8005 : checksum << 1 }
        }
        bytes[offset + 4] = UInt8(truncatingIfNeeded: checksum >> 8)
        bytes[offset + 5] = UInt8(truncatingIfNeeded: checksum)
    }
}
