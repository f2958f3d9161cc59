#if Video
    import SVGAPixels

    /// Memory for one picture of RGBA, in which a frame is laid out as it will be encoded.
    ///
    /// A frame is copied here even where nothing is to be added, because swscale's vector instructions read beyond the end of rows.
    final class Canvas {
        let bytes: UnsafeMutableRawBufferPointer
        let bytesPerRow: Int
        private let layout: CanvasLayout
        /// What is beside the frame: a pixel, or nil for the frame's own last row and column again.
        private let padding: UInt32?

        init(_ layout: CanvasLayout, padding: UInt32?) {
            self.layout = layout
            self.padding = padding
            bytesPerRow = (4 * layout.width + 63) / 64 * 64
            bytes = .allocate(byteCount: bytesPerRow * layout.height + 64, alignment: 64)
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            guard layout.alpha != nil else { return }
            // The gap and the rest, which nobody paints over.
            for y in 0..<layout.height { pixels(y).update(repeating: Canvas.black) }
        }

        deinit { bytes.deallocate() }

        /// Opaque black in memory order R, G, B, A on a little-endian machine.
        static let black: UInt32 = 0xFF00_0000

        private func pixels(_ y: Int) -> UnsafeMutableBufferPointer<UInt32> {
            let row = UnsafeMutableRawBufferPointer(rebasing: bytes[y * bytesPerRow..<y * bytesPerRow + 4 * layout.width])
            return row.assumingMemoryBound(to: UInt32.self)
        }

        /// Copies a frame as it is.
        /// - Returns: whether all of it is opaque.
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
            return all >> 24 == 0xFF
        }

        /// Paints the frame over black, and its alpha as grey beside it.
        func split(_ frame: UnsafeBufferPointer<UInt32>, alpha area: PixelRect) {
            let width = layout.colors.width
            for y in 0..<layout.colors.height {
                let colors = pixels(y)
                let greys = UnsafeMutableBufferPointer(rebasing: pixels(area.y + y)[area.x..<area.x + width])
                let source = UnsafeBufferPointer(rebasing: frame[y * width..<(y + 1) * width])
                for x in 0..<width {
                    let alpha = source[x] >> 24
                    colors[x] = Canvas.black | AlphaConversion.multiplied(source[x], by: alpha)
                    greys[x] = Canvas.black | alpha &* 0x01_0101
                }
            }
        }
    }
#endif
