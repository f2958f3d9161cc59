package import SVGAImage
import SVGAModel
import SVGAPixels
package import SVGASupport

/// Frames as one JPEG XL file, lossless unless told otherwise, and where that is smaller.
///
/// Only what changed since the frame before is stored, and times are exact. Frames that look like the one before them are together one frame
/// of a transparent pixel that lasts as long as they do: how long a frame lasts is written before it is known whether others are like it. An
/// output of one frame is a still picture.
package final class JXLSink: FrameSink {
    package static let repetition = Repetition.stored(maximum: Int(UInt32.max))

    private let options: JXLOptions
    private var file: SinkFile
    private var encoder: JXLFrameEncoder?
    /// The frames that look like the last one written.
    private var repeated: Range<Int>?

    /// - Parameter options: lossless or how lossy, and how hard to compress.
    package init(to place: OutputPlace, options: JXLOptions = JXLOptions()) {
        file = SinkFile(place)
        self.options = options
    }

    package var byteCount: Int { file.byteCount }
    package func memory(width: Int, height: Int, frames: Int) -> SinkMemory { SinkMemory(pixels: width * height, encoding: 128) }

    /// - Throws: ``ExportError/encode(frame:reason:)`` for a canvas of more than 2¹⁸ pixels either way or where libjxl is missing, and what making
    ///   the file throws.
    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> JXLFrameEncoder {
        try plan.check(maximumSide: JXLEncoder.maximumSide, of: "JPEG XL")
        let isExact = if options.isLossless { true } else { try isSmallerExact(plan, preview) }
        let encoder = try JXLFrameEncoder(plan, options: isExact ? JXLOptions(effort: options.effort) : options)
        try file.open()
        try file.append(encoder.header)
        self.encoder = encoder
        return encoder
    }

    /// Whether the first, the middle and the last frame are smaller without loss, as flat art is.
    private func isSmallerExact(_ plan: ExportPlan, _ preview: FramePreview) throws(ExportError) -> Bool {
        var bytes = (lossy: 0, exact: 0)
        for position in Set([0, plan.frames.count / 2, plan.frames.count - 1]) {
            let area = PixelRect(x: 0, y: 0, width: plan.widthPixels, height: plan.heightPixels)
            let frame = JXLEncoder.Frame(area: area, pixels: try preview.pixels(at: position))
            func count(_ options: JXLOptions) throws(ExportError) -> Int {
                try encoding(frame: plan.frames[position]) { () throws(ImageError) in
                    try JXLEncoder(options: options, width: plan.widthPixels, height: plan.heightPixels).encode(frame).count
                }
            }
            bytes.lossy += try count(options)
            bytes.exact += try count(JXLOptions(effort: options.effort))
        }
        return bytes.exact <= bytes.lossy
    }

    package func write(_ packet: [UInt8], at position: Int) throws(ExportError) {
        guard packet.isEmpty else {
            try writeRepeated()
            return try file.append(packet)
        }
        if let frames = repeated, let encoder, encoder.ticks(in: frames.lowerBound..<position + 1) > JXLEncoder.maximumTicks {
            try writeRepeated()
        }
        repeated = (repeated?.lowerBound ?? position)..<position + 1
    }

    private func writeRepeated() throws(ExportError) {
        guard let frames = repeated, let encoder else { return }
        try file.append(try encoder.encode(repeated: frames))
        repeated = nil
    }

    package func finish() throws(ExportError) { try writeRepeated() }
    package func commit() throws(ExportError) { try file.commit() }
    package func abandon() { file.abandon() }
}

/// Makes one frame of a JPEG XL animation, or the whole file where there is one frame only.
package struct JXLFrameEncoder: FrameEncoder {
    package static let comparesFrames = true
    /// What a clock's denominator may be at most in the format.
    private static let largestDenominator = 1024
    /// Of the clock for frame rates that the format cannot hold.
    private static let microseconds = 1_000_000

    private let plan: ExportPlan
    private let encoder: JXLEncoder
    private let isLossless: Bool
    private let isExact: Bool
    /// Comes before the first frame; empty for a still picture, which has it already.
    let header: [UInt8]

    init(_ plan: ExportPlan, options: JXLOptions) throws(ExportError) {
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
        header = try isAnimation ? encoding(frame: plan.frames[0]) { () throws(ImageError) in try encoder.header() } : []
    }

    /// - Returns: nothing for a frame that looks like the one before it.
    package func encode(_ picture: FramePicture) throws(ExportError) -> [UInt8] {
        let patch = FramePatch(
            picture, width: plan.widthPixels, height: plan.heightPixels, isWhole: picture.position == 0, leavesOut: isLossless)
        return patch.isUnchanged ? [] : try encode(patch, picture.position..<picture.position + 1, by: encoder)
    }

    /// What makes the frame before these last through them.
    fileprivate func encode(repeated positions: Range<Int>) throws(ExportError) -> [UInt8] {
        try encode(.unchanged, positions, by: encoder.ofTinyFrames)
    }

    /// - Parameter positions: when it is shown.
    private func encode(_ patch: FramePatch, _ positions: Range<Int>, by encoder: JXLEncoder) throws(ExportError) -> [UInt8] {
        let index = plan.frames[positions.lowerBound]
        let ticks = ticks(in: positions)
        guard ticks <= JXLEncoder.maximumTicks else { throw .encode(frame: index, reason: "JPEG XL holds no frame that lasts so long") }
        let frame = JXLEncoder.Frame(
            area: patch.area, pixels: patch.pixels, isLaidOver: patch.isLaidOver, ticks: ticks,
            isLast: positions.upperBound == plan.frames.count)
        let bytes = try encoding(frame: index) { () throws(ImageError) in try encoder.encode(frame) }
        guard bytes.starts(with: header) else { throw .encode(frame: index, reason: "libjxl has written another header") }
        return Array(bytes.dropFirst(header.count))
    }

    /// How long these frames last.
    fileprivate func ticks(in positions: Range<Int>) -> Int {
        if isExact { return positions.count }
        func ticks(until position: Int) -> Int { plan.ticks(at: position, ticksPerSecond: JXLFrameEncoder.microseconds) }
        return ticks(until: positions.upperBound) - ticks(until: positions.lowerBound)
    }
}
