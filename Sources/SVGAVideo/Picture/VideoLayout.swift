import SVGASupport

#if Video
    import SVGAPixels

    /// The rectangles of a frame's colors, and of its alpha beside them, in the encoded picture.
    struct VideoLayout: Hashable, Sendable {
        let width: Int
        let height: Int
        let colors: PixelRect
        /// nil: no alpha in the picture.
        let alpha: PixelRect?
        /// Additional mask areas of the requested sizes.
        let masks: [PixelRect]

        /// Only the frame, with an additional column or row if sides must be even.
        init(width: Int, height: Int, isEven: Bool) {
            colors = PixelRect(x: 0, y: 0, width: width, height: height)
            alpha = nil
            masks = []
            self.width = isEven ? (width + 1) / 2 * 2 : width
            self.height = isEven ? (height + 1) / 2 * 2 : height
        }

        /// Colors at the left or top. The remaining areas are at the right or bottom: alpha, the masks that fit beside it, then rows of masks.
        ///
        /// Every area begins at a macroblock (16 pixels), and the gaps are wider than the deblocking filter's reach, so that areas do not bleed.
        /// Both sides are multiples of macroblocks, because hardware decoders of phones crop differently.
        /// - Parameters:
        ///   - alphaScale: the scale of the alpha area relative to the frame, at most 1.
        ///   - masks: the sizes of the masks, none larger than the alpha area.
        init(width: Int, height: Int, isStacked: Bool, alphaScale: Double, masks sizes: [(width: Int, height: Int)] = []) {
            let alphaSize = VideoLayout.alphaSize(width: width, height: height, scale: alphaScale)
            colors = PixelRect(x: 0, y: 0, width: width, height: height)
            // Rows of areas follow each other downward if stacked, else to the right.
            let room = VideoLayout.blocks(isStacked ? width : height)
            var (rowStart, rowEnd) = (VideoLayout.blocks((isStacked ? height : width) + VideoLayout.gap), 0)
            var position = 0
            func put(_ size: (width: Int, height: Int)) -> PixelRect {
                let (along, across) = isStacked ? (size.width, size.height) : (size.height, size.width)
                if position + along > room {
                    rowStart = VideoLayout.blocks(rowEnd + VideoLayout.gap)
                    position = 0
                }
                let area = PixelRect(
                    x: isStacked ? position : rowStart, y: isStacked ? rowStart : position, width: size.width, height: size.height)
                position = VideoLayout.blocks(position + along + VideoLayout.gap)
                rowEnd = max(rowEnd, rowStart + across)
                return area
            }
            alpha = put(alphaSize)
            masks = sizes.map(put)
            self.width = isStacked ? room : VideoLayout.blocks(rowEnd)
            self.height = isStacked ? VideoLayout.blocks(rowEnd) : room
        }

        private static let gap = 8

        private static func blocks(_ length: Int) -> Int { (length + 15) / 16 * 16 }

        static func alphaSize(width: Int, height: Int, scale: Double) -> (width: Int, height: Int) {
            (max(1, Int(saturating: Double(width) * scale)), max(1, Int(saturating: Double(height) * scale)))
        }
    }
#endif
