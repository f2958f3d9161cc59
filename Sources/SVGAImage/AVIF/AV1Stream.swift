import CAom
package import SVGAModel
import SVGAPlatform
import SVGASupport

/// Encodes the colors or the alpha of an AVIF file with libaom, frame by frame. Not thread-safe.
///
/// Unchecked: only the thread of the owning sink calls it, one call at a time.
package final class AV1Stream: @unchecked Sendable {
    /// The plane: color or alpha.
    package enum Part: Sendable { case color, alpha }

    private let part: Part
    private let width: Int
    private let height: Int
    /// libaom keeps this address.
    private let codec = UnsafeMutablePointer<aom_codec_ctx_t>.allocate(capacity: 1)
    /// The chroma planes of alpha, which libaom requires but does not encode.
    private let neutral: [UInt8]
    private var frames = 0
    /// The sequence header, as an OBU.
    package private(set) var sequenceHeader: [UInt8] = []

    /// - Parameters:
    ///   - width: in pixels, at most ``AVIFContainer/maximumSide``.
    ///   - height: in pixels, at most ``AVIFContainer/maximumSide``.
    ///   - isStill: whether there is only one frame.
    /// - Throws: ``SVGAError/Kind/encoding``.
    package init(_ part: Part, options: AVIFOptions, width: Int, height: Int, isStill: Bool) throws(SVGAError) {
        self.part = part
        self.width = width
        self.height = height
        neutral = part == .alpha ? [UInt8](repeating: 128, count: ((width + 1) / 2) * ((height + 1) / 2)) : []
        codec.initialize(to: aom_codec_ctx_t())
        try SVGAError.check(.aom, toWrite: .unknown)
        var settings = aom_codec_enc_cfg_t()
        let usage = isStill ? AOM_USAGE_ALL_INTRA : AOM_USAGE_GOOD_QUALITY
        try check(aom_codec_enc_config_default(aom_codec_av1_cx(), &settings, UInt32(usage)))
        settings.g_w = UInt32(width)
        settings.g_h = UInt32(height)
        settings.g_threads = UInt32(min(8, max(1, options.threads > 0 ? options.threads : Processors.count)))
        settings.g_profile = part == .color ? 1 : 0
        settings.monochrome = part == .color ? 0 : 1
        settings.rc_end_usage = AOM_Q
        // Movies have no cuts, and playback begins at the first frame.
        settings.kf_mode = AOM_KF_DISABLED
        settings.g_lag_in_frames = min(settings.g_lag_in_frames, AV1Stream.framesAhead(width: width, height: height))
        if isStill {
            settings.g_limit = 1
            settings.g_lag_in_frames = 0
        }
        try check(svga_aom_open(codec, &settings))
        for (control, value) in controls(options) { try check(svga_aom_set(codec, Int32(control), Int32(value))) }
        try readSequenceHeader()
    }

    deinit {
        close()
        codec.deallocate()
    }

    /// Frees what libaom holds. Nothing else may be called afterwards.
    package func close() {
        if codec.pointee.priv != nil { aom_codec_destroy(codec) }
    }

    /// The number of frames that libaom may buffer as lookahead: 128 MB, at least 8. libaom stores each frame with a wide border.
    private static func framesAhead(width: Int, height: Int) -> UInt32 {
        let bytes = 3 * (width + 320) * (height + 320)
        return UInt32(max(8, min(64, (128 << 20) / bytes)))
    }

    private func controls(_ options: AVIFOptions) -> [(control: UInt32, value: Int)] {
        let speed = [6, 6, 6, 5, 4, 3, 2][options.effort]
        let level = part == .color ? options.level : options.alphaLevel
        var controls: [(UInt32, Int)] = [
            (AOME_SET_CPUUSED.rawValue, speed), (AOME_SET_CQ_LEVEL.rawValue, level), (AV1E_SET_ROW_MT.rawValue, 1),
            (AV1E_SET_COLOR_RANGE.rawValue, 1), (AV1E_SET_LOSSLESS.rawValue, options.isLossless ? 1 : 0),
        ]
        // Drawn art has flat areas and repeated shapes, like screen content.
        if options.effort > 0 { controls.append((AV1E_SET_TUNE_CONTENT.rawValue, Int(AOM_CONTENT_SCREEN.rawValue))) }
        // Measured with three movies, without rectangular partitions: 0.7 to 0.8 times the processor time, 1 % larger at the same SSIM.
        if options.effort <= 2 { controls.append((AV1E_SET_ENABLE_RECT_PARTITIONS.rawValue, 0)) }
        if part == .color {
            controls.append((AV1E_SET_COLOR_PRIMARIES.rawValue, Int(AOM_CICP_CP_BT_709.rawValue)))
            controls.append((AV1E_SET_TRANSFER_CHARACTERISTICS.rawValue, Int(AOM_CICP_TC_SRGB.rawValue)))
            let matrix = options.isLossless ? AOM_CICP_MC_IDENTITY : AOM_CICP_MC_BT_601
            controls.append((AV1E_SET_MATRIX_COEFFICIENTS.rawValue, Int(matrix.rawValue)))
        }
        return controls
    }

    private func readSequenceHeader() throws(SVGAError) {
        guard let header = aom_codec_get_global_headers(codec) else { throw error() }
        sequenceHeader = [UInt8](UnsafeRawBufferPointer(start: header.pointee.buf, count: header.pointee.sz))
        free(header.pointee.buf)
        free(header)
    }

    /// Encodes a frame, or more of the frames that wait: libaom looks ahead by some frames, and may encode them in one call.
    /// - Parameter planes: of the next frame; nil after the last one, until no frame is returned.
    /// - Returns: the finished frames, in order.
    /// - Throws: ``SVGAError/Kind/encoding``.
    package func encode(_ planes: AVIFPlanes?) throws(SVGAError) -> [[UInt8]] {
        guard let planes else { return try next(nil) }
        return try planes.samples.withUnsafeBufferPointer { (samples) throws(SVGAError) in try add(planes, samples) }
    }

    private func add(_ planes: AVIFPlanes, _ samples: UnsafeBufferPointer<UInt8>) throws(SVGAError) -> [[UInt8]] {
        try neutral.withUnsafeBufferPointer { (neutral) throws(SVGAError) in
            var image = aom_image_t()
            let all = UnsafeMutablePointer(mutating: samples.baseAddress)
            let format = part == .color ? AOM_IMG_FMT_I444 : AOM_IMG_FMT_I420
            guard let all, aom_img_wrap(&image, format, UInt32(width), UInt32(height), 1, all) != nil else {
                throw .noMemory(encoding: .unknown)
            }
            image.range = AOM_CR_FULL_RANGE
            if part == .alpha {
                let gray = UnsafeMutablePointer(mutating: neutral.baseAddress)
                image.monochrome = 1
                image.planes = (all + 3 * planes.count, gray, gray)
                image.stride = (Int32(width), Int32((width + 1) / 2), Int32((width + 1) / 2))
            }
            return try next(&image)
        }
    }

    private func next(_ image: UnsafePointer<aom_image_t>?) throws(SVGAError) -> [[UInt8]] {
        try check(aom_codec_encode(codec, image, Int64(frames), 1, 0))
        frames += 1
        var finished: [[UInt8]] = []
        var iterator: aom_codec_iter_t?
        while let packet = aom_codec_get_cx_data(codec, &iterator) {
            guard packet.pointee.kind == AOM_CODEC_CX_FRAME_PKT else { continue }
            let frame = packet.pointee.data.frame
            let bytes = UnsafeRawBufferPointer(start: frame.buf, count: frame.sz)
            // The two-byte temporal delimiter is not needed in files.
            finished.append([UInt8](bytes.starts(with: [0x12, 0]) ? UnsafeRawBufferPointer(rebasing: bytes[2...]) : bytes))
        }
        return finished
    }

    private func check(_ status: aom_codec_err_t) throws(SVGAError) {
        if status != AOM_CODEC_OK { throw error() }
    }

    private func error() -> SVGAError {
        let detail = aom_codec_error_detail(codec).map { Message(cString: $0) }
        return .encoding(.unknown, reason: detail ?? Message(cString: aom_codec_err_to_string(codec.pointee.err)))
    }
}
