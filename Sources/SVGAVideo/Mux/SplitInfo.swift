#if Video
    import SVGAExport
    import SVGAPixels
    import SVGASupport

    /// Tells a player where in a picture the colours and the alpha are, in the form that VAP players read.
    struct SplitInfo {
        let json: [UInt8]

        /// - Returns: nil where the picture has no alpha beside the colours.
        init?(_ layout: CanvasLayout, frames: Int, frameRate: FrameRate) {
            guard let alpha = layout.alpha else { return nil }
            func list(_ area: PixelRect) -> [Int] { [area.x, area.y, area.width, area.height] }
            let info: JSONValue = [
                "v": 2, "f": frames, "w": layout.colors.width, "h": layout.colors.height, "videoW": layout.width, "videoH": layout.height,
                "orien": 0, "fps": frameRate.framesPerSecond, "isVapx": 0, "aFrame": list(alpha), "rgbFrame": list(layout.colors),
            ]
            json = Array((["info": info] as JSONValue).text(.compact).utf8)
        }

        /// As a box of its own for the end of an MP4.
        var box: [UInt8] {
            let size = UInt32(truncatingIfNeeded: json.count + 8)
            return stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: size >> UInt32($0)) } + Array("vapc".utf8) + json
        }
    }
#endif
