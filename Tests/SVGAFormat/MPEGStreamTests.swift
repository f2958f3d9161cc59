import SVGAFormat
import TestSupport
import Testing

@Suite("MPEG audio by its headers") struct MPEGStreamTests {
    typealias MPEG = MPEGFixtures

    @Test("frames are counted, tags and padding passed over")
    func full() {
        let apeTag = Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20] + [UInt8](repeating: 0, count: 48)
        let frames = MPEG.frames(10)
        for bytes in [frames, MPEG.tag() + frames + MPEG.oldTag, MPEG.tag() + [0, 0, 0] + frames + apeTag + [0]] {
            let stream = MPEGStream(bytes)
            #expect(stream.frames == 10 && abs(stream.seconds - 10 * MPEG.frameSeconds) < 1e-9)
            #expect(stream.strayBytes == 0 && stream.missingBytes == 0 && !stream.hasBrokenTag && stream.announcedFrames == nil)
        }
    }

    @Test("a first frame that describes the others does not play")
    func announced() {
        let stream = MPEGStream(MPEG.announcement(of: 12) + MPEG.frames(10))
        #expect(stream.frames == 10 && stream.announcedFrames == 12)
        #expect(SoundLength.milliseconds(of: MPEG.announcement(of: 10) + MPEG.frames(10)) == 261)
    }

    @Test("silence that the encoder declares does not count")
    func silence() {
        var first = MPEG.announcement(of: 10)
        let name = 36 + 120
        first.replaceSubrange(name..<name + 4, with: Array("LAME".utf8))
        // 576 samples before and 900 after, 12 bits each.
        first.replaceSubrange(name + 21..<name + 24, with: [0x24, 0x03, 0x84])
        let stream = MPEGStream(first + MPEG.frames(10))
        #expect(stream.frames == 10 && abs(stream.seconds - (10 * 1152 - 576 - 900) / 44100) < 1e-9)
        first[name] = 0
        #expect(abs(MPEGStream(first + MPEG.frames(10)).seconds - 10 * MPEG.frameSeconds) < 1e-9)
    }

    @Test("a missing end of the last frame is reported, and the frame does not count")
    func cut() {
        let stream = MPEGStream(MPEG.frames(10).dropLast(100))
        #expect(stream.frames == 9 && stream.missingBytes == 100 && stream.strayBytes == 0)
    }

    @Test("bytes between frames and after them are reported, and reading continues")
    func stray() {
        let text = Array("what".utf8)
        let stream = MPEGStream(MPEG.frames(3) + text + MPEG.frames(3) + text)
        #expect(stream.frames == 6 && stream.strayBytes == 8)
    }

    @Test("frames that are overwritten in the middle are counted as damaged; a few bytes between frames, padding and a cut end are not")
    func damaged() {
        let frames = MPEG.frames(12)
        let size = frames.count / 12
        var damaged = frames
        damaged.replaceSubrange(4 * size..<7 * size, with: repeatElement(0, count: 3 * size))
        let stream = MPEGStream(damaged)
        #expect(stream.frames == 9 && stream.damagedFrames == 3)
        for bytes in [frames, frames + [0, 0] + frames, frames + [UInt8](repeating: 0, count: 3 * size), frames.dropLast(size / 2) + []] {
            #expect(MPEGStream(bytes).damagedFrames == 0)
        }
    }

    @Test("a tag of no known version, with a size of eight bits or longer than the file is broken; frames are found after it")
    func brokenTags() {
        var eightBits = MPEG.tag()
        eightBits[9] = 0x94
        for tag in [MPEG.tag(version: 9), eightBits, MPEG.tag(127).prefix(11) + []] {
            let stream = MPEGStream(tag + (tag.count == 11 ? [] : MPEG.frames(2)))
            #expect(stream.hasBrokenTag && stream.frames == (tag.count == 11 ? 0 : 2))
        }
        for version: UInt8 in 2...4 { #expect(!MPEGStream(MPEG.tag(version: version) + MPEG.frames(2)).hasBrokenTag) }
    }

    @Test(
        "all versions and layers have their frame lengths",
        arguments: [
            // The second and third bytes of the header; bytes and samples of a frame, samples per second.
            ([0xFB, 0x92] as [UInt8], 418, 1152, 44100), ([0xFD, 0xA4], 576, 1152, 48000), ([0xFF, 0xC0], 416, 384, 44100),
            ([0xF3, 0x80], 208, 576, 22050), ([0xE3, 0x80], 417, 576, 11025),
        ])
    func lengths(header: [UInt8], byteCount: Int, samples: Int, rate: Int) {
        let frame = [0xFF] + header + [0] + [UInt8](repeating: 0, count: byteCount - 4)
        let stream = MPEGStream(frame + frame + frame)
        #expect(stream.frames == 3 && stream.strayBytes == 0 && stream.missingBytes == 0)
        #expect(abs(stream.seconds - 3 * Double(samples) / Double(rate)) < 1e-9)
    }

    @Test("if frames have no length, the duration is unknown")
    func freeFormat() {
        #expect(MPEGStream([0xFF, 0xFB, 0x00, 0] + [UInt8](repeating: 0, count: 400)).isFreeFormat)
    }

    @Test("other bytes hold no frame, and take time in proportion to their number")
    func others() {
        for bytes in [[], [0xFF], Array("ID3".utf8), Array("ID3\u{3}".utf8), [0xFF, 0xFB, 0x94, 0], [UInt8](repeating: 0x55, count: 99)] {
            #expect(MPEGStream(bytes).frames == 0)
        }
        let cost = costOfDoubling(100_000) { _ = MPEGStream([UInt8](repeating: 0xFF, count: $0)) }
        let tagCost = costOfDoubling(30_000) { count in _ = MPEGStream((0..<count).flatMap { _ in Array("ID3".utf8) }) }
        #expect(cost < 3 && tagCost < 3)
    }
}
