import SVGAModel
import SVGASupport

#if Video
    import Foundation
    import SVGAExport
    import SVGAFormat
    import SVGAModel
    import SVGAPixels
    import SVGARender
    import SVGAVideo
    import TestSupport
    import Testing

    /// Videos in which the player draws some sprites, with pictures and texts of the app.
    @Suite struct FusionVideoTests {
        private let folder = TemporaryFolder()

        private struct Vap: Decodable {
            struct Info: Decodable {
                let f: Int
                let w: Int
                let h: Int
                let videoW: Int
                let videoH: Int
                let isVapx: Int
                let aFrame: [Int]
            }

            struct Source: Decodable, Equatable {
                let srcId: String
                let srcType: String
                let srcTag: String
                let loadType: String
                let fitType: String
                let w: Int
                let h: Int
                let color: String?
                let style: String?
            }

            struct Frame: Decodable {
                struct Object: Decodable {
                    let srcId: String
                    let z: Int
                    let frame: [Int]
                    let mFrame: [Int]
                    let mt: Int
                }

                let i: Int
                let obj: [Object]
            }

            let info: Info
            let src: [Source]
            let frame: [Frame]
        }

        /// A blue back with a half transparent right half. A face on it moves, fades and grows beyond the edge, and is hidden at first. A bar is over
        /// the face. The last sprite is a name.
        private func movie() throws -> VideoEntity {
            func face(_ x: Float, alpha: Float = 1, size: Float = 24) -> WireFrame {
                .visible(alpha: alpha, layout: WireLayout(x: x, y: 8, width: size, height: size))
            }
            let back = WireFrame.visible(
                layout: WireLayout(width: 64, height: 48), .rect(0, 0, 32, 48, .fill(WireColor(0.1, 0.2, 0.8))),
                .rect(32, 0, 32, 48, .fill(WireColor(0.1, 0.2, 0.8, 0.5))))
            let bar = WireFrame.visible(
                layout: WireLayout(width: 64, height: 48), .rect(0, 16, 64, 6, .fill(WireColor(0.9, 0.8, 0.1))))
            let name = WireFrame.visible(layout: WireLayout(x: 4, y: 36, width: 40, height: 10))
            func sprite(_ key: String, _ frames: [WireFrame]) -> WireSprite { WireSprite(imageKey: key, matteKey: "", frames: frames) }
            let repeated = { (frame: WireFrame) in [WireFrame](repeating: frame, count: 5) }
            return try WireMovie.tiny(
                width: 64, height: 48, frames: 5, fps: 20, images: [try Pixmap(width: 24, height: 24, .red).payload("face")],
                sprites: [
                    sprite("back.vector", repeated(back)),
                    sprite("face", [.hidden, face(8), face(20), face(28, alpha: 0.5), face(48, size: 32)]),
                    sprite("bar.vector", repeated(bar)), sprite("name.vector", repeated(name)),
                ]
            ).read()
        }

        private func export(_ scene: SVGAScene, _ keys: [String], alphaScale: Double = 1) async throws -> Vap {
            let options = VideoOptions(quality: 95, alpha: .stacked, alphaScale: alphaScale, replaceable: keys)
            try await Exporter.export(scene, as: .mp4(options), to: "\(folder.path)/a.mp4", overwrite: true)
            return try JSONDecoder().decode(Vap.self, from: Data(try #require(folder.read("a.json"))))
        }

        @Test(.needs("ffprobe", "ffmpeg")) func `with a picture of the app's, the video is the movie with that picture`() async throws {
            let scene = try SVGAScene(try movie())
            let vap = try await export(scene, ["face"])
            #expect(vap.info.isVapx == 1)
            let pixels = try VideoProbe.pixels("\(folder.path)/a.mp4")
            let green = try ReplacementImage(Pixmap(width: 1, height: 1, pixels: [0, 255, 0, 255]))
            let expected = flattened(try VideoFixtures.pixels(try scene.with { $0.setImage(green, forKey: "face") }))
            let (info, start) = (vap.info, 4 * vap.info.videoW * vap.info.videoH)
            func video(_ frame: Int, _ x: Int, _ y: Int) -> ArraySlice<UInt8> {
                let offset = frame * start + 4 * (y * info.videoW + x)
                return pixels[offset..<offset + 4]
            }
            var shown = expected
            for frame in 0..<info.f {
                let objects = vap.frame.first { $0.i == frame }?.obj ?? []
                for (y, x) in (0..<info.h).flatMap({ y in (0..<info.w).map { (y, $0) } }) {
                    let alpha = Double(video(frame, info.aFrame[0] + x, info.aFrame[1] + y).first ?? 0) / 255
                    var color = video(frame, x, y).prefix(3).map { Double($0) + 128 * (1 - alpha) }
                    for object in objects where PixelRect(object.frame).contains(x: x, y: y) {
                        let (box, mask) = (PixelRect(object.frame), PixelRect(object.mFrame))
                        let maskX = mask.x + (x - box.x) * mask.width / box.width
                        let maskY = mask.y + (y - box.y) * mask.height / box.height
                        let much = Double(video(frame, maskX, maskY).first ?? 0) / 255
                        color = zip(color, [0.0, 255, 0]).map { $0 * (1 - much) + $1 * much }
                    }
                    let offset = 4 * ((frame * info.h + y) * info.w + x)
                    for channel in 0..<3 { shown[offset + channel] = UInt8(min(255, max(0, color[channel].rounded()))) }
                }
            }
            // Hard edges of saturated colors, at half the resolution of color.
            let ratio = peakSignalToNoise(shown, expected)
            #expect(ratio > 25)
        }

        @Test(.needs("ffprobe", "ffmpeg"), arguments: [false, true])
        func `the video has no bitmap where a picture goes, and keeps it under a text`(isText: Bool) async throws {
            let scene = try SVGAScene(try movie()).with { if isText { $0.setText("Ann", forKey: "face") } }
            let info = try await export(scene, ["face"]).info
            let pixels = try VideoProbe.pixels("\(folder.path)/a.mp4")
            // In the third frame, above the bar, where the face is at the left of the picture's middle.
            let offset = 4 * ((2 * info.videoH + 12) * info.videoW + 26)
            let (red, blue) = (pixels[offset], pixels[offset + 2])
            #expect(isText ? red > 200 && blue < 60 : red < 60 && blue > 150, "\(red) \(blue)")
        }

        @Test func `the JSON lists what players must ask for and where it goes`() async throws {
            let style = TextStyle(weight: 700, color: SVGAColor(red: 1, green: 0.5, blue: 0))
            let scene = try SVGAScene(try movie()).with { $0.setText("Ann", style: style, forKey: "name") }
            let vap = try await export(scene, ["name", "face"], alphaScale: 0.5)
            // In the order in which they are drawn.
            #expect(
                vap.src == [
                    Vap.Source(
                        srcId: "1", srcType: "img", srcTag: "face", loadType: "net", fitType: "fitXY", w: 32, h: 32, color: nil, style: nil),
                    Vap.Source(
                        srcId: "2", srcType: "txt", srcTag: "name", loadType: "local", fitType: "fitXY", w: 40, h: 10, color: "#ff8000",
                        style: "b"),
                ])
            #expect(vap.frame.map(\.i) == [0, 1, 2, 3, 4])
            #expect(vap.frame.map { $0.obj.map(\.srcId) } == [[String]](repeating: ["1", "2"], count: 5))
            #expect(
                vap.frame.compactMap { $0.obj.first { $0.srcId == "1" }?.frame } == [
                    [0, 0, 1, 1],
                    [8, 8, 24, 24], [20, 8, 24, 24], [28, 8, 24, 24], [48, 8, 32, 32],
                ])
            let objects = vap.frame.flatMap(\.obj)
            #expect(objects.allSatisfy { $0.mt == 0 && $0.z == ($0.srcId == "1" ? 0 : 1) })
            #expect(objects.allSatisfy { $0.mFrame[2] == max(1, $0.frame[2] / 2) && $0.mFrame[3] == max(1, $0.frame[3] / 2) })
            // Beside alpha, in the picture, and apart from each other by more than a filter reaches.
            let areas = [PixelRect(vap.info.aFrame), PixelRect(x: 0, y: 0, width: 64, height: 48)]
            for frame in vap.frame {
                let masks = frame.obj.map { PixelRect($0.mFrame) }
                #expect(masks.allSatisfy { $0.maxX <= vap.info.videoW && $0.maxY <= vap.info.videoH })
                for (index, mask) in masks.enumerated() {
                    let others = areas + masks[..<index]
                    #expect(
                        others.allSatisfy {
                            mask.intersection(PixelRect(x: $0.x - 8, y: $0.y - 8, width: $0.width + 16, height: $0.height + 16)).isEmpty
                        })
                }
            }
        }

        @Test func `the box in the video is the JSON, and frames go by the order of the video`() async throws {
            let options = VideoOptions(alpha: .sideBySide, replaceable: ["face"])
            try await Exporter.export(
                try SVGAScene(try movie()), as: .mp4(options), to: "\(folder.path)/a.mp4",
                options: ExportOptions(timing: ExportTiming(frames: [2, 0, 1])))
            let json = try #require(folder.read("a.json"))
            #expect(try #require(folder.read("a.mp4")).suffix(json.count + 4) == Array("vapc".utf8) + json)
            let vap = try JSONDecoder().decode(Vap.self, from: Data(json))
            #expect(vap.frame.map(\.i) == [0, 1, 2])
            // An invisible source has a rectangle too: browsers would keep the previous one.
            #expect(vap.frame.map { $0.obj[0].frame } == [[20, 8, 24, 24], [0, 0, 1, 1], [8, 8, 24, 24]])
        }

        @Test func `content that players cannot draw is refused before anything is written`() async throws {
            let scene = try SVGAScene(try movie())
            await #expect {
                try await export(scene, ["fase"])
            } throws: {
                ($0 as? SVGAError)?.subject == .key("fase") && ($0 as? SVGAError)?.nearestKeys.first == "face"
            }
            let native = ExportFormat.mp4(VideoOptions(replaceable: ["face"]))
            await #expect(throws: SVGAError.impossible(reason: "players fill keys only in videos with alpha beside the color")) {
                try await Exporter.export(scene, as: native, to: "\(folder.path)/b.mp4")
            }
            let unseen = ExportOptions(timing: ExportTiming(frames: [0]))
            await #expect(throws: SVGAError.impossible(reason: "the key \"face\" is never visible, so players cannot fill it")) {
                let options = VideoOptions(alpha: .stacked, replaceable: ["face"])
                try await Exporter.export(scene, as: .mp4(options), to: "\(folder.path)/b.mp4", options: unseen)
            }
            let sprites = (0..<8).map { WireSprite(imageKey: "a\($0)", matteKey: "", frames: [.visible()]) }
            let many = try SVGAScene(try WireMovie.tiny(sprites: sprites).read())
            await #expect(
                throws: SVGAError.impossible(reason: "players fill at most 7 sprites, and these keys have 8")
            ) { try await export(many, (0..<8).map { "a\($0)" }) }
            #expect(folder.contents() == [])
        }
    }

    extension PixelRect {
        fileprivate init(_ list: [Int]) { self.init(x: list[0], y: list[1], width: list[2], height: list[3]) }
    }
#endif
