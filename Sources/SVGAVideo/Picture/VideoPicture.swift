import SVGAModel

#if Video
    import CLibAV
    import SVGAExport

    /// A frame in the codec's pixel format, ready to be encoded.
    ///
    /// Unchecked, because the compiler cannot verify exclusive access: only the creating task uses it until the sink receives it,
    /// then only the sink. Its memory returns to a pool with atomic operations.
    package final class VideoPicture: @unchecked Sendable {
        let frame: UnsafeMutablePointer<AVFrame>

        fileprivate init(_ frame: UnsafeMutablePointer<AVFrame>) { self.frame = frame }

        deinit {
            var frame: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&frame)
        }
    }

    /// A pool of pictures of one size and format.
    ///
    /// Unchecked: libav documents taking and returning buffers as thread-safe, and nothing else happens after init.
    /// The pool lives until its last buffer is returned.
    final class PicturePool: @unchecked Sendable {
        private let buffers: OpaquePointer
        private let format: AVPixelFormat
        private let width: Int32
        private let height: Int32

        init(format: AVPixelFormat, width: Int, height: Int) throws(SVGAError) {
            guard let width = Int32(exactly: width), let height = Int32(exactly: height) else { throw LibAV.noMemory(for: "the frame") }
            let byteCount = av_image_get_buffer_size(format, width, height, PicturePool.alignment)
            try LibAV.check(byteCount, "a frame of \(width) × \(height)")
            // SIMD code may write beyond the last row.
            guard let buffers = av_buffer_pool_init(Int(byteCount) + Int(PicturePool.alignment), nil) else {
                throw LibAV.noMemory(for: "the frame")
            }
            self.buffers = buffers
            self.format = format
            self.width = width
            self.height = height
        }

        deinit {
            var buffers: OpaquePointer? = buffers
            av_buffer_pool_uninit(&buffers)
        }

        private static let alignment: Int32 = 64

        func take() throws(SVGAError) -> VideoPicture {
            guard let frame = av_frame_alloc() else { throw LibAV.noMemory(for: "the frame") }
            let picture = VideoPicture(frame)
            guard let buffer = av_buffer_pool_get(buffers) else { throw LibAV.noMemory(for: "the frame") }
            frame.pointee.buf.0 = buffer
            frame.pointee.format = format.rawValue
            frame.pointee.width = width
            frame.pointee.height = height
            // ProRes encoders write these values into every frame.
            frame.pointee.color_primaries = AVCOL_PRI_BT709
            frame.pointee.color_trc = AVCOL_TRC_BT709
            frame.pointee.colorspace = AVCOL_SPC_BT709
            let result = withUnsafeMutablePointer(to: &frame.pointee.data) { data in
                withUnsafeMutablePointer(to: &frame.pointee.linesize) { lines in
                    data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) { data in
                        lines.withMemoryRebound(to: Int32.self, capacity: 8) { lines in
                            av_image_fill_arrays(data, lines, buffer.pointee.data, format, width, height, PicturePool.alignment)
                        }
                    }
                }
            }
            try LibAV.check(result, "the frame")
            return picture
        }
    }
#endif
