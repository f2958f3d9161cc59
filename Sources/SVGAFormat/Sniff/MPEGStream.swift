import SVGASupport

/// What a payload of MPEG audio consists of, by its headers: tags, frames, and what is neither.
package struct MPEGStream: Hashable, Sendable {
    /// How many frames play. The first is not one of them if it only tells about the others (Xing, Info, VBRI).
    package private(set) var frames = 0
    /// How long they play, without the silence that the encoder says it added.
    package private(set) var seconds = 0.0
    /// How many frames the first one says there are.
    package private(set) var announcedFrames: Int?
    /// What the last frame lacks of its own bytes; such a frame is not counted.
    package private(set) var missingBytes = 0
    /// Neither frames nor tags nor padding.
    package private(set) var strayBytes = 0
    /// An ID3v2 tag of an unknown version, or with a size that is none.
    package private(set) var hasBrokenTag = false
    /// The frames do not say how long they are, so nothing else is known.
    package private(set) var isFreeFormat = false

    /// How many of the announced frames are not there. Some encoders count the frame that tells.
    package var missingFrames: Int { announcedFrames.map { $0 > frames + 1 ? $0 - frames : 0 } ?? 0 }

    /// - Complexity: linear in the bytes, of which most are passed over.
    package init(_ bytes: [UInt8]) { self = bytes.withUnsafeBufferPointer { MPEGStream(walking: $0) } }

    private init(walking bytes: UnsafeBufferPointer<UInt8>) {
        var at = 0
        // Frames of one stream agree in version, layer and sampling rate.
        var first: MPEGFrame?
        var isInStep = false
        var silence = 0.0
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
                }
                first = first ?? frame
                at += frame.byteCount
                isInStep = true
            } else {
                if bytes[at] != 0 { strayBytes += 1 }
                at += 1
                isInStep = false
            }
        }
    }
}

/// A tag between or around the frames.
private struct MPEGTag {
    let byteCount: Int
    var isBroken = false

    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) {
        let rest = bytes.count - at
        func has(_ text: StaticString) -> Bool {
            guard rest >= text.utf8CodeUnitCount else { return false }
            return text.withUTF8Buffer { bytes[at..<at + $0.count].elementsEqual($0) }
        }
        switch bytes[at] {
        case UInt8(ascii: "I") where has("ID3"):
            guard rest >= 10 else {
                (byteCount, isBroken) = (rest, true)
                return
            }
            // Sizes have seven bits a byte, so that no tag looks like a frame.
            let size = (at + 6..<at + 10).reduce(0) { $0 << 7 | Int(bytes[$1] & 0x7F) }
            let footer = bytes[at + 5] & 0x10 != 0 ? 10 : 0
            let hasKnownForm = (2...4).contains(bytes[at + 3]) && (at + 6..<at + 10).allSatisfy { bytes[$0] < 0x80 }
            isBroken = !hasKnownForm || 10 + size + footer > rest
            // Behind a header that says nothing sensible, frames are looked for at once.
            byteCount = isBroken ? 10 : 10 + size + footer
        case UInt8(ascii: "T") where has("TAG"): byteCount = min(rest, has("TAG+") ? 227 : 128)
        case UInt8(ascii: "A") where has("APETAGEX") && rest >= 32:
            let size = ByteReader(bytes).little(at: at + 12, bytes: 4) ?? 0
            // The size leaves the header out; a footer alone has been reached behind its items.
            byteCount = min(rest, bytes[at + 23] & 0x20 != 0 ? 32 + size : 32)
        case UInt8(ascii: "L") where has("LYRICSBEGIN"): byteCount = rest
        default: return nil
        }
    }
}

/// The header of a frame of MPEG audio.
private struct MPEGFrame {
    /// 0 for the free format, whose frames do not say it.
    let byteCount: Int
    let seconds: Double
    private let samplesPerSecond: Int
    /// What all frames of a stream have in common: version, layer and sampling rate.
    private let kind: Int
    /// Where a first frame tells about the others.
    private let sideBytes: Int

    /// Kilobits a second by their index: version 1 layer I, II, III; versions 2 and 2.5 layer I, and both others.
    private static let rates: [[Int]] = [
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// nil where there is none, or one with reserved values.
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

    /// Whether a frame like it, a tag or the end comes next: two bytes alone may look like a frame by chance.
    func isFollowed(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
        let end = at + byteCount
        if byteCount == 0 || end == bytes.count { return true }
        guard end < bytes.count else { return false }
        return MPEGTag(bytes, end) != nil || MPEGFrame(bytes, end).map(isLike) ?? (bytes[end] == 0)
    }

    /// What a frame that only tells about the others says of their number; nil: it is one that plays.
    func announcedFrames(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
        func number(_ place: Int) -> Int? {
            place + 4 <= at + byteCount ? ByteReader(bytes).big(at: place, bytes: 4) : nil
        }
        let xing = at + 4 + sideBytes
        if let name = number(xing), name == 0x5869_6E67 || name == 0x496E_666F {
            guard let flags = number(xing + 4), flags & 1 != 0 else { return 0 }
            return number(xing + 8) ?? 0
        }
        let vbri = at + 36
        return number(vbri) == 0x5642_5249 ? number(vbri + 14) ?? 0 : nil
    }

    /// How many seconds before and after the sound the encoder added, where it left a tag in LAME's manner behind its count of frames.
    func announcedSilence(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Double {
        let name = at + 4 + sideBytes + 120
        let samples = name + 21
        guard announcedFrames(bytes, at) != nil, samples + 3 <= at + byteCount else { return 0 }
        guard ["LAME", "Lavf", "Lavc"].contains(where: { bytes[name..<name + 4].elementsEqual($0.utf8) }) else { return 0 }
        let (first, second, third) = (Int(bytes[samples]), Int(bytes[samples + 1]), Int(bytes[samples + 2]))
        return Double((first << 4 | second >> 4) + ((second & 0xF) << 8 | third)) / Double(samplesPerSecond)
    }
}
