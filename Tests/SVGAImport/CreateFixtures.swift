import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGAImport

/// Movies of descriptions written in a test.
enum CreateFixtures {
    /// A folder with a picture of 20 × 10 pixels, `box.png`.
    static func folder() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        var box = Pixmap(width: 20, height: 10)
        for index in box.pixels.indices { box.pixels[index] = 255 }
        folder.write(try box.pngData(), to: "box.png")
        return folder
    }

    /// - Parameter sprites: their JSON; the canvas is 100 × 100 points with ten frames a second.
    static func movie(_ sprites: String, canvas: String = "", more: String = "") throws -> VideoEntity {
        let folder = try folder()
        let canvas = #"{"width": 100, "height": 100, "fps": 10\#(canvas.isEmpty ? #", "duration": 1"# : canvas)}"#
        let text = #"{"canvas": \#(canvas), "images": {"box": "box.png"}, "sprites": [\#(sprites)]\#(more)}"#
        return try MovieCreation(folder: folder.path).run(Array(text.utf8)).document.videoEntity()
    }

    /// The error of a description that cannot be used.
    static func complaint(_ sprites: String, canvas: String = "", more: String = "") -> String {
        do {
            _ = try movie(sprites, canvas: canvas, more: more)
            return "nothing"
        } catch {
            return "\(error)"
        }
    }
}

extension VideoEntity {
    /// A sprite by its key, as it is written.
    func sprite(_ key: String) throws -> SpriteEntity { try #require(sprites.first { $0.imageKey == key }) }
}
