import CJxl
package import SVGAModel
package import SVGAPixels
import SVGASupport

/// The options of JPEG XL encoding.
package struct JXLOptions: Hashable, Sendable {
    package var quality: Int?
    package var effort: Int?

    /// The default is lossless.
    /// - Parameters:
    ///   - quality: nil or 100: lossless. 0 (smallest) to 99 (best): lossy without subsampling, on libjxl's scale, where 90 is visually
    ///     lossless. An animation that is smaller without loss is lossless at any quality.
    ///   - effort: 0 (fastest) to 6 (smallest); nil: 2.
    package init(quality: Int? = nil, effort: Int? = nil) {
        self.quality = quality
        self.effort = effort
    }

    package var isLossless: Bool { quality.map { $0 >= 100 } ?? true }

    /// libjxl's Butteraugli distance: 1 is visually lossless, larger is worse.
    var distance: Float {
        let quality = Float(min(100, max(0, quality ?? 100)))
        return quality >= 30 ? 0.1 + (100 - quality) * 0.09 : 53.0 / 3000 * quality * quality - 23.0 / 20 * quality + 25
    }

    /// The settings of libjxl; its own efforts go from 1 to 9, with 7 as the default.
    ///
    /// Measured over five lossless movies: small groups, all predictors, previous channels as context and no patch search. With them effort
    /// 5 is 4 to 27 % smaller than effort 7 without them, in about the same time.
    var settings: [(name: JxlEncoderFrameSettingId, value: Int64)] {
        let effort = min(6, max(0, effort ?? 2))
        guard isLossless else { return [(JXL_ENC_FRAME_SETTING_EFFORT, [3, 5, 7, 7, 8, 8, 9][effort])] }
        let tuned: [(JxlEncoderFrameSettingId, Int64)] = [
            (JXL_ENC_FRAME_SETTING_MODULAR_GROUP_SIZE, 0), (JXL_ENC_FRAME_SETTING_MODULAR_PREDICTOR, 15),
            (JXL_ENC_FRAME_SETTING_MODULAR_NB_PREV_CHANNELS, 1), (JXL_ENC_FRAME_SETTING_PATCHES, 0),
        ]
        return [(JXL_ENC_FRAME_SETTING_EFFORT, [1, 3, 5, 6, 7, 8, 9][effort])] + (effort > 1 ? tuned : [])
    }
}

