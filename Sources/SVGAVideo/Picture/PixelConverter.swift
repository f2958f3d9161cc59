#if Video
    import CLibAV
    import SVGAExport
    import SVGAModel
    import SVGAPixels
    import SVGASupport

    /// The picture format that a codec requires.
    struct PictureFormat: Sendable {
        let pixels: AVPixelFormat
        let layout: VideoLayout
        /// The color of the padding, as a pixel of ``ConverterInput``; nil repeats the last row and column.
        let padding: UInt32?
        /// The format's name for errors if it has no alpha; nil if it has alpha.
        let opaqueName: String?
        /// The sprites that players draw; nil: none.
        let fusion: FusionPlan?
        /// The colors of pixels below this alpha are smoothed; nil: none.
        var faintAlpha: UInt32?
    }

    /// Owns a swscale context and its input.
    ///
    /// Unchecked: a converter belongs to ``PixelConverters`` or to the one task that took it.
    final class PixelConverter: @unchecked Sendable {
        private let context: OpaquePointer
        private let input: ConverterInput
        private let format: PictureFormat
        private let masks: FusionPainter?

        init(_ format: PictureFormat) throws(SVGAError) {
            self.format = format
            input = ConverterInput(format.layout, padding: format.padding, faintAlpha: format.faintAlpha)
            masks = if let fusion = format.fusion { try FusionPainter(fusion) } else { nil }
            let (width, height) = (Int32(format.layout.width), Int32(format.layout.height))
            // Alpha is copied separately and exactly; swscale is faster without it.
            let source = format.pixels == AV_PIX_FMT_ARGB ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB0
            let flags = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP
            guard
                let context = sws_getContext(
                    width, height, source, width, height, PixelConverter.withoutAlpha(format.pixels), flags, nil, nil, nil)
            else { throw LibAV.noMemory(for: "swscale") }
            self.context = context
            let matrix = sws_getCoefficients(SWS_CS_ITU709)
            // BT.709, limited range, as VideoCodec declares it. From RGB to RGB the call fails, and is not needed.
            _ = sws_setColorspaceDetails(context, matrix, 1, matrix, 0, 0, 1 << 16, 1 << 16)
        }

        deinit { sws_freeContext(context) }

        func convert(_ picture: FramePicture, into target: VideoPicture) throws(SVGAError) {
            let frame = picture.pixels.assumingMemoryBound(to: UInt32.self)
            if let alpha = format.layout.alpha {
                input.split(frame, alpha: alpha)
                try masks?.paint(frame: picture.frame, into: input, areas: format.layout.masks)
            } else if !input.copy(frame), let name = format.opaqueName {
                throw .alphaNotHeld(format: name, frame: picture.frame)
            }
            let height = Int32(format.layout.height)
            var source = input.bytes.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
            var bytesPerRow = Int32(input.bytesPerRow)
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

        /// The color planes.
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
                    // 10 bits: 255 becomes 1023.
                    let row = row.assumingMemoryBound(to: UInt16.self)
                    for x in 0..<width { row[x] = UInt16(truncatingIfNeeded: (source[x] >> 24) << 2 | source[x] >> 30) }
                }
            }
        }
    }

    /// A pool of converters, one per concurrent conversion.
    final class PixelConverters: Sendable {
        private let format: PictureFormat
        private let free = Locked<[PixelConverter]>([])

        /// - Throws: errors of creating the first converter.
        init(_ format: PictureFormat) throws(SVGAError) {
            self.format = format
            put(try PixelConverter(format))
        }

        func take() throws(SVGAError) -> PixelConverter {
            if let converter = free.withLock({ $0.popLast() }) { return converter }
            return try PixelConverter(format)
        }

        func put(_ converter: PixelConverter) { free.withLock { $0.append(converter) } }
    }

    /// The RGBA picture that swscale reads, with a frame in its encoded layout.
    ///
    /// Every frame is copied, because swscale's SIMD code reads beyond the end of rows.
    final class ConverterInput {
        let bytes: UnsafeMutableRawBufferPointer
        let bytesPerRow: Int
        private let layout: VideoLayout
        /// The color of the padding; nil repeats the frame's last row and column.
        private let padding: UInt32?
        /// The frame's alpha, if it is drawn beside the colors.
        private var alphas: [UInt8]
        /// Smooths the colors of faint pixels; nil: they stay.
        private var faint: FaintColors?

        /// - Parameter faintAlpha: ``copy(_:)`` smooths the colors of pixels below this alpha; nil: none.
        init(_ layout: VideoLayout, padding: UInt32?, faintAlpha: UInt32? = nil) {
            self.layout = layout
            faint = faintAlpha.map { FaintColors(width: layout.colors.width, height: layout.colors.height, faint: $0) }
            self.padding = padding
            alphas = layout.alpha == nil ? [] : [UInt8](repeating: 0, count: layout.colors.width * layout.colors.height)
            bytesPerRow = (4 * layout.width + 63) / 64 * 64
            bytes = .allocate(byteCount: bytesPerRow * layout.height + 64, alignment: 64)
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            guard layout.alpha != nil else { return }
            // The gap and the margins, which frames do not cover.
            for y in 0..<layout.height { pixels(y).update(repeating: ConverterInput.black) }
        }

        deinit { bytes.deallocate() }

        /// Opaque black in memory order R, G, B, A on a little-endian machine.
        static let black: UInt32 = 0xFF00_0000

        private func pixels(_ y: Int) -> UnsafeMutableBufferPointer<UInt32> {
            let row = UnsafeMutableRawBufferPointer(rebasing: bytes[y * bytesPerRow..<y * bytesPerRow + 4 * layout.width])
            return row.assumingMemoryBound(to: UInt32.self)
        }

        /// Copies a frame. Only the colors of faint pixels may change.
        /// - Returns: whether it is opaque.
        func copy(_ frame: UnsafeBufferPointer<UInt32>) -> Bool {
            let (width, height) = (layout.colors.width, layout.colors.height)
            var all = UInt32.max
            for y in 0..<height {
                let row = pixels(y)
                let source = UnsafeBufferPointer(rebasing: frame[y * width..<(y + 1) * width])
                for x in 0..<width {
                    all &= source[x]
                    row[x] = source[x]
                }
                for x in width..<max(width, layout.width) { row[x] = padding ?? row[width - 1] }
            }
            for y in height..<max(height, layout.height) {
                let (row, above) = (pixels(y), pixels(height - 1))
                for x in 0..<layout.width { row[x] = padding ?? above[x] }
            }
            faint?.smooth(pixels)
            return all >> 24 == 0xFF
        }

        /// Draws the frame over black, and its alpha as gray beside it.
        func split(_ frame: UnsafeBufferPointer<UInt32>, alpha area: PixelRect) {
            let width = layout.colors.width
            for y in 0..<layout.colors.height {
                let colors = pixels(y)
                let source = UnsafeBufferPointer(rebasing: frame[y * width..<(y + 1) * width])
                for x in 0..<width {
                    let alpha = source[x] >> 24
                    colors[x] = ConverterInput.black | AlphaConversion.multiplied(source[x], by: alpha)
                    alphas[y * width + x] = UInt8(truncatingIfNeeded: alpha)
                }
            }
            alphas.withUnsafeBufferPointer { paint($0, width: width, height: layout.colors.height, into: area) }
        }

        /// Fills an area with black.
        func clear(_ area: PixelRect) {
            for y in area.minY..<area.maxY { pixels(y)[area.minX..<area.maxX].update(repeating: ConverterInput.black) }
        }

        /// Scales a plane down to an area, as gray.
        func paint(_ plane: UnsafeBufferPointer<UInt8>, width: Int, height: Int, into area: PixelRect) {
            PlaneShrinker(width: width, height: height, newWidth: area.width, newHeight: area.height).shrink(plane) { y, row in
                let greys = pixels(area.y + y)
                for x in 0..<row.count { greys[area.x + x] = ConverterInput.black | UInt32(row[x]) &* 0x01_0101 }
            }
        }
    }
#endif
