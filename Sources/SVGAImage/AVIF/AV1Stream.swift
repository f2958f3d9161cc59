import CAom
import SVGAModel
import SVGAPlatform
import SVGASupport

/// Encodes the colors or the alpha of an AVIF file by libaom, frame after frame. Not to be used by two threads at once.
///
/// Unchecked, because the compiler cannot see this: only the sink that owns it calls it, one call after the other, though from several threads.
package final class AV1Stream: @unchecked Sendable {
    /// Which of the planes it encodes.
    package enum Part: Sendable { case color, alpha }

    private let part: Part
    private let width: Int
    private let height: Int
    /// libaom keeps its address.
    private let codec = UnsafeMutablePointer<aom_codec_ctx_t>.allocate(capacity: 1)
    /// The chroma of alpha, which libaom wants to see and does not encode.
    private let neutral: [UInt8]
    private var frames = 0
    /// As an OBU.
    package private(set) var sequenceHeader: [UInt8] = []

    /// - Parameters:
    ///   - width: in pixels, at most ``AVIFContainer/maximumSide``.
    ///   - height: in pixels, at most ``AVIFContainer/maximumSide``.
    ///   - isStill: there is one frame only.
    /// - Throws: ``ImageError/encoding(_:reason:)``.
    package init(_ part: Part, options: AVIFOptions, width: Int, height: Int, isStill: Bool) throws(ImageError) {
        self.part = part
        self.width = width
        self.height = height
        neutral = part == .alpha ? [UInt8](repeating: 128, count: ((width + 1) / 2) * ((height + 1) / 2)) : []
        codec.initialize(to: aom_codec_ctx_t())
        try ImageError.check(.aom, toWrite: .unknown)
        var settings = aom_codec_enc_cfg_t()
        let usage = isStill ? AOM_USAGE_ALL_INTRA : AOM_USAGE_GOOD_QUALITY
        try check(aom_codec_enc_config_default(aom_codec_av1_cx(), &settings, UInt32(usage)))
        settings.g_w = UInt32(width)
        settings.g_h = UInt32(height)
        settings.g_threads = UInt32(min(8, max(1, options.threads > 0 ? options.threads : Processors.count)))
        settings.g_profile = part == .color ? 1 : 0
        settings.monochrome = part == .color ? 0 : 1
        settings.rc_end_usage = AOM_Q
        // Gifts have no cuts, and whoever shows one begins at its first frame.
        settings.kf_mode = AOM_KF_DISABLED
        settings.g_lag_in_frames = min(settings.g_lag_in_frames, AV1Stream.framesAhead(width: width, height: height))
        if isStill {
            settings.g_limit = 1
            settings.g_lag_in_frames = 0
        }
        try check(svga_aom_open(codec, &settings))
        for (control, value) in controls(options, isStill: isStill) { try check(svga_aom_set(codec, Int32(control), Int32(value))) }
        try readSequenceHeader()
    }

    deinit {
        if codec.pointee.priv != nil { aom_codec_destroy(codec) }
        codec.deallocate()
    }

    /// How many frames libaom may hold to look ahead, in 128 MB but at least 8: it stores each with a wide border.
    private static func framesAhead(width: Int, height: Int) -> UInt32 {
        let bytes = 3 * (width + 320) * (height + 320)
        return UInt32(max(8, min(64, (128 << 20) / bytes)))
    }

    private func controls(_ options: AVIFOptions, isStill: Bool) -> [(control: UInt32, value: Int)] {
        let speed = [6, 6, 6, 5, 4, 3, 2][options.effort]
        let level = part == .color ? options.level : options.alphaLevel
        var controls: [(UInt32, Int)] = [
            (AOME_SET_CPUUSED.rawValue, speed), (AOME_SET_CQ_LEVEL.rawValue, level), (AV1E_SET_ROW_MT.rawValue, 1),
            (AV1E_SET_COLOR_RANGE.rawValue, 1), (AV1E_SET_LOSSLESS.rawValue, options.isLossless ? 1 : 0),
        ]
        // Flat areas and repeated shapes are what drawn art shares with the contents of a screen.
        if options.effort > 0 { controls.append((AV1E_SET_TUNE_CONTENT.rawValue, Int(AOM_CONTENT_SCREEN.rawValue))) }
        if part == .color {
            controls.append((AV1E_SET_COLOR_PRIMARIES.rawValue, Int(AOM_CICP_CP_BT_709.rawValue)))
            controls.append((AV1E_SET_TRANSFER_CHARACTERISTICS.rawValue, Int(AOM_CICP_TC_SRGB.rawValue)))
            let matrix = options.isLossless ? AOM_CICP_MC_IDENTITY : AOM_CICP_MC_BT_601
            controls.append((AV1E_SET_MATRIX_COEFFICIENTS.rawValue, Int(matrix.rawValue)))
        }
        return controls
    }

    private func readSequenceHeader() throws(ImageError) {
        guard let header = aom_codec_get_global_headers(codec) else { throw error() }
        sequenceHeader = [UInt8](UnsafeRawBufferPointer(start: header.pointee.buf, count: header.pointee.sz))
        free(header.pointee.buf)
        free(header)
    }

    /// - Parameter planes: of the next frame; nil: there are no more.
    /// - Returns: frames that are finished, in order; libaom looks some frames ahead.
    /// - Throws: ``ImageError/encoding(_:reason:)``, ``ImageError/canceled``.
    package func encode(_ planes: AVIFPlanes?) throws(ImageError) -> [[UInt8]] {
        if let planes { return try planes.samples.withUnsafeBufferPointer { (samples) throws(ImageError) in try add(planes, samples) } }
        var finished: [[UInt8]] = []
        while true {
            let more = try next(nil)
            if more.isEmpty { return finished }
            finished += more
        }
    }

    private func add(_ planes: AVIFPlanes, _ samples: UnsafeBufferPointer<UInt8>) throws(ImageError) -> [[UInt8]] {
        try neutral.withUnsafeBufferPointer { (neutral) throws(ImageError) in
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

    private func next(_ image: UnsafePointer<aom_image_t>?) throws(ImageError) -> [[UInt8]] {
        if Task.isCancelled { throw .cancelled }
        try check(aom_codec_encode(codec, image, Int64(frames), 1, 0))
        frames += 1
        var finished: [[UInt8]] = []
        var iterator: aom_codec_iter_t?
        while let packet = aom_codec_get_cx_data(codec, &iterator) {
            guard packet.pointee.kind == AOM_CODEC_CX_FRAME_PKT else { continue }
            let frame = packet.pointee.data.frame
            let bytes = UnsafeRawBufferPointer(start: frame.buf, count: frame.sz)
            // Files have no use for the delimiter between frames, two bytes.
            finished.append([UInt8](bytes.starts(with: [0x12, 0]) ? UnsafeRawBufferPointer(rebasing: bytes[2...]) : bytes))
        }
        return finished
    }

    private func check(_ status: aom_codec_err_t) throws(ImageError) {
        if status != AOM_CODEC_OK { throw error() }
    }

    private func error() -> ImageError {
        let detail = aom_codec_error_detail(codec).map { String(cString: $0) }
        return .encoding(.unknown, reason: detail ?? String(cString: aom_codec_err_to_string(codec.pointee.err)))
    }
}
