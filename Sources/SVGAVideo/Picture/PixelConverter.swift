import SVGASupport

#if Video
    import CLibAV
    import SVGAExport
    import SVGAModel
    import SVGAPixels

    /// What a frame becomes before it is encoded.
    struct PictureFormat: Sendable {
        let pixels: AVPixelFormat
        let layout: CanvasLayout
        /// Beside the frame, a pixel of ``Canvas``; nil: its last row and column again.
        let padding: UInt32?
        /// How a person calls a format that has no alpha; nil where it has.
        let opaqueName: String?
    }

    /// Owns one of swscale's contexts, and the canvas it reads.
    ///
    /// Unchecked: a converter is known only to ``PixelConverters`` or to the one task that took it from there.
    final class PixelConverter: @unchecked Sendable {
        private let context: OpaquePointer
        private let canvas: Canvas
        private let format: PictureFormat

        init(_ format: PictureFormat) throws(ExportError) {
            self.format = format
            canvas = Canvas(format.layout, padding: format.padding)
            let (width, height) = (Int32(format.layout.width), Int32(format.layout.height))
            // Alpha is copied by hand, exactly; swscale is faster without it.
            let source = format.pixels == AV_PIX_FMT_ARGB ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB0
            let flags = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP
            guard
                let context = sws_getContext(
                    width, height, source, width, height, PixelConverter.withoutAlpha(format.pixels), flags, nil, nil, nil)
            else { throw LibAV.noMemory(for: "swscale") }
            self.context = context
            let matrix = sws_getCoefficients(SWS_CS_ITU709)
            // BT.709, limited range: what VideoEncoder writes on the file. RGB to RGB refuses, and needs none.
            _ = sws_setColorspaceDetails(context, matrix, 1, matrix, 0, 0, 1 << 16, 1 << 16)
        }

        deinit { sws_freeContext(context) }

        func convert(_ picture: FramePicture, into target: VideoPicture) throws(ExportError) {
            let frame = picture.pixels.assumingMemoryBound(to: UInt32.self)
            if let alpha = format.layout.alpha {
                canvas.split(frame, alpha: alpha)
            } else if !canvas.copy(frame), let name = format.opaqueName {
                throw .alphaNotHeld(format: name, frame: picture.frame)
            }
            let height = Int32(format.layout.height)
            var source = canvas.bytes.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
            var bytesPerRow = Int32(canvas.bytesPerRow)
            let rows = withUnsafePointer(to: &target.frame.pointee.data) { data in
                withUnsafePointer(to: &target.frame.pointee.linesize) { lines in
                    data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) { data in
                        lines.withMemoryRebound(to: Int32.self, capacity: 8) { lines in
                            sws_scale(context, &source, &bytesPerRow, 0, height, data, lines)
                        }
                    }
                }
            }
            guard rows == height else { throw .codec("swscale", reason: LibAV.text(of: rows)) }
            copyAlpha(frame, to: target)
        }

        /// The planes of colours only.
        private static func withoutAlpha(_ format: AVPixelFormat) -> AVPixelFormat {
            switch format {
            case AV_PIX_FMT_YUVA420P: AV_PIX_FMT_YUV420P
            case AV_PIX_FMT_YUVA444P10LE: AV_PIX_FMT_YUV444P10LE
            default: format
            }
        }

        private func copyAlpha(_ frame: UnsafeBufferPointer<UInt32>, to target: VideoPicture) {
            guard let plane = target.frame.pointee.data.3 else { return }
            let (width, height) = (format.layout.colors.width, format.layout.colors.height)
            for y in 0..<height {
                let source = UnsafeBufferPointer(rebasing: frame[y * width..<(y + 1) * width])
                let row = UnsafeMutableRawPointer(plane + y * Int(target.frame.pointee.linesize.3))
                if format.pixels == AV_PIX_FMT_YUVA420P {
                    let row = row.assumingMemoryBound(to: UInt8.self)
                    for x in 0..<width { row[x] = UInt8(truncatingIfNeeded: source[x] >> 24) }
                } else {
                    // 10 bits, 255 becoming 1023.
                    let row = row.assumingMemoryBound(to: UInt16.self)
                    for x in 0..<width { row[x] = UInt16(truncatingIfNeeded: (source[x] >> 24) << 2 | source[x] >> 30) }
                }
            }
        }
    }

    /// Converters for as many frames as are converted at once.
    final class PixelConverters: Sendable {
        private let format: PictureFormat
        private let free = Locked<[PixelConverter]>([])

        /// - Throws: what making the first converter does.
        init(_ format: PictureFormat) throws(ExportError) {
            self.format = format
            put(try PixelConverter(format))
        }

        func take() throws(ExportError) -> PixelConverter {
            if let converter = free.withLock({ $0.popLast() }) { return converter }
            return try PixelConverter(format)
        }

        func put(_ converter: PixelConverter) { free.withLock { $0.append(converter) } }
    }
#endif
