#if Video
    import SVGAPixels

    /// Where the colours of a frame are in the picture that is encoded, and its alpha, if that is painted beside them.
    struct CanvasLayout: Hashable, Sendable {
        let width: Int
        let height: Int
        let colors: PixelRect
        /// nil: not in the picture.
        let alpha: PixelRect?

        /// A frame alone; at the right and the bottom there may be more, to make the sides even.
        init(width: Int, height: Int, isEven: Bool) {
            colors = PixelRect(x: 0, y: 0, width: width, height: height)
            alpha = nil
            self.width = isEven ? (width + 1) / 2 * 2 : width
            self.height = isEven ? (height + 1) / 2 * 2 : height
        }

        /// Colours at the left or top, alpha at the right or bottom.
        ///
        /// The second half begins a whole macroblock (16 pixels) and the gap is wider than the deblocking filter reaches, so neither bleeds
        /// into the other. Both sides are whole macroblocks too: hardware decoders of phones do not crop all alike.
        init(width: Int, height: Int, isStacked: Bool) {
            func blocks(_ length: Int) -> Int { (length + 15) / 16 * 16 }
            let gap = 8
            let offset = blocks((isStacked ? height : width) + gap)
            colors = PixelRect(x: 0, y: 0, width: width, height: height)
            let alpha = PixelRect(x: isStacked ? 0 : offset, y: isStacked ? offset : 0, width: width, height: height)
            self.alpha = alpha
            self.width = blocks(alpha.x + width)
            self.height = blocks(alpha.y + height)
        }
    }
#endif
