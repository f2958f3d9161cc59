import Foundation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// Movies in code for the tests of sheets, pages and Y4M.
enum SheetMovies {
    /// Half transparent ellipses that walk to the right over a small opaque square. Every tenth frame, from 3 on, is empty; those after 5, 15, …
    /// are like the one before.
    static func walk(width: Int, height: Int, frames: Int, fps: Int = 30, background: SVGAColor? = nil) throws -> SVGAScene {
        let layout = WireLayout(width: Float(width), height: Float(height))
        let steps = (0..<frames).map { i -> WireFrame in
            if i % 10 == 3 { return .hidden }
            let x = Float(((i % 10 == 6 ? i - 1 : i) * 3) % width)
            return .visible(
                layout: layout, .rect(1, 1, 3, 2, .fill(WireColor(0.2, 0.9, 0.3))),
                .ellipse(x, Float(height) / 2, Float(width) / 5 + 1, Float(height) / 3, .fill(WireColor(0.9, 0.3, 0.1, 0.6))))
        }
        var movie = WireMovie.tiny(width: Float(width), height: Float(height), frames: Int32(frames), fps: Int32(fps))
        movie.sprites = [WireSprite(imageKey: "walk.vector", matteKey: "", frames: steps)]
        var options = RenderOptions()
        options.background = background
        return try SVGAScene(try movie.read(), options: options)
    }

    static let white = SVGAColor(red: 1, green: 1, blue: 1)
}

/// A page of a sheet as a game engine reads it.
struct SheetFile {
    struct Frame {
        let name: String
        let rect: [Int]
        let source: [Int]
        let sourceSize: [Int]
        let isTrimmed: Bool
        let milliseconds: Int
    }

    let picture: Pixmap
    let frames: [Frame]
    let meta: [String: Any]
    /// Whether frames are members named after them, not a list.
    let isHash: Bool

    init(_ folder: TemporaryFolder, _ name: String = "gift") throws {
        picture = try ImageDecoder.decode(ImageFixtures.entity(.png, try #require(folder.read("\(name).png"))))
        let json = try JSONSerialization.jsonObject(with: Data(try #require(folder.read("\(name).json"))))
        let root = try #require(json as? [String: Any])
        meta = try #require(root["meta"] as? [String: Any])
        func rectangle(_ value: Any?) throws -> [Int] {
            let value = try #require(value as? [String: Int])
            return ["x", "y", "w", "h"].compactMap { value[$0] }
        }
        func frame(_ name: String, _ entry: [String: Any]) throws -> Frame {
            #expect(entry["rotated"] as? Bool == false)
            return Frame(
                name: name, rect: try rectangle(entry["frame"]), source: try rectangle(entry["spriteSourceSize"]),
                sourceSize: try rectangle(entry["sourceSize"]), isTrimmed: try #require(entry["trimmed"] as? Bool),
                milliseconds: try #require(entry["duration"] as? Int))
        }
        isHash = root["frames"] is [String: Any]
        if let list = root["frames"] as? [[String: Any]] {
            frames = try list.map { try frame(try #require($0["filename"] as? String), $0) }
        } else {
            let named = try #require(root["frames"] as? [String: [String: Any]])
            frames = try named.sorted { $0.key < $1.key }.map { try frame($0.key, $0.value) }
        }
    }

    /// A frame put together again.
    func frame(_ position: Int) -> Pixmap {
        let frame = frames[position]
        var result = Pixmap(width: frame.sourceSize[0], height: frame.sourceSize[1])
        for row in 0..<frame.rect[3] {
            let from = 4 * ((frame.rect[1] + row) * picture.width + frame.rect[0])
            let to = 4 * ((frame.source[1] + row) * result.width + frame.source[0])
            result.pixels.replaceSubrange(to..<to + 4 * frame.rect[2], with: picture.pixels[from..<from + 4 * frame.rect[2]])
        }
        return result
    }
}
