import SVGAModel

#if Video
    import SVGAExport
    import SVGAPixels
    import SVGASupport

    /// Where the colours of a frame are in the picture that is encoded, and its alpha, if that is painted beside them.
    struct VideoLayout: Hashable, Sendable {
        let width: Int
        let height: Int
        let colors: PixelRect
        /// nil: not in the picture.
        let alpha: PixelRect?

        /// The frame alone, with a column or row more where sides have to be even.
        init(width: Int, height: Int, isEven: Bool) {
            colors = PixelRect(x: 0, y: 0, width: width, height: height)
            alpha = nil
            self.width = isEven ? (width + 1) / 2 * 2 : width
            self.height = isEven ? (height + 1) / 2 * 2 : height
        }

        /// Colours at the left or top, alpha at the right or bottom.
        ///
        /// The second half begins a whole macroblock (16 pixels) and the gap is wider than the deblocking filter reaches, so neither bleeds
        /// into the other. Both sides are whole macroblocks too, because hardware decoders of phones differ in how they crop.
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

    /// Tells a player where in a picture the colours and the alpha are, in the form that VAP players read.
    struct SplitInfo {
        let json: [UInt8]

        /// - Returns: nil where the picture has no alpha beside the colours.
        init?(_ layout: VideoLayout, frames: Int, frameRate: FrameRate) {
            guard let alpha = layout.alpha else { return nil }
            func list(_ area: PixelRect) -> [Int] { [area.x, area.y, area.width, area.height] }
            let info: JSONValue = [
                "v": 2, "f": frames, "w": layout.colors.width, "h": layout.colors.height, "videoW": layout.width, "videoH": layout.height,
                "orien": 0, "fps": frameRate.framesPerSecond, "isVapx": 0, "aFrame": list(alpha), "rgbFrame": list(layout.colors),
            ]
            json = Array((["info": info] as JSONValue).text(.compact).utf8)
        }

        /// The same as an MP4 box for the end of the file.
        var box: [UInt8] {
            let size = UInt32(truncatingIfNeeded: json.count + 8)
            return stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: size >> UInt32($0)) } + Array("vapc".utf8) + json
        }
    }
#endif
