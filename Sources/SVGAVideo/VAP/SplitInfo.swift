import SVGAModel

#if Video
    import SVGAPixels
    import SVGASupport

    /// The JSON for VAP players: the rectangles of colors and alpha, and the sprites that the player draws.
    struct SplitInfo {
        let json: [UInt8]

        /// - Parameters:
        ///   - frames: the movie's frames in the order of the video.
        ///   - fusion: the sprites that the player draws; nil: none.
        /// - Returns: nil if the picture has no alpha beside the colors.
        init?(_ layout: VideoLayout, frames: [Int], frameRate: FrameRate, fusion: FusionPlan?) {
            guard let alpha = layout.alpha else { return nil }
            let info: JSONValue = [
                "v": 2, "f": frames.count, "w": layout.colors.width, "h": layout.colors.height, "videoW": layout.width,
                "videoH": layout.height, "orien": 0, "fps": frameRate.framesPerSecond, "isVapx": fusion == nil ? 0 : 1,
                "aFrame": SplitInfo.list(alpha), "rgbFrame": SplitInfo.list(layout.colors),
            ]
            let document: JSONValue =
                if let fusion {
                    [
                        "info": info, "src": fusion.sources.map(SplitInfo.source),
                        "frame": SplitInfo.frames(frames, fusion, masks: layout.masks),
                    ]
                } else {
                    ["info": info]
                }
            json = Array(document.text(.compact).utf8)
        }

        private static func list(_ area: PixelRect) -> [Int] { [area.x, area.y, area.width, area.height] }

        /// The source that a player requests from the app, by its tag. Players stretch it to its frame.
        private static func source(_ source: FusionPlan.Source) -> JSONValue {
            let common = (source.id, source.key, source.width, source.height)
            guard let text = source.text else {
                return [
                    "srcId": common.0, "srcType": "img", "srcTag": common.1, "loadType": "net", "fitType": "fitXY", "w": common.2,
                    "h": common.3,
                ]
            }
            return [
                "srcId": common.0, "srcType": "txt", "srcTag": common.1, "color": text.color.web, "style": text.isBold ? "b" : "",
                "loadType": "local", "fitType": "fitXY", "w": common.2, "h": common.3,
            ]
        }

        /// The rectangles of all sources, frame by frame.
        ///
        /// Every frame lists every source, because players in browsers keep the state of sources that a frame omits.
        /// An invisible source gets a corner of its mask, which is black then.
        private static func frames(_ frames: [Int], _ fusion: FusionPlan, masks: [PixelRect]) -> [JSONValue] {
            let corner = PixelRect(x: 0, y: 0, width: 1, height: 1)
            return frames.enumerated().map { position, frame in
                let visible = fusion.sourceFrames[frame] ?? []
                let objects = masks.indices.map { index -> JSONValue in
                    let sourceFrame =
                        visible.first { $0.source == index }
                        ?? FusionPlan.SourceFrame(source: index, frame: corner, maskWidth: 1, maskHeight: 1)
                    // "mt" is the rotation of the mask; players support 0 and 90 degrees.
                    return [
                        "srcId": fusion.sources[index].id, "z": index, "frame": list(sourceFrame.frame),
                        "mFrame": list(sourceFrame.mask(in: masks[index])), "mt": 0,
                    ]
                }
                return ["i": position, "obj": objects]
            }
        }

        /// The JSON as an MP4 box for the end of the file.
        var box: [UInt8] {
            let size = UInt32(truncatingIfNeeded: json.count + 8)
            return stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: size >> UInt32($0)) } + Array("vapc".utf8) + json
        }
    }

    extension SVGAColor {
        /// `#rrggbb`.
        fileprivate var web: String {
            let bytes = [red, green, blue].map { UInt8(saturating: (min(1, max(0, $0.isNaN ? 0 : $0)) * 255).rounded()) }
            return "#" + bytes.hexadecimal
        }
    }
#endif
