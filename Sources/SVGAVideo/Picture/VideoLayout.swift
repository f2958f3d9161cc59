import SVGASupport

#if Video
    import SVGAPixels

    /// Where the colours of a frame are in the picture that is encoded, and its alpha, if that is painted beside them.
    struct VideoLayout: Hashable, Sendable {
        let width: Int
        let height: Int
        let colors: PixelRect
        /// nil: not in the picture.
        let alpha: PixelRect?
        /// More areas beside them, of the sizes that were asked for.
        let masks: [PixelRect]

        /// The frame alone, with a column or row more where sides have to be even.
        init(width: Int, height: Int, isEven: Bool) {
            colors = PixelRect(x: 0, y: 0, width: width, height: height)
            alpha = nil
            masks = []
            self.width = isEven ? (width + 1) / 2 * 2 : width
            self.height = isEven ? (height + 1) / 2 * 2 : height
        }

        /// Colours at the left or top, the rest at the right or bottom: alpha, then what masks fit beside it, then rows of more of them.
        ///
        /// Every area begins a whole macroblock (16 pixels) and the gaps are wider than the deblocking filter reaches, so none bleeds
        /// into another. Both sides are whole macroblocks too, because hardware decoders of phones differ in how they crop.
        /// - Parameters:
        ///   - alphaScale: the size of alpha as a part of the frame's, at most 1.
        ///   - masks: sizes of areas, none larger than alpha's.
        init(width: Int, height: Int, isStacked: Bool, alphaScale: Double, masks sizes: [(width: Int, height: Int)] = []) {
            let alphaSize = VideoLayout.alphaSize(width: width, height: height, scale: alphaScale)
            colors = PixelRect(x: 0, y: 0, width: width, height: height)
            // Rows of areas follow one another downwards if stacked, else to the right.
            let room = VideoLayout.blocks(isStacked ? width : height)
            var (rowStart, rowEnd) = (VideoLayout.blocks((isStacked ? height : width) + VideoLayout.gap), 0)
            var place = 0
            func put(_ size: (width: Int, height: Int)) -> PixelRect {
                let (along, across) = isStacked ? (size.width, size.height) : (size.height, size.width)
                if place + along > room {
                    rowStart = VideoLayout.blocks(rowEnd + VideoLayout.gap)
                    place = 0
                }
                let area = PixelRect(
                    x: isStacked ? place : rowStart, y: isStacked ? rowStart : place, width: size.width, height: size.height)
                place = VideoLayout.blocks(place + along + VideoLayout.gap)
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
