import SVGAModel
import SVGASupport

#if Video
    import SVGAPixels
    import SVGASupport

    /// Tells a player where in a picture the colours and the alpha are, and what it puts in by itself, in the form that VAP players read.
    struct SplitInfo {
        let json: [UInt8]

        /// - Parameters:
        ///   - frames: the movie's frames in the order of the video.
        ///   - fusion: what the player puts in; nil: nothing.
        /// - Returns: nil where the picture has no alpha beside the colours.
        init?(_ layout: VideoLayout, frames: [Int], frameRate: FrameRate, fusion: FusionPlan?) {
            guard let alpha = layout.alpha else { return nil }
            let info: JSONValue = [
                "v": 2, "f": frames.count, "w": layout.colors.width, "h": layout.colors.height, "videoW": layout.width,
                "videoH": layout.height, "orien": 0, "fps": frameRate.framesPerSecond, "isVapx": fusion == nil ? 0 : 1,
                "aFrame": SplitInfo.list(alpha), "rgbFrame": SplitInfo.list(layout.colors),
            ]
            let whole: JSONValue =
                if let fusion {
                    [
                        "info": info, "src": fusion.sources.map(SplitInfo.source),
                        "frame": SplitInfo.frames(frames, fusion, masks: layout.masks),
                    ]
                } else {
                    ["info": info]
                }
            json = Array(whole.text(.compact).utf8)
        }

        private static func list(_ area: PixelRect) -> [Int] { [area.x, area.y, area.width, area.height] }

        /// What a player asks the app for, by its tag. Players stretch it to the place where it is shown.
        private static func source(_ source: FusionPlan.Source) -> JSONValue {
            let about = (source.id, source.key, source.width, source.height)
            guard let text = source.text else {
                return [
                    "srcId": about.0, "srcType": "img", "srcTag": about.1, "loadType": "net", "fitType": "fitXY", "w": about.2,
                    "h": about.3,
                ]
            }
            return [
                "srcId": about.0, "srcType": "txt", "srcTag": about.1, "color": text.color.web, "style": text.isBold ? "b" : "",
                "loadType": "local", "fitType": "fitXY", "w": about.2, "h": about.3,
            ]
        }

        /// Where everything is, frame by frame.
        ///
        /// Every frame names every source, because players in browsers go on with what earlier frames said of those that are not named. What is
        /// not seen has a corner of its mask, which is black then.
        private static func frames(_ frames: [Int], _ fusion: FusionPlan, masks: [PixelRect]) -> [JSONValue] {
            let corner = PixelRect(x: 0, y: 0, width: 1, height: 1)
            return frames.enumerated().map { position, frame in
                let seen = fusion.places[frame] ?? []
                let objects = masks.indices.map { index -> JSONValue in
                    let place =
                        seen.first { $0.source == index } ?? FusionPlan.Place(source: index, frame: corner, maskWidth: 1, maskHeight: 1)
                    // "mt" is a turn of the mask, of which players know 0 and 90 degrees.
                    return [
                        "srcId": fusion.sources[index].id, "z": index, "frame": list(place.frame),
                        "mFrame": list(place.mask(in: masks[index])), "mt": 0,
                    ]
                }
                return ["i": position, "obj": objects]
            }
        }

        /// The same as an MP4 box for the end of the file.
        var box: [UInt8] {
            let size = UInt32(truncatingIfNeeded: json.count + 8)
            return stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: size >> UInt32($0)) } + Array("vapc".utf8) + json
        }
    }

    extension SVGAColor {
        /// `#rrggbb`.
        fileprivate var web: String {
            let bytes = [red, green, blue].map { Int(saturating: (min(1, max(0, $0.isNaN ? 0 : $0)) * 255).rounded()) }
            return "#" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }
#endif