/// Encodes frames of a JPEG XL file with libjxl. Thread-safe.
///
/// The file is its header followed by its frames, each of which begins at a full byte. So each frame can be encoded separately, by an
/// encoder that writes the same header before it.
package struct JXLEncoder: Sendable {
    /// The maximum side of a picture that all decoders must support, in pixels.
    package static let maximumSide = 1 << 18

    /// The maximum duration of a frame, in ticks.
    package static let maximumTicks = Int(UInt32.max)

    /// The timing of an animation.
    package struct Clock: Hashable, Sendable {
        /// Ticks in ``denominator`` seconds.
        package let numerator: Int
        /// At most 1024.
        package let denominator: Int
        /// The number of plays; 0: infinite.
        package let loops: Int

        package init(numerator: Int, denominator: Int, loops: Int) {
            self.numerator = numerator
            self.denominator = denominator
            self.loops = loops
        }
    }

    /// A stored frame.
    package struct Frame {
        /// The stored part of the canvas.
        package let area: PixelRect
        /// The pixels of the area: 8-bit RGBA with straight alpha, rows from the top without padding.
        package let pixels: [UInt8]
        /// Whether the frame is blended over the previous one. If not, it replaces all pixels of its area.
        package let isLaidOver: Bool
        package let ticks: Int
        package let isLast: Bool

        package init(area: PixelRect, pixels: [UInt8], isLaidOver: Bool = false, ticks: Int = 0, isLast: Bool = true) {
            self.area = area
            self.pixels = pixels
            self.isLaidOver = isLaidOver
            self.ticks = ticks
            self.isLast = isLast
        }
    }

    private let options: JXLOptions
    private let width: Int
    private let height: Int
    /// nil: a still picture.
    private let clock: Clock?
    private var isForTinyFrames = false

    package init(options: JXLOptions, width: Int, height: Int, clock: Clock? = nil) {
        self.options = options
        self.width = width
        self.height = height
        self.clock = clock
    }

    /// The encoder for frames of a few pixels, which are a third as large without 8×8 blocks.
    package var ofTinyFrames: JXLEncoder {
        var encoder = self
        encoder.isForTinyFrames = true
        return encoder
    }

    /// The bytes before the first frame of an animation.
    ///
    /// Their length is the difference of an encoder's output for its first frame and for an equal second one. Lossy frames do not always
    /// have equal lengths, so a lossless header is used, which differs in one bit.
    /// - Throws: like ``encode(_:)``.
    package func header() throws(SVGAError) -> [UInt8] {
        let blank = Frame(area: PixelRect(x: 0, y: 0, width: 1, height: 1), pixels: [0, 0, 0, 0], ticks: 1, isLast: false)
        let lossless = JXLEncoder(options: JXLOptions(effort: options.effort), width: width, height: height, clock: clock)
        let work = try Work()
        try work.setUp(lossless)
        try work.add(blank, of: lossless)
        let both = try work.output()
        try work.add(blank, of: lossless)
        let count = try both.count - work.output().count
        return try Array(encode(blank).prefix(count))
    }

    /// The header and one frame. Stops early if the task is canceled.
    /// - Throws: ``SVGAError/Kind/encoding``, ``SVGAError/Kind/cancelled``.
    package func encode(_ frame: Frame) throws(SVGAError) -> [UInt8] {
        let work = try Work()
        try work.setUp(self)
        try work.add(frame, of: self)
        return try work.output()
    }

    /// Owns the encoder.
    private struct Work: ~Copyable {
        private let handle: OpaquePointer
        /// Owned by the encoder.
        private let settings: OpaquePointer

        init() throws(SVGAError) {
            try SVGAError.check(.jxl, toWrite: .unknown)
            guard let handle = JxlEncoderCreate(nil) else { throw .noMemory(encoding: .unknown) }
            guard let settings = JxlEncoderFrameSettingsCreate(handle, nil) else {
                JxlEncoderDestroy(handle)
                throw .noMemory(encoding: .unknown)
            }
            self.handle = handle
            self.settings = settings
        }

        deinit { JxlEncoderDestroy(handle) }

        func setUp(_ encoder: JXLEncoder) throws(SVGAError) {
            var info = JxlBasicInfo()
            JxlEncoderInitBasicInfo(&info)
            info.xsize = UInt32(encoder.width)
            info.ysize = UInt32(encoder.height)
            info.bits_per_sample = 8
            info.num_color_channels = 3
            info.num_extra_channels = 1
            info.alpha_bits = 8
            info.uses_original_profile = encoder.options.isLossless ? JXL_TRUE : JXL_FALSE
            if let clock = encoder.clock {
                info.have_animation = JXL_TRUE
                info.animation.tps_numerator = UInt32(clock.numerator)
                info.animation.tps_denominator = UInt32(clock.denominator)
                info.animation.num_loops = UInt32(clock.loops)
            }
            var color = JxlColorEncoding()
            JxlColorEncodingSetToSRGB(&color, JXL_FALSE)
            try check(JxlEncoderSetParallelRunner(handle, inThisThread, nil))
            try check(JxlEncoderSetBasicInfo(handle, &info))
            try check(JxlEncoderSetColorEncoding(handle, &color))
            for (name, value) in encoder.options.settings { try check(JxlEncoderFrameSettingsSetOption(settings, name, value)) }
            if encoder.isForTinyFrames { try check(JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_MODULAR, 1)) }
            if encoder.options.isLossless {
                try check(JxlEncoderSetFrameLossless(settings, JXL_TRUE))
            } else {
                try check(JxlEncoderSetFrameDistance(settings, encoder.options.distance))
            }
        }

        func add(_ frame: Frame, of encoder: JXLEncoder) throws(SVGAError) {
            precondition(frame.pixels.count == 4 * frame.area.pixels)
            if encoder.clock != nil { try setHeader(frame) }
            var format = JxlPixelFormat(num_channels: 4, data_type: JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN, align: 0)
            try check(JxlEncoderAddImageFrame(settings, &format, frame.pixels, frame.pixels.count))
            if frame.isLast { JxlEncoderCloseFrames(handle) }
        }

        /// Each frame is kept as a reference for the next one.
        private func setHeader(_ frame: Frame) throws(SVGAError) {
            let kept: UInt32 = 1
            var header = JxlFrameHeader()
            JxlEncoderInitFrameHeader(&header)
            header.duration = UInt32(frame.ticks)
            header.layer_info.have_crop = JXL_TRUE
            header.layer_info.crop_x0 = Int32(frame.area.x)
            header.layer_info.crop_y0 = Int32(frame.area.y)
            header.layer_info.xsize = UInt32(frame.area.width)
            header.layer_info.ysize = UInt32(frame.area.height)
            header.layer_info.save_as_reference = frame.isLast ? 0 : kept
            var blending = JxlBlendInfo()
            JxlEncoderInitBlendInfo(&blending)
            blending.blendmode = frame.isLaidOver ? JXL_BLEND_BLEND : JXL_BLEND_REPLACE
            blending.source = kept
            header.layer_info.blend_info = blending
            try check(JxlEncoderSetFrameHeader(settings, &header))
            try check(JxlEncoderSetExtraChannelBlendInfo(settings, 0, &blending))
        }

        /// The output of the frames that were added since the last call.
        func output() throws(SVGAError) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 1 << 14)
            var count = 0
            while true {
                let status = bytes.withUnsafeMutableBufferPointer { buffer in
                    var next = buffer.baseAddress.map { $0 + count }
                    var left = buffer.count - count
                    let status = JxlEncoderProcessOutput(handle, &next, &left)
                    count = buffer.count - left
                    return status
                }
                if status == JXL_ENC_NEED_MORE_OUTPUT {
                    bytes.append(contentsOf: repeatElement(0, count: bytes.count))
                    continue
                }
                try check(status)
                return Array(bytes[..<count])
            }
        }

        private func check(_ status: JxlEncoderStatus) throws(SVGAError) {
            if status == JXL_ENC_SUCCESS { return }
            throw Task.isCancelled ? .cancelled : .encoding(.unknown, reason: "libjxl rejects this image")
        }
    }
}

/// Runs libjxl's parallel work in this thread: frames are already encoded in parallel. A canceled task stops it.
private func inThisThread(
    _: UnsafeMutableRawPointer?, _ work: UnsafeMutableRawPointer?, _ begin: JxlParallelRunInit?, _ run: JxlParallelRunFunction?,
    _ start: UInt32, _ end: UInt32
) -> JxlParallelRetCode {
    if let result = begin?(work, 1), result != 0 { return result }
    for index in start..<max(start, end) {
        if Task.isCancelled { return -1 }
        run?(work, index, 0)
    }
    return 0
}
