package import SVGAImage
package import SVGAModel
import SVGAPixels
package import SVGASupport

/// Writes frames as one JPEG XL file. It is lossless by default, and if lossless is smaller.
///
/// Only changes since the previous frame are stored, and times are exact. Equal consecutive frames become one frame of a transparent pixel.
/// They cannot extend the previous frame, because its duration is written before the repetition is known. An output of one frame is a still
/// picture.
package final class JXLSink: FrameSink {
    package static let repetition = Repetition.stored(maximum: Int(UInt32.max))

    private let options: JXLOptions
    private var file: SinkFile
    private var encoder: JXLFrameEncoder?
    /// The frames equal to the last one written.
    private var repeated: Range<Int>?

    /// - Parameter options: lossless or a quality, and the encoding effort.
    package init(to destination: OutputDestination, options: JXLOptions = JXLOptions()) {
        file = SinkFile(destination)
        self.options = options
    }

    package var byteCount: Int { file.byteCount }
    package func memory(width: Int, height: Int, frames: Int) -> SinkMemory { SinkMemory(pixels: width * height, encoding: 128) }

    /// - Throws: ``SVGAError/Kind/encoding`` if a side of the canvas exceeds 2¹⁸ pixels or libjxl is missing; errors of creating the
    ///   file.
    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(SVGAError) -> JXLFrameEncoder {
        try plan.check(maximumSide: JXLEncoder.maximumSide, of: "JPEG XL")
        let isExact = if options.isLossless { true } else { try isSmallerExact(plan, preview) }
        let encoder = try JXLFrameEncoder(plan, options: isExact ? JXLOptions(effort: options.effort) : options)
        try file.open()
        try file.append(encoder.header)
        self.encoder = encoder
        return encoder
    }

    /// Whether the first, the middle and the last frame are smaller with lossless encoding, as for flat art.
    private func isSmallerExact(_ plan: ExportPlan, _ preview: FramePreview) throws(SVGAError) -> Bool {
        var bytes = (lossy: 0, exact: 0)
        for position in Set([0, plan.frames.count / 2, plan.frames.count - 1]) {
            let area = PixelRect(x: 0, y: 0, width: plan.widthPixels, height: plan.heightPixels)
            let frame = JXLEncoder.Frame(area: area, pixels: try preview.pixels(at: position))
            func count(_ options: JXLOptions) throws(SVGAError) -> Int {
                try encoding(frame: plan.frames[position]) { () throws(SVGAError) in
                    try JXLEncoder(options: options, width: plan.widthPixels, height: plan.heightPixels).encode(frame).count
                }
            }
            bytes.lossy += try count(options)
            bytes.exact += try count(JXLOptions(effort: options.effort))
        }
        return bytes.exact <= bytes.lossy
    }

    package func write(_ packet: [UInt8], at position: Int) throws(SVGAError) {
        guard packet.isEmpty else {
            try writeRepeated()
            return try file.append(packet)
        }
        if let frames = repeated, let encoder, encoder.ticks(in: frames.lowerBound..<position + 1) > JXLEncoder.maximumTicks {
            try writeRepeated()
        }
        repeated = (repeated?.lowerBound ?? position)..<position + 1
    }

    private func writeRepeated() throws(SVGAError) {
        guard let frames = repeated, let encoder else { return }
        try file.append(try encoder.encode(repeated: frames))
        repeated = nil
    }

    package func finish() throws(SVGAError) { try writeRepeated() }
    package func commit() throws(SVGAError) { try file.commit() }
    package func abandon() { file.abandon() }
}

/// Encodes one frame of a JPEG XL animation, or the whole file if there is one frame.
package struct JXLFrameEncoder: FrameEncoder {
    package static let comparesFrames = true
    /// The format's maximum denominator of a frame rate.
    private static let largestDenominator = 1024
    /// The time base for frame rates that the format cannot represent.
    private static let microseconds = 1_000_000

    private let plan: ExportPlan
    private let encoder: JXLEncoder
    private let isLossless: Bool
    private let isExact: Bool
    /// Written before the first frame; empty for a still picture, whose file already contains it.
    let header: [UInt8]

    init(_ plan: ExportPlan, options: JXLOptions) throws(SVGAError) {
        self.plan = plan
        isLossless = options.isLossless
        let rate = plan.frameRate
        isExact = rate.denominator <= JXLFrameEncoder.largestDenominator
        let clock = JXLEncoder.Clock(
            numerator: isExact ? rate.numerator : JXLFrameEncoder.microseconds, denominator: isExact ? rate.denominator : 1,
            loops: plan.loops)
        let isAnimation = plan.frames.count > 1
        let encoder = JXLEncoder(
            options: options, width: plan.widthPixels, height: plan.heightPixels, clock: isAnimation ? clock : nil)
        self.encoder = encoder
        header = try isAnimation ? encoding(frame: plan.frames[0]) { () throws(SVGAError) in try encoder.header() } : []
    }

    /// - Returns: no bytes for a frame equal to the previous one.
    package func encode(_ picture: FramePicture) throws(SVGAError) -> [UInt8] {
        let patch = FramePatch(
            picture, width: plan.widthPixels, height: plan.heightPixels, isWhole: picture.position == 0, leavesOut: isLossless)
        return patch.isUnchanged ? [] : try encode(patch, picture.position..<picture.position + 1, by: encoder)
    }

    /// Encodes a frame that extends the previous one over these positions.
    fileprivate func encode(repeated positions: Range<Int>) throws(SVGAError) -> [UInt8] {
        try encode(.unchanged, positions, by: encoder.ofTinyFrames)
    }

    /// - Parameter positions: the positions in the output.
    private func encode(_ patch: FramePatch, _ positions: Range<Int>, by encoder: JXLEncoder) throws(SVGAError) -> [UInt8] {
        let index = plan.frames[positions.lowerBound]
        let ticks = ticks(in: positions)
        guard ticks <= JXLEncoder.maximumTicks else { throw .encode(frame: index, reason: "JPEG XL does not support such a long frame") }
        let frame = JXLEncoder.Frame(
            area: patch.area, pixels: patch.pixels, isLaidOver: patch.isLaidOver, ticks: ticks,
            isLast: positions.upperBound == plan.frames.count)
        let bytes = try encoding(frame: index) { () throws(SVGAError) in try encoder.encode(frame) }
        guard bytes.starts(with: header) else { throw .encode(frame: index, reason: "libjxl wrote an unexpected header") }
        return Array(bytes.dropFirst(header.count))
    }

    /// The duration of these positions, in ticks.
    fileprivate func ticks(in positions: Range<Int>) -> Int {
        if isExact { return positions.count }
        func ticks(until position: Int) -> Int { plan.ticks(at: position, ticksPerSecond: JXLFrameEncoder.microseconds) }
        return ticks(until: positions.upperBound) - ticks(until: positions.lowerBound)
    }
}
