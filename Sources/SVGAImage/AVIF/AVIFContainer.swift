import SVGASupport

/// The container of AVIF: the boxes (ISO/IEC 14496-12, AVIF 1.1) around the AV1 streams of color and alpha.
///
/// A still picture has an item for each stream. An animation has a track for each stream, and its first frame is also an item, for viewers
/// without animation.
package struct AVIFContainer {
    /// A stream of the file.
    package struct Stream {
        /// The AV1 sequence header, as an OBU.
        package let sequenceHeader: [UInt8]
        /// The size of each frame, in bytes.
        package var sizes: [Int] = []
        /// Runs of adjacent frames: the offset of the first one after the header, and their count.
        package var chunks: [(offset: Int, frames: Int)] = []

        package init(sequenceHeader: [UInt8]) { self.sequenceHeader = sequenceHeader }
    }

    /// The range of 32-bit offsets.
    package static let maximumBytes = Int(UInt32.max)
    /// The range of a track's 16-bit sizes, in pixels.
    package static let maximumSide = Int(UInt16.max)

    private static let alphaType = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0"

    let width: Int
    let height: Int
    /// The number of plays; 0: infinite.
    let loops: Int
    /// Ticks per second; the duration of a frame is ``frameTicks``.
    let ticksPerSecond: Int
    let frameTicks: Int
    /// Whether the planes are green, blue and red.
    let isRGB: Bool

    package init(width: Int, height: Int, loops: Int, ticksPerSecond: Int, frameTicks: Int, isRGB: Bool) {
        self.width = width
        self.height = height
        self.loops = loops
        self.ticksPerSecond = ticksPerSecond
        self.frameTicks = frameTicks
        self.isRGB = isRGB
    }

    /// All boxes before the frames.
    /// - Parameter byteCount: the size of all frames.
    package func header(color: Stream, alpha: Stream?, byteCount: Int) -> [UInt8] {
        // The header has offsets that depend on its length, but its length does not depend on them.
        let length = header(color, alpha, byteCount, start: 0).count
        return header(color, alpha, byteCount, start: length)
    }

    private func header(_ color: Stream, _ alpha: Stream?, _ byteCount: Int, start: Int) -> [UInt8] {
        let isAnimation = color.sizes.count > 1
        let brands = isAnimation ? ["avis", "avif", "msf1", "iso8", "mif1", "miaf", "MA1A"] : ["avif", "mif1", "miaf", "MA1A"]
        let type = box("ftyp", Array(brands[0].utf8) + be32(0) + brands.flatMap { Array($0.utf8) })
        let data = be32(byteCount + 8) + Array("mdat".utf8)
        return type + items(color, alpha, start) + (isAnimation ? movie(color, alpha, start) : []) + data
    }

    // MARK: Items

    private func items(_ color: Stream, _ alpha: Stream?, _ start: Int) -> [UInt8] {
        let streams = [color] + (alpha.map { [$0] } ?? [])
        var locations = be16(0x4400) + be16(streams.count)
        var infos = be16(streams.count)
        for (index, stream) in streams.enumerated() {
            locations += be16(index + 1) + be16(0) + be16(1) + be32(start + stream.chunks[0].offset) + be32(stream.sizes[0])
            infos += fullBox("infe", version: 2, be16(index + 1) + be16(0) + Array("av01\0".utf8))
        }
        let properties = [
            fullBox("ispe", be32(width) + be32(height)), fullBox("pixi", [3, 8, 8, 8]), configuration(color, isColor: true), colors,
        ]
        let alphaProperties = alpha.map {
            [fullBox("pixi", [1, 8]), configuration($0, isColor: false), fullBox("auxC", Array(AVIFContainer.alphaType.utf8))]
        }
        // Each item's properties by number; the highest bit marks the essential ones.
        let essential: UInt8 = 0x80
        var uses = be32(streams.count) + be16(1) + [4, 1, 2, 3 | essential, 4]
        if alpha != nil { uses += be16(2) + [4, 1, 5, 6 | essential, 7] }
        var content = fullBox("hdlr", be32(0) + Array("pict".utf8) + be32(0) + be32(0) + be32(0) + [0])
        content += fullBox("pitm", be16(1)) + fullBox("iloc", locations) + fullBox("iinf", infos)
        if alpha != nil { content += fullBox("iref", box("auxl", be16(2) + be16(1) + be16(1))) }
        content += box("iprp", box("ipco", (properties + (alphaProperties ?? [])).flatMap { $0 }) + fullBox("ipma", uses))
        return fullBox("meta", content)
    }

    /// sRGB in full range, with the conversion to planes: none, or BT.601.
    private var colors: [UInt8] { box("colr", Array("nclx".utf8) + be16(1) + be16(13) + be16(isRGB ? 0 : 6) + [0x80]) }

    /// The decoder configuration, from the sequence header.
    private func configuration(_ stream: Stream, isColor: Bool) -> [UInt8] {
        let level = AV1SequenceHeader(stream.sequenceHeader)
        let profile = isColor ? 1 : 0
        // Color planes are not subsampled. Alpha is monochrome, for which the format requires the subsampling bits.
        let planes = isColor ? 0 : 0x1C
        return box("av1C", [0x81, UInt8(profile << 5 | level.level), UInt8(level.tier << 7 | planes), 0])
    }

    // MARK: Tracks

    private func movie(_ color: Stream, _ alpha: Stream?, _ start: Int) -> [UInt8] {
        var header = be64(0) + be64(0) + be32(ticksPerSecond) + be64(totalTicks(color)) + be32(0x1_0000) + be16(0x100) + be16(0)
        header += be64(0) + matrix + [UInt8](repeating: 0, count: 24) + be32(alpha == nil ? 2 : 3)
        let tracks = track(color, isColor: true, start) + (alpha.map { track($0, isColor: false, start) } ?? [])
        return box("moov", fullBox("mvhd", version: 1, header) + tracks)
    }

    private func playTicks(_ stream: Stream) -> Int { stream.sizes.count * frameTicks }

    /// The duration of all plays; all bits set: infinite.
    private func totalTicks(_ stream: Stream) -> Int { loops == 0 ? -1 : loops * playTicks(stream) }

    private var matrix: [UInt8] {
        [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000].flatMap { be32($0) }
    }

    private func track(_ stream: Stream, isColor: Bool, _ start: Int) -> [UInt8] {
        var header = be64(0) + be64(0) + be32(isColor ? 1 : 2) + be32(0) + be64(totalTicks(stream)) + be64(0) + be64(0)
        header += matrix + be32(width << 16) + be32(height << 16)
        let repeated = be32(1) + be64(playTicks(stream)) + be64(0) + be32(0x1_0000)
        let media = be64(0) + be64(0) + be32(ticksPerSecond) + be64(playTicks(stream)) + be16(0x55C4) + be16(0)
        let handler = be32(0) + Array((isColor ? "pict" : "auxv").utf8) + be32(0) + be32(0) + be32(0) + [0]
        let location = box("dinf", fullBox("dref", be32(1) + fullBox("url ", flags: 1, [])))
        let information = fullBox("vmhd", flags: 1, be64(0)) + location + samples(stream, isColor: isColor, start)
        var content = fullBox("tkhd", version: 1, flags: 1, header)
        if !isColor { content += box("tref", box("auxl", be32(1))) }
        // The flag enables repetition.
        content += box("edts", fullBox("elst", version: 1, flags: 1, repeated))
        content += box("mdia", fullBox("mdhd", version: 1, media) + fullBox("hdlr", handler) + box("minf", information))
        return box("trak", content)
    }

    private func samples(_ stream: Stream, isColor: Bool, _ start: Int) -> [UInt8] {
        var entry = be32(0) + be16(0) + be16(1) + [UInt8](repeating: 0, count: 16) + be16(width) + be16(height) + be32(0x48_0000)
        entry += be32(0x48_0000) + be32(0) + be16(1) + [UInt8](repeating: 0, count: 32) + be16(0x18) + be16(0xFFFF)
        entry += configuration(stream, isColor: isColor)
        if isColor { entry += colors }
        // Frames may reference up to 15 others, and blocks use intra prediction.
        entry += fullBox("ccst", be32(0x7C00_0000))
        if !isColor { entry += fullBox("auxi", Array(AVIFContainer.alphaType.utf8)) }
        var runs: [UInt8] = []
        var runCount = 0
        for (index, chunk) in stream.chunks.enumerated() where index == 0 || chunk.frames != stream.chunks[index - 1].frames {
            runs += be32(index + 1) + be32(chunk.frames) + be32(1)
            runCount += 1
        }
        let count = be32(stream.sizes.count)
        var content = fullBox("stsd", be32(1) + box("av01", entry)) + fullBox("stts", be32(1) + count + be32(frameTicks))
        content += fullBox("stsc", be32(runCount) + runs) + fullBox("stsz", be32(0) + count + stream.sizes.flatMap { be32($0) })
        content += fullBox("stco", be32(stream.chunks.count) + stream.chunks.flatMap { be32(start + $0.offset) })
        // Only the first frame is a sync sample.
        return box("stbl", content + fullBox("stss", be32(1) + be32(1)))
    }

    // MARK: Bytes

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] { be32(content.count + 8) + Array(type.utf8) + content }

    private func fullBox(_ type: String, version: Int = 0, flags: Int = 0, _ content: [UInt8]) -> [UInt8] {
        box(type, be32(version << 24 | flags) + content)
    }

    private func be16(_ value: Int) -> [UInt8] { [UInt8](big: value, bytes: 2) }
    private func be32(_ value: Int) -> [UInt8] { [UInt8](big: value, bytes: 4) }
    private func be64(_ value: Int) -> [UInt8] { [UInt8](big: value, bytes: 8) }
}

/// The fields of an AV1 sequence header that the container needs.
struct AV1SequenceHeader {
    /// The level that a decoder must support, as in the format.
    private(set) var level = 0
    private(set) var tier = 0

    /// - Parameter bytes: an OBU with its size, as libaom writes it: without timing info, with one operating point.
    init(_ bytes: [UInt8]) {
        // The OBU's type and size, one byte each, come first.
        var at = 16
        func bits(_ count: Int) -> Int {
            defer { at += count }
            return (at..<at + count).reduce(0) { value, bit in
                value << 1 | (bit / 8 < bytes.count ? Int(bytes[bit / 8]) >> (7 - bit % 8) & 1 : 0)
            }
        }
        _ = bits(4)
        let isReduced = bits(1) == 1
        if !isReduced { _ = bits(1 + 1 + 5 + 12) }
        level = bits(5)
        if !isReduced, level > 7 { tier = bits(1) }
    }
}
